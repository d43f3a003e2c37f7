import { instructions } from '../../src/plugin/debug-mode'

const options = { name: 'test', address: 'example.org/test/test' }

describe('the instructions of debug mode', () => {
  it('tell a host where it attaches', () => {
    const told = instructions(options, { network: 'unix', address: '/tmp/x/plugin.sock' })
    const [, json = ''] = /TF_REATTACH_PROVIDERS='(.*)'/.exec(told) ?? []
    expect(JSON.parse(json)).toMatchObject({
      'example.org/test/test': { Pid: process.pid, Addr: { Network: 'unix', String: '/tmp/x/plugin.sock' } },
    })
    expect(told).not.toContain('Warning')
  })

  it('are one text for a shell, whatever the name of the folder', () => {
    const told = instructions(options, { network: 'unix', address: "/home/o'neil/plugin.sock" })
    // A shell reads it up to the first quote, which none of its parts may be.
    const [, read = ''] = /TF_REATTACH_PROVIDERS='([^']*)'\n/.exec(told) ?? []
    expect(JSON.parse(read)).toMatchObject({
      'example.org/test/test': { Addr: { String: "/home/o'neil/plugin.sock" } },
    })
  })

  it('warn where others of the machine can attach, too', () => {
    const told = instructions(options, { network: 'tcp', address: '127.0.0.1:10000' })
    expect(told).toContain('every user and every program of this machine can reach it')
    expect(told).toContain('without encryption')
  })
})
