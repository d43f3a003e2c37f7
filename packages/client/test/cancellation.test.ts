import { finishing } from '../src/cancellation'

describe('work that is finished', () => {
  it('goes on after Ctrl-C, and ends with it where it is over in time', async () => {
    const ctrlC = new AbortController()
    const done = finishing(ctrlC.signal, async (late) => {
      ctrlC.abort()
      return late.aborted
    })
    await expect(done).resolves.toBe(false)
  })

  it('is interrupted after its time', async () => {
    const ctrlC = new AbortController()
    const waiting = finishing(ctrlC.signal, untilAborted, 1)
    ctrlC.abort('Ctrl-C')
    await expect(waiting).resolves.toBe('Ctrl-C')
  })

  it('is not begun after Ctrl-C', async () => {
    const begun = jest.fn()
    const failure = await finishing(AbortSignal.abort(), begun).catch((error: unknown) => error)
    expect(failure).toMatchObject({ kind: 'cancelled', nothingSent: true })
    expect(begun).not.toHaveBeenCalled()
  })
})

function untilAborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)))
}
