import { caught } from './caught'
import { directory, running, signal, status } from './directory-server'

describe('the service', () => {
  it.each<[string, unknown, object]>([
    ['INI text', running, { state: 'running', version: '2.6.7', uptime: '3 days' }],
    ['quoted INI text', status('[OPENLDAP]\nrunning="0"\ninstalled="1"\n'), { state: 'stopped' }],
    [
      'INI text of more services',
      status('[CRON]\nrunning=1\n\n[APP_OPENLDAP]\ninstalled=0'),
      { state: 'not installed' },
    ],
    ['an object', { Status: true, Data: { running: true, installed: 1 } }, { state: 'running' }],
    ['nothing at all', status(''), { state: 'not installed' }],
    ['running and version alone', status('[X]\nrunning=0\nmaster_version=2.6'), { state: 'stopped' }],
  ])('is read from %s', async (_, answer, expected) => {
    const { directory: ldap } = await directory({ 'GET /status': answer })
    expect(await ldap.service.status(signal)).toMatchObject(expected)
  })

  it('is unreadable where it does not tell whether it runs', async () => {
    const { directory: ldap } = await directory({ 'GET /status': status('[APP_OPENLDAP]\ncolor=red') })
    expect((await caught(ldap.service.status(signal))).kind).toBe('unreadable')
  })

  it.each(['Please wait', `a${' '.repeat(1_000_000)}b`])(
    'is unreadable where it is told by a sentence',
    async (sentence) => {
      const { directory: ldap } = await directory({ 'GET /status': status(sentence) })
      expect((await caught(ldap.service.status(signal))).kind).toBe('unreadable')
    },
  )

  it('is installed once and waited for', async () => {
    let looks = 0
    const { directory: ldap, requests } = await directory({
      'GET /install': 'drop',
      'GET /status': () => {
        looks += 1
        if (looks === 1) return { Status: false, Error: 'BUSY' }
        return looks < 3 ? status('[APP_OPENLDAP]\ninstalled=0\nrunning=0') : running
      },
    })
    expect((await ldap.service.install(10_000, signal)).state).toBe('running')
    expect(requests().filter((request) => request === 'GET /install')).toHaveLength(1)
  })

  it('says what it saw last when the time is over', async () => {
    const { directory: ldap } = await directory({
      'GET /install': { Status: true },
      'GET /status': status('[APP_OPENLDAP]\ninstalled=1\nrunning=0'),
    })
    const error = await caught(ldap.service.install(600, signal))
    expect(error.message).toContain('not running after 0.6 s')
    expect(error.message).toContain('it is stopped')
  })

  it('is no longer waited for when that is cancelled, and says that it goes on', async () => {
    const stopping = new AbortController()
    const { directory: ldap } = await directory({
      'GET /install': { Status: true },
      'GET /status': () => {
        stopping.abort(new Error('stop'))
        return status('[APP_OPENLDAP]\ninstalled=0\nrunning=0')
      },
    })
    const error = await caught(ldap.service.install(60_000, stopping.signal))
    expect([error.kind, error.message]).toEqual(['cancelled', expect.stringContaining('goes on by itself')])
  })

  it('is not said to go on where nothing was sent of its installation', async () => {
    const { directory: ldap } = await directory({})
    const error = await caught(ldap.service.install(60_000, AbortSignal.abort()))
    expect([error.kind, error.message]).toEqual(['cancelled', expect.stringContaining('nothing was sent')])
  })

  it('is uninstalled and waited for', async () => {
    let asked = false
    const { directory: ldap } = await directory({
      'GET /uninstall': () => {
        asked = true
        return { Status: true }
      },
      'GET /status': () => (asked ? status('[APP_OPENLDAP]\ninstalled=0\nrunning=0') : running),
    })
    await ldap.service.uninstall(10_000, signal)
    expect((await ldap.service.status(signal)).state).toBe('not installed')
  })
})

describe('the last backup', () => {
  it('is told by size and time', async () => {
    const { directory: ldap } = await directory({
      'GET /backup/instant': { Status: true, filesize: '20480', filetime: 1781654400 },
    })
    expect(await ldap.lastBackup(signal)).toEqual({ size: 20480, time: new Date('2026-06-17T00:00:00Z') })
  })

  it.each<[string, object]>([
    ['zeros', { Status: true, filesize: 0, filetime: 0 }],
    ['an error', { Status: false, Error: 'NO_BACKUP' }],
    ['no fields', { Status: true, Info: '' }],
  ])('is none where the appliance tells %s', async (_, answer) => {
    const { directory: ldap } = await directory({ 'GET /backup/instant': answer })
    expect(await ldap.lastBackup(signal)).toBeUndefined()
  })

  it('is not known where the appliance tells something else', async () => {
    const { directory: ldap } = await directory({
      'GET /backup/instant': { Status: false, Error: 'SOCKET_NOT_FOUND' },
    })
    expect((await caught(ldap.lastBackup(signal))).kind).toBe('failed')
  })

  it('is not known where its time is no time', async () => {
    const answer = { Status: true, filesize: 1, filetime: Number.MAX_SAFE_INTEGER }
    const { directory: ldap } = await directory({ 'GET /backup/instant': answer })
    expect((await caught(ldap.lastBackup(signal))).kind).toBe('unreadable')
  })
})
