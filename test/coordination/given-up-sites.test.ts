import { GivenUpSites } from '../../src/coordination/run'
import { sitesOf } from '../appliance/categories/categories-emulated'

const [a, b] = sitesOf('a.example', 'b.example') as [never, never]

describe('the record of what lists may give up', () => {
  it('is kept for lists that have announced it, site by site and list by list', () => {
    const givenUp = new GivenUpSites()
    givenUp.say(250, null, new Set([a]))
    givenUp.say(250, 'desk', new Set())
    expect([givenUp.has(250, a), givenUp.has(250, b), givenUp.has(251, a)]).toEqual([true, false, false])
  })

  it('has the last announcement of each list', () => {
    const givenUp = new GivenUpSites()
    givenUp.say(250, null, new Set([a]))
    givenUp.say(250, null, new Set([b]))
    expect([givenUp.has(250, a), givenUp.has(250, b)]).toEqual([false, true])
  })
})
