import { catalogue } from '../../src/diagnostics/catalogue'
import { unseen } from '../../src/diagnostics/unseen'

/** Which other categories hold a site is no matter of what the last apply left: it says nothing of drift. */
const saysNothingOfDrift = ['conflicts-not-checked']

test('what says that something was not checked is among what no drift check passes over', () => {
  const notChecked = [...catalogue.keys()].filter((code) => code.endsWith('-not-checked'))
  expect(notChecked.filter((code) => !unseen.has(code))).toEqual(saysNothingOfDrift)
})

test('and so is a provider that could read nothing, as its configuration was not known', () => {
  expect([...unseen].filter((code) => !code.endsWith('-not-checked'))).toEqual(['configuration-unknown'])
})
