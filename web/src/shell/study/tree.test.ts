import { describe, expect, it } from 'vitest'
import { add, beside, branchOf, change, fromMoves, lineThrough, movesOf, packed, Paths, pathTo, promote, remove, rows, type Nodes } from './tree'

/** a b c as the main line, x y instead of b, and z instead of y. */
function tried(): Nodes {
  let nodes: Nodes = fromMoves(['a', 'b', 'c'])
  ;({ nodes } = add(nodes, 1, 'x'))
  ;({ nodes } = add(nodes, 4, 'y'))
  return add(nodes, 4, 'z').nodes
}
const line = (nodes: Nodes, at: number): string => movesOf(nodes, lineThrough(nodes, at)).join('')
const shown = (nodes: Nodes): string => rows(nodes).map(({ node, depth, begins }) => `${begins ? '(' : ''}${nodes[node]!.move}${depth}`).join(' ')

describe('the tree of a study', () => {
  it('follows the first of several moves', () => {
    const nodes = tried()
    expect(line(nodes, 0)).toBe('abc')
    expect(line(nodes, 4)).toBe('axy')
    expect(line(nodes, 6)).toBe('axz')
    expect(pathTo(nodes, 6)).toEqual([0, 1, 4, 6])
  })

  it('goes where a move was tried before', () => {
    const nodes = tried()
    expect(add(nodes, 1, 'x')).toEqual({ nodes, at: 4 })
    expect(add(nodes, 1, 'n').at).toBe(7)
    expect(add(nodes, 0, 'x').at).toBe(7)
  })

  it('lists variations after the move they replace, before the line goes on', () => {
    expect(shown(tried())).toBe('a0 b0 (x1 y1 (z2 c0')
  })

  it('removes a move with all that follows, and nothing else', () => {
    const { nodes, at } = remove(tried(), 4)
    expect(line(nodes, 0)).toBe('abc')
    expect(nodes).toHaveLength(4)
    expect(movesOf(nodes, pathTo(nodes, at)).join('')).toBe('a')
    expect(remove(nodes, 0)).toEqual({ nodes, at: 0 })
  })

  it('promotes a variation where it leaves its line, one level at a time', () => {
    const once = promote(tried(), 6)
    expect(shown(once.nodes)).toBe('a0 b0 (x1 z1 (y2 c0')
    expect(movesOf(once.nodes, pathTo(once.nodes, once.at)).join('')).toBe('axz')
    const twice = promote(once.nodes, once.at)
    expect(line(twice.nodes, 0)).toBe('axz')
    expect(branchOf(twice.nodes, twice.at)).toBe(0)
    expect(promote(twice.nodes, twice.at)).toEqual(twice)
    for (const [place, node] of twice.nodes.entries()) expect(node.parent ?? 0).toBeLessThan(place || 1)
  })

  it('steps between the variations of a position and stays at their ends', () => {
    const nodes = tried()
    expect(beside(nodes, 2, 1)).toBe(4)
    expect(beside(nodes, 4, 1)).toBe(4)
    expect(beside(nodes, 4, -1)).toBe(2)
    expect(beside(nodes, 0, 1)).toBe(0)
  })

  it('keeps what is said about a move when its place changes, and saves nothing that is empty', () => {
    const said = change(tried(), 6, { comment: 'why not?', shapes: [] })
    const { nodes, at } = promote(said, 6)
    expect(nodes[at]!.comment).toBe('why not?')
    expect(packed(change(nodes, 0, { comment: '' }))[0]).toEqual({})
    expect(packed(nodes)[1]).toEqual({ move: 'a' })
  })

  it('knows a line of moves again when its place in the tree has changed', () => {
    const paths = new Paths()
    const before = paths.all(tried())
    expect(new Set(before).size).toBe(7)
    const { nodes, at } = promote(tried(), 6)
    expect(paths.all(nodes)[at]).toBe(before[6])
    expect(paths.along(['a', 'x', 'z'])).toEqual([0, before[1], before[4], before[6]])
  })

  it('takes a line of thousands of moves, and as many variations in variations', () => {
    const long = fromMoves(Array.from({ length: 4000 }, (_, n) => `m${n}`))
    expect(rows(long)).toHaveLength(4000)
    expect(line(remove(long, 4000).nodes, 0).endsWith('m3998')).toBe(true)
    let deep: Nodes = fromMoves(['a'])
    for (let n = 0, at = 0; n < 1000; n++) {
      ;({ nodes: deep, at } = add(deep, at, `v${n}`))
      ;({ nodes: deep } = add(deep, at, 'w'))
    }
    expect(rows(deep)).toHaveLength(2001)
  })
})
