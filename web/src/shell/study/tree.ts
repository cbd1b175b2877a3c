// The moves of a study as a tree: a list of nodes, each after its parent; of those with one parent the first is the main line.
// Nothing here is changed in place: what changes a tree returns another one, and where one stands in it.
import type { StudyNode } from '../protocol'

export type Nodes = readonly StudyNode[]
/** A tree, and a node of it. */
export interface Stand {
  nodes: Nodes
  at: number
}
/** A node as a list shows it. */
export interface Row {
  node: number
  /** How many variations it lies in. */
  depth: number
  /** Whether a variation begins here. */
  begins: boolean
}

/** More moves than this are not saved. */
export const MOST_MOVES = 5000

export const parentOf = (nodes: Nodes, at: number): number => nodes[at]?.parent ?? 0

/** Node → those that follow it, the main line first. */
function childrenOf(nodes: Nodes): number[][] {
  const found: number[][] = nodes.map(() => [])
  for (let node = 1; node < nodes.length; node++) found[parentOf(nodes, node)]!.push(node)
  return found
}

/** The nodes from the start to one of them. */
export function pathTo(nodes: Nodes, at: number): number[] {
  const path = []
  for (let node = at; ; node = parentOf(nodes, node)) {
    path.push(node)
    if (!node) return path.reverse()
  }
}

/** The nodes from the start through one of them to the end of its line. */
export function lineThrough(nodes: Nodes, at: number): number[] {
  const line = pathTo(nodes, at)
  const following = childrenOf(nodes)
  for (let next = following[at]![0]; next !== undefined; next = following[next]![0]) line.push(next)
  return line
}

/** The moves that lead to the last of some nodes. */
export const movesOf = (nodes: Nodes, path: readonly number[]): string[] => path.slice(1).map((node) => nodes[node]!.move ?? '')

/** Numbers for lines of moves: the same line has the same number, whatever becomes of the tree. */
export class Paths {
  private readonly known = new Map<string, number>()

  /** Node → the number of the line that leads there. */
  all(nodes: Nodes): number[] {
    const found = [0]
    for (let node = 1; node < nodes.length; node++) found.push(this.after(found[parentOf(nodes, node)]!, nodes[node]!.move ?? ''))
    return found
  }

  /** The numbers of a line after none, one, … all of its moves. */
  along(moves: readonly string[]): number[] {
    return this.all(fromMoves(moves))
  }

  private after(path: number, move: string): number {
    const key = `${path} ${move}`
    const found = this.known.get(key) ?? this.known.size + 1
    this.known.set(key, found)
    return found
  }
}

/** A tree with one line: the moves of a record. */
export const fromMoves = (moves: readonly string[]): StudyNode[] => [{}, ...moves.map((move, parent) => ({ parent, move }))]

/** Go on with a move: where it was tried before, or as a new node. */
export function add(nodes: Nodes, at: number, move: string): Stand {
  const known = nodes.findIndex((node, place) => place > 0 && parentOf(nodes, place) === at && node.move === move)
  return known > 0 ? { nodes, at: known } : { nodes: [...nodes, { parent: at, move }], at: nodes.length }
}

/** Change what is said about a node. */
export const change = (nodes: Nodes, at: number, changes: Partial<StudyNode>): Nodes => nodes.with(at, { ...nodes[at], ...changes })

/** The tree with its nodes in another order, or without some: each goes on as `following` says. */
function rebuilt(nodes: Nodes, following: readonly (readonly number[])[], at: number): Stand {
  const order: number[] = []
  const stack = [0]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    order.push(node)
    stack.push(...following[node]!.toReversed())
  }
  const place = new Map(order.map((node, n) => [node, n]))
  return { nodes: order.map((node) => (node ? { ...nodes[node], parent: place.get(parentOf(nodes, node))! } : nodes[0]!)), at: place.get(at)! }
}

/** Take a move away with everything that follows it; one stands before it then. */
export function remove(nodes: Nodes, at: number): Stand {
  if (!at) return { nodes, at }
  const parent = parentOf(nodes, at)
  const following = childrenOf(nodes)
  following[parent] = following[parent]!.filter((node) => node !== at)
  return rebuilt(nodes, following, parent)
}

/** The last move on the way to a node that isn't the first of its kind; 0: the node is in the main line. */
export function branchOf(nodes: Nodes, at: number): number {
  const following = childrenOf(nodes)
  return pathTo(nodes, at).findLast((node) => node && following[parentOf(nodes, node)]![0] !== node) ?? 0
}

/** Let the variation that a node lies in go on with the main line, where it left it. */
export function promote(nodes: Nodes, at: number): Stand {
  const branch = branchOf(nodes, at)
  if (!branch) return { nodes, at }
  const following = childrenOf(nodes)
  const parent = parentOf(nodes, branch)
  following[parent] = [branch, ...following[parent]!.filter((node) => node !== branch)]
  return rebuilt(nodes, following, at)
}

/** The variation before or after this one, that begins in the same position. */
export function beside(nodes: Nodes, at: number, by: 1 | -1): number {
  const all = childrenOf(nodes)[parentOf(nodes, at)]!
  return (at && all[all.indexOf(at) + by]) || at
}

/** The tree as a list: after a move come the variations to it, each to its end, and then the line goes on. */
export function rows(nodes: Nodes): Row[] {
  const following = childrenOf(nodes)
  const found: Row[] = []
  type Task = Row & { shows: boolean; follows: boolean }
  const tasks: Task[] = [{ node: 0, depth: 0, begins: false, shows: false, follows: true }]
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    const { node, depth, begins, shows, follows } = task
    if (shows) found.push({ node, depth, begins })
    const [main, ...others] = follows ? following[node]! : []
    if (main === undefined) continue
    tasks.push({ node: main, depth, begins: false, shows: false, follows: true })
    for (const other of others.toReversed()) tasks.push({ node: other, depth: depth + 1, begins: true, shows: true, follows: true })
    tasks.push({ node: main, depth, begins: false, shows: true, follows: false })
  }
  return found
}

/** Nodes as they are saved: without what is empty. */
export const packed = (nodes: Nodes): StudyNode[] =>
  nodes.map((node) => Object.fromEntries(Object.entries(node).filter(([, value]) => value !== '' && value !== 0 && !(Array.isArray(value) && !value.length))))
