import { HostWatch, watching } from '../../../src/plugin/process'

let exit: jest.SpyInstance

beforeEach(() => {
  jest.useFakeTimers()
  exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never)
})

afterEach(() => {
  process.removeAllListeners('SIGTERM')
  jest.restoreAllMocks()
  jest.useRealTimers()
})

describe('a host that does not call', () => {
  it('ends the process, but not before it would have given up itself', () => {
    new HostWatch(() => false)
    jest.advanceTimersByTime(60_000)
    expect(exit).not.toHaveBeenCalled()
    jest.advanceTimersByTime(watching.forFirstCall)
    expect(exit.mock.calls).toEqual([[1]])
  })

  it('is told to who ends the process meanwhile', () => {
    const ended = jest.fn()
    new HostWatch(() => false).onEnd(ended)
    jest.advanceTimersByTime(watching.forFirstCall)
    expect(ended.mock.calls).toEqual([['The host did not call.', 1]])
    expect(exit).not.toHaveBeenCalled()
  })

  it('ends nothing where it has called', () => {
    new HostWatch(() => false).called()
    jest.advanceTimersByTime(10 * watching.forFirstCall)
    expect(exit).not.toHaveBeenCalled()
  })
})

describe('a host that dies', () => {
  it('ends the process, though nothing is served yet', () => {
    let isGone = false
    new HostWatch(() => isGone)
    jest.advanceTimersByTime(5 * watching.forParent)
    expect(exit).not.toHaveBeenCalled()
    isGone = true
    jest.advanceTimersByTime(watching.forParent)
    expect(exit.mock.calls).toEqual([[1]])
  })

  it('ends it also after calls, and once', () => {
    const ended = jest.fn()
    const watch = new HostWatch(() => true)
    watch.onEnd(ended)
    watch.called()
    jest.advanceTimersByTime(5 * watching.forParent)
    expect(ended.mock.calls).toEqual([['The host ended without stopping the provider.', 1]])
  })
})

describe('SIGTERM', () => {
  it('ends the process, though nothing is served yet', () => {
    new HostWatch(() => false)
    process.emit('SIGTERM')
    expect(exit.mock.calls).toEqual([[143]])
  })

  it('is told to who ends the process meanwhile', () => {
    const ended = jest.fn()
    new HostWatch(() => false).onEnd(ended)
    process.emit('SIGTERM')
    expect(ended.mock.calls).toEqual([['The process received a signal to terminate.', 143]])
  })
})
