// A player for Kabuto: it plays any legal move. Run it with: kabuto arena --entrants "greedy,program:node examples/random_player.js"
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let seed = 1;
const chance = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; // the same game again for the same seed
  return Math.floor((seed / 2 ** 32) * n);
};

const answer = {
  hello: () => say({ type: "hello", protocol: 1, name: "random in JavaScript", many_games: true }),
  game: (message) => { seed = message.seed; },
  move: (message) => say({ type: "move", move: message.legal[chance(message.legal.length)] }),
  end: (message) => { console.error("won by", message.outcome?.winners); say({ type: "end" }); }, // ready for another game
  quit: () => process.exit(0),
};

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (answer[message.type]) answer[message.type](message); // what is new in a later version does no harm
});
