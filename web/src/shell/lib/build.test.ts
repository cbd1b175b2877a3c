import { expect, it } from 'vitest'
import { compareBuild, isOutdated } from './build.svelte'

const from = (build?: string): Response => new Response(null, build ? { headers: { 'kabuto-build': build } } : {})

it('is said once another build has answered, whichever server answers next', () => {
  compareBuild(from('one'), 'one')
  compareBuild(from(), 'one')
  compareBuild(from('two'), '')
  expect(isOutdated()).toBe(false)
  compareBuild(from('two'), 'one')
  compareBuild(from('one'), 'one')
  expect(isOutdated()).toBe(true)
})
