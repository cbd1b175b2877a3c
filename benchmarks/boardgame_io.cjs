// The table that boardgame.io carries in benchmarks/load.py: the same turns (a token laid, the turn ended), a
// state of the same kind (tokens on spaces, hands, stacks, figures) and a view for each player without secrets.
// Arguments: the port, and a folder if matches shall be kept in files instead of in memory.
const { FlatFile, Server, Origins } = require("boardgame.io/server");

const PLAYERS = 3;
const SPACES = Array.from({ length: 174 }, (_, number) => `s${number}`);
const TOKENS = ["H2", "H3", "H4", "B2", "B3", "B4", "R2", "R3", "R4", "S1", "S1", "S2", "S2", "S3", "N1", "V1", "V1", "V2", "X", "T"];

const game = {
  name: "kabuto",
  minPlayers: PLAYERS,
  maxPlayers: PLAYERS,
  setup: () => ({
    tokens: {},
    figures: Object.fromEntries(SPACES.slice(0, 26).map((space) => [space, ["H", "B", "R"]])),
    captured: Array.from({ length: PLAYERS }, () => [0, 0, 0]),
    hands: Array.from({ length: PLAYERS }, () => TOKENS.slice(0, 5)),
    stacks: Array.from({ length: PLAYERS }, () => TOKENS.slice(5)),
  }),
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
    stacks: G.stacks.map((stack) => stack.length),
  }),
  moves: {
    lay: ({ G, ctx }, token, space) => {
      G.tokens[space] = [Number(ctx.currentPlayer), token];
    },
  },
};

const [port, folder] = process.argv.slice(2);
const storage = folder ? { db: new FlatFile({ dir: folder }) } : {};
Server({ games: [game], origins: [Origins.LOCALHOST], ...storage }).run(Number(port), () => console.log("open"));
