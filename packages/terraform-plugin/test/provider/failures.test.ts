import { error } from '../../src/diagnostics/diagnostic'
import { Session } from '../../src/provider/call'
import { Diagnostics, raiseThrown } from '../../src/provider/diagnostics'
import { silentLogger } from './pretend-terraform'

const refused = error('refused', 'Nobody is let in', () => ['Nobody is let in.', 'Try the key.'])
const refusedAgain = error('refused-again', 'Nobody is let in again', () => ['Nobody is let in again.'])
const failure = (matter: string) =>
  Object.assign(new Error('refused'), {
    diagnostic: refused(),
    again: { matter, diagnostic: refusedAgain() },
  })

function told(diagnostics: Diagnostics, thrown: unknown): readonly string[] {
  raiseThrown(thrown, { doing: 'Could not read it', where: 'it' }, diagnostics)
  return diagnostics.all.map(({ code, message }) => `${code}: ${message}`)
}

const first = 'refused: Could not read it: Nobody is let in.'
const again = 'refused-again: Could not read it: Nobody is let in again.'

describe('what stays as it is for a whole run', () => {
  const session = new Session<object>('test', silentLogger, {})
  const oneCall = () => session.context().diagnostics

  it('is told in full once for each matter, whichever call meets it, and is an error each time', async () => {
    await session.begin({})
    const shared = failure('one')
    expect(told(oneCall(), shared)).toEqual([first])
    expect(told(oneCall(), shared)).toEqual([again])
    expect(told(oneCall(), failure('another'))).toEqual([first])
    const several = oneCall()
    expect(told(several, new AggregateError([failure('third'), failure('third')]))).toEqual([first, again])
    expect(several.hasErrors).toBe(true)
  })

  it('is told in full again in the next run', async () => {
    await session.begin({})
    expect(told(oneCall(), failure('one'))).toEqual([first])
    await session.begin({})
    expect(told(oneCall(), failure('one'))).toEqual([first])
  })

  it('is told in full where there is no run', () => {
    for (const diagnostics of [new Diagnostics(), new Diagnostics()])
      expect(told(diagnostics, failure('one'))).toEqual([first])
  })
})
