import { catalogue } from '../../src/diagnostics/catalogue'
import * as connection from '../../src/diagnostics/connection'
import { linesSkipped, notReached } from '../../src/diagnostics/warning-groups'

/** The appliance is asked at the apply; how many sites a plan asks for is limited. */
const isAskedLater = 'conflicts-not-checked'

test('what was not checked or not read, because the appliance did not answer, is in one group', () => {
  const notChecked = [...catalogue.keys()].filter((code) => /-not-(checked|read)$/.test(code))
  expect(notChecked.filter((code) => !notReached.has(code))).toEqual([isAskedLater])
})

test('so is each failure of a connection, which a check block turns into a warning', () => {
  const failures = Object.values(connection).map(({ code }) => code)
  expect(failures.filter((code) => !notReached.has(code))).toEqual(['check-not-possible'])
})

test('what is skipped of a list is in another', () => {
  const skipped = [...catalogue.keys()].filter((code) => code.endsWith('-skipped'))
  expect([...linesSkipped].sort()).toEqual(skipped.sort())
})
