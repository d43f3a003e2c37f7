import { type Child, parentWatch } from '../../../src/plugin/process'

/** Above the numbers that any system gives to processes. */
const nobody = 2 ** 30

describe('the parent of a process', () => {
  it('is there while it lives', () => {
    expect(parentWatch()()).toBe(false)
  })

  it('is gone when another one has taken its place', () => {
    let ppid = 4711
    const isGone = parentWatch(childOf('linux', () => ppid))
    expect(isGone()).toBe(false)
    ppid = 1
    expect(isGone()).toBe(true)
  })

  it.each([0, 1])('is there where it is %d from the beginning, as in a container', (first) => {
    const isGone = parentWatch(childOf('linux', () => first))
    expect(isGone()).toBe(false)
  })
})

describe('the parent of a process on Windows, which keeps its number', () => {
  it('is there while it lives', () => {
    expect(parentWatch(childOf('win32', () => process.ppid))()).toBe(false)
  })

  it('is gone when nobody has its number', () => {
    expect(parentWatch(childOf('win32', () => nobody))()).toBe(true)
  })

  it('is there where it may not be signaled', () => {
    const kill = () => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
    }
    expect(parentWatch({ platform: 'win32', ppid: nobody, kill })()).toBe(false)
  })
})

function childOf(platform: NodeJS.Platform, parent: () => number): Child {
  return {
    platform,
    get ppid() {
      return parent()
    },
    kill: process.kill,
  }
}
