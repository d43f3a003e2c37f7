import { Lifetime, patience } from '../../../src/terraform/plugin/lifetime'
import type { Logger } from '../../../src/terraform/plugin/logger'

const silent: Logger = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }
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

describe('a process whose host never dials', () => {
  it('ends, but not before the host itself would give up', () => {
    new Lifetime(silent)
    jest.advanceTimersByTime(60_000)
    expect(exit).not.toHaveBeenCalled()
    jest.advanceTimersByTime(patience.forFirstConnection)
    expect(exit).toHaveBeenCalledWith(1)
  })

  it('stays once the host has dialled', () => {
    const lifetime = new Lifetime(silent)
    lifetime.connectionsChanged(1)
    jest.advanceTimersByTime(10 * patience.forFirstConnection)
    expect(exit).not.toHaveBeenCalled()
    expect(lifetime.signal.aborted).toBe(false)
  })
})

describe('a process whose host has hung up', () => {
  const hungUp = () => {
    const lifetime = new Lifetime(silent)
    lifetime.connectionsChanged(1)
    lifetime.connectionsChanged(0)
    return lifetime
  }

  it('ends after a while', async () => {
    const { signal } = hungUp()
    jest.advanceTimersByTime(patience.forReconnection - 1)
    expect(signal.aborted).toBe(false)
    jest.advanceTimersByTime(1)
    expect(signal.aborted).toBe(true)
    await jest.runAllTimersAsync()
    expect(exit).toHaveBeenCalledWith(1)
  })

  it('stays where the host dials again before that', () => {
    const lifetime = hungUp()
    jest.advanceTimersByTime(patience.forReconnection - 1)
    lifetime.connectionsChanged(1)
    jest.advanceTimersByTime(10 * patience.forReconnection)
    expect(lifetime.signal.aborted).toBe(false)
    expect(exit).not.toHaveBeenCalled()
  })
})

describe('a process that is asked to shut down', () => {
  it('ends as soon as the host has hung up', () => {
    const lifetime = new Lifetime(silent)
    lifetime.connectionsChanged(1)
    lifetime.shutDown()
    expect(exit).not.toHaveBeenCalled()
    lifetime.connectionsChanged(0)
    expect(exit).toHaveBeenCalledWith(0)
  })

  it('ends by itself where the host keeps the connection', () => {
    const lifetime = new Lifetime(silent)
    lifetime.connectionsChanged(1)
    lifetime.shutDown()
    jest.advanceTimersByTime(patience.forGoodbye)
    expect(exit).toHaveBeenCalledWith(0)
  })
})
