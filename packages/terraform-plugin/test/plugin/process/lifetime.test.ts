import { Lifetime, patience } from '../../../src/plugin/hosted-mode'
import type { Logger } from '../../../src/plugin/logger'
import { HostWatch, watching } from '../../../src/plugin/process'

const silent: Logger = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }
let exit: jest.SpyInstance
let hostIsGone: boolean

const started = () => new Lifetime(silent, new HostWatch(() => hostIsGone))

beforeEach(() => {
  jest.useFakeTimers()
  hostIsGone = false
  exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never)
})

afterEach(() => {
  process.removeAllListeners('SIGTERM')
  jest.restoreAllMocks()
  jest.useRealTimers()
})

describe('a process whose host never calls', () => {
  it('ends, though the host has dialled', async () => {
    const lifetime = started()
    lifetime.connectionsChanged(1)
    jest.advanceTimersByTime(watching.forFirstCall)
    expect(lifetime.signal.aborted).toBe(true)
    await jest.advanceTimersByTimeAsync(1)
    expect(exit).toHaveBeenCalledWith(1)
  })

  it('stays where it has called', () => {
    const lifetime = started()
    lifetime.connectionsChanged(1)
    lifetime.called()
    jest.advanceTimersByTime(10 * watching.forFirstCall)
    expect(exit).not.toHaveBeenCalled()
    expect(lifetime.signal.aborted).toBe(false)
  })
})

describe('a process whose host has died', () => {
  it('ends, though the connection seems to stand', async () => {
    const lifetime = started()
    lifetime.connectionsChanged(1)
    lifetime.called()
    hostIsGone = true
    jest.advanceTimersByTime(watching.forParent)
    expect(lifetime.signal.reason).toMatchObject({ message: 'The host ended without stopping the provider.' })
    await jest.advanceTimersByTimeAsync(1)
    expect(exit).toHaveBeenCalledWith(1)
  })
})

describe('a process whose host has hung up', () => {
  const hungUp = () => {
    const lifetime = started()
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
    await jest.advanceTimersByTimeAsync(1)
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
  it('ends as soon as the answer has left, though the host keeps the connection', async () => {
    const lifetime = started()
    let answered = () => {}
    lifetime.connectionsChanged(1)
    lifetime.shutDown({
      whenAnswered(listener) {
        answered = listener
      },
    })
    await jest.advanceTimersByTimeAsync(1)
    expect(exit).not.toHaveBeenCalled()
    answered()
    await jest.advanceTimersByTimeAsync(1)
    expect(exit).toHaveBeenCalledWith(0)
  })

  it('ends by itself where the host does not take the answer', () => {
    const lifetime = started()
    lifetime.connectionsChanged(1)
    lifetime.shutDown({ whenAnswered() {} })
    jest.advanceTimersByTime(patience.forGoodbye)
    expect(exit).toHaveBeenCalledWith(0)
  })
})
