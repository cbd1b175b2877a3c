import { describe, expect, it } from 'vitest'
import { boxOf, inPlay, nearest, SPACE, SPACES, step } from './geometry'
import { coast } from './ground'

describe('the picture of the map', () => {
  it('has the spaces of each number of players', () => {
    expect([2, 3, 4].map((players) => inPlay(players).length)).toEqual([91, 133, 174])
  })
  it('is a portrait: taller than wide with four players', () => {
    const box = boxOf(SPACES)
    expect(box.height).toBeGreaterThan(box.width)
  })
  it('draws one closed coast for each island: Honshu, Kyushu, Shikoku, Hokkaido', () => {
    expect([2, 3, 4].map((players) => coast(inPlay(players)).split('Z').length - 1)).toEqual([1, 3, 4])
  })
  it('finds the space under a point, and none far out', () => {
    const edo = SPACE.get('o14')!
    expect(nearest(SPACES, edo.x + 3, edo.y - 3)?.name).toBe('o14')
    expect(nearest(SPACES, -500, -500)).toBeNull()
  })
  it('lets the arrow keys reach every space of every map', () => {
    for (const players of [2, 3, 4]) {
      const spaces = inPlay(players)
      const seen = new Set(['o14'])
      const open = [SPACE.get('o14')!]
      while (open.length) {
        const from = open.pop()!
        for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
          const to = step(spaces, from, key)
          if (to && !seen.has(to.name)) {
            seen.add(to.name)
            open.push(to)
          }
        }
      }
      expect(spaces.filter((space) => !seen.has(space.name)).map((space) => space.name)).toEqual([])
    }
  })
  it('answers other keys with nothing', () => expect(step(SPACES, SPACE.get('o14')!, 'a')).toBeNull())
})
