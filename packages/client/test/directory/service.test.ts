import type { ServerResponse } from 'node:http'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { caught, toldOf } from '../caught'
import { json } from '../server'
import { directory, running, signal, status } from './directory-server'

const off = (more: string) => status(`[APP_OPENLDAP]\nservice_disabled=0\n${more}`)

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
    ['a switch that is off', off('installed=1\nrunning=0\nmaster_version=2.6'), { state: 'not installed' }],
    ['a switch that is off beside nothing else', off('installed=1'), { state: 'not installed' }],
    ['a switch that is on', status('[A]\nservice_disabled=1\nrunning=1'), { state: 'running' }],
    [
      'a switch that is on, and not running',
      status('[A]\nservice_disabled=1\nrunning=0'),
      { state: 'stopped' },
    ],
    ['an uptime alone', status('[A]\ninstalled=1\nuptime=3 days'), { state: 'running', uptime: '3 days' }],
    ['an uptime of nothing', status('[A]\ninstalled=1\nuptime=0s'), { state: 'stopped' }],
    ['the number of a process', status('[A]\nservice_disabled=1\nmaster_pid=4711'), { state: 'running' }],
    ['no process', status('[A]\nservice_disabled=1\nmaster_pid=0'), { state: 'stopped' }],
    ['installed without any sign of running', status('[A]\ninstalled=1\nuptime='), { state: 'stopped' }],
    [
      'not running, whatever the uptime',
      status('[A]\ninstalled=1\nrunning=0\nuptime=9s'),
      { state: 'stopped' },
    ],
    ['the word running', status('running'), { state: 'running', details: { status: 'running' } }],
    ['the word Stopped.', status(' Stopped.\n'), { state: 'stopped' }],
    ['the words not installed', status('not installed'), { state: 'not installed' }],
    ['the token NOT_INSTALLED', status('NOT_INSTALLED'), { state: 'not installed' }],
    ['the words is not running', status('is not running'), { state: 'stopped' }],
    ['a word in Data', { Status: true, Info: '', Data: 'Running' }, { state: 'running' }],
    ['a word in a section', status('[APP_OPENLDAP]\nstatus=stopped'), { state: 'stopped' }],
    ['a word for running', status('[APP_OPENLDAP]\nrunning=inactive\ninstalled=1'), { state: 'stopped' }],
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

  it.each(['down since 10:15', 'stopped 3 days ago', '2026-11-24T10:15:00Z'])(
    'is unreadable with the uptime %j, which is no time of running',
    async (uptime) => {
      const answer = status(`[APP_OPENLDAP]\ninstalled=1\nuptime=${uptime}`)
      const { directory: ldap } = await directory({ 'GET /status': answer })
      expect((await caught(ldap.service.status(signal))).kind).toBe('unreadable')
    },
  )

  it.each(['Please wait', 'running out of memory', 'not', `a${' '.repeat(1_000_000)}b`])(
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
    expect(diagnosticOf(error).message).toContain('not running after a wait of 0.6 seconds')
    expect(diagnosticOf(error).message).toContain('reported it as stopped')
  })

  describe('that is restarted', () => {
    const told = (state: string, uptime?: string) =>
      status(
        `[APP_OPENLDAP]\ninstalled=1\nrunning=${state}${uptime === undefined ? '' : `\nuptime=${uptime}`}`,
      )

    /** Answers each look with the next of these, and all further ones with the last. The first is before the restart. */
    async function restarted(
      looks: readonly unknown[],
      settling?: number,
      { within = 60_000, answer = { Status: true } }: { within?: number; answer?: unknown } = {},
    ) {
      const left = [...looks]
      const { directory: ldap, requests } = await directory({
        'GET /restart': answer,
        'GET /status': (request: unknown, response: ServerResponse) => {
          const told = left.length > 1 ? left.shift() : left[0]
          return typeof told === 'function' ? told(request, response) : told
        },
      })
      const found = await ldap.service.restart(within, signal, settling)
      expect(requests().slice(0, 2)).toEqual(['GET /status', 'GET /restart'])
      return { found, looks: requests().length - 2 }
    }

    const never = 3_600_000

    it('is waited for until it has gone and come back', async () => {
      const looks = [told('1'), told('1'), told('0'), told('1')]
      expect(await restarted(looks, never)).toMatchObject({ found: { state: 'running' }, looks: 3 })
    })

    it('has gone where its status could not be told', async () => {
      const looks = [told('1'), told('1'), { Status: false, Error: 'SOCKET_NOT_FOUND' }, told('1')]
      expect(await restarted(looks, never)).toMatchObject({ looks: 3 })
    })

    it.each([
      ['1mn 2s', '1mn 3s', '0s'],
      ['3 days', '3 days', '4 seconds'],
      ['1h 0mn', '1h 0mn', '59mn'],
      ['4711', '4712', '2'],
      ['00:01:40', '00:01:41', '00:00:01'],
      ['2 days, 1:00', '2 days, 1:00', '0:01'],
    ])('has come back where its uptime was %s and %s, and is %s', async (before, still, after) => {
      const looks = [told('1', before), told('1', still), told('1', after)]
      expect(await restarted(looks, never)).toMatchObject({ found: { uptime: after }, looks: 2 })
    })

    it.each([
      ['nothing', undefined, undefined],
      ['what cannot be compared', 'a while', 'a moment'],
      ['other units than before', '3 fortnights', '1s'],
      ['what grows', '1mn 2s', '1mn 3s'],
    ])('has to stay for a while where its uptime tells %s', async (_, before, after) => {
      const looks = [told('1', before), told('1', after)]
      const [settled, over] = await Promise.all([
        restarted(looks, 600),
        restarted(looks, never, { within: 1000 }),
      ])
      expect(settled.looks).toBeGreaterThan(1)
      expect(over.found.state).toBe('running')
    })

    it('that did not run before ends with the first answer that says so', async () => {
      expect(await restarted([told('0'), told('1')], never)).toMatchObject({ looks: 1 })
    })

    it('that goes and does not come back is said to', async () => {
      const { message } = await toldOf(restarted([told('1'), told('0')], never, { within: 600 }))
      expect(message).toContain('not running after a wait of 0.6 seconds for its restart')
    })

    it('is not said to be restarted where the answer was lost, and nothing shows it', async () => {
      const lost = { answer: 'drop' }
      await expect(restarted([told('1'), told('1')], 100, lost)).rejects.toMatchObject({
        kind: 'interrupted',
      })
      expect(await restarted([told('1'), told('0'), told('1')], never, lost)).toMatchObject({ looks: 2 })
    })

    it.each<[string, unknown]>([
      ['a connection that broke', 'drop'],
      [
        'a proxy that answered 502',
        (_: unknown, response: ServerResponse) => json(response, 'Bad gateway', 502),
      ],
      [
        'a proxy that answered 502 with an error',
        (_: unknown, response: ServerResponse) => json(response, { error: 'no route to host' }, 502),
      ],
    ])('has not gone because of %s', async (_, lost) => {
      const looks = [told('1'), lost, lost, told('1')]
      const gone = [told('1'), lost, told('0'), lost, told('1')]
      const [settled, unseen, seen] = await Promise.allSettled([
        restarted(looks, 1500),
        restarted(looks, 100, { answer: 'drop' }),
        restarted(gone, never, { answer: 'drop' }),
      ])
      expect(settled).toMatchObject({ status: 'fulfilled' })
      expect(settled.status === 'fulfilled' && settled.value.looks).toBeGreaterThan(3)
      expect(unseen).toMatchObject({ status: 'rejected', reason: { kind: 'interrupted' } })
      expect(seen).toMatchObject({ status: 'fulfilled', value: { looks: 4 } })
    })

    it('is restarted although its status could not be told before', async () => {
      const looks = [{ Status: false, Error: 'BUSY' }, told('1'), told('0'), told('1')]
      expect(await restarted(looks, never)).toMatchObject({ looks: 3 })
    })
  })

  it('says in words that can be read that a removal took too long', async () => {
    const { directory: ldap } = await directory({ 'GET /uninstall': { Status: true } })
    const error = await caught(ldap.service.uninstall(600, signal))
    expect(diagnosticOf(error).message).toContain(
      'The directory service is still installed after a wait of 0.6 seconds for its removal',
    )
    expect(diagnosticOf(error).message).toContain('last reported it as running')
    expect(diagnosticOf(error).code).toBe('directory-wait-too-long')
  })

  it('is no longer waited for when that is canceled, and says that it goes on', async () => {
    const stopping = new AbortController()
    const { directory: ldap } = await directory({
      'GET /install': { Status: true },
      'GET /status': () => {
        stopping.abort(new Error('stop'))
        return status('[APP_OPENLDAP]\ninstalled=0\nrunning=0')
      },
    })
    const error = await caught(ldap.service.install(60_000, stopping.signal))
    expect([error.kind, diagnosticOf(error).message]).toEqual([
      'cancelled',
      expect.stringContaining('continues in the background'),
    ])
  })

  it('is not said to go on where nothing was sent of its installation', async () => {
    const { directory: ldap } = await directory({})
    const error = await caught(ldap.service.install(60_000, AbortSignal.abort()))
    expect([error.kind, diagnosticOf(error).message]).toEqual([
      'cancelled',
      expect.stringContaining('canceled before it was sent'),
    ])
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
  const last = async (answer: object) => {
    const { directory: ldap } = await directory({ 'GET /backup/instant': answer })
    return ldap.lastBackup(signal)
  }

  it.each<[string, object, string | undefined]>([
    ['size and time', {}, undefined],
    ['the name of its file too', { filename: 'Save-2026-06-17.gz' }, 'Save-2026-06-17.gz'],
    ['an empty name', { filename: ' ' }, undefined],
    ['a name that is none', { filename: ['x'] }, undefined],
  ])('is told by %s', async (_, more, filename) => {
    const expected = { size: 20480, time: new Date('2026-06-17T00:00:00Z'), filename }
    const fields = { filesize: '20480', filetime: 1781654400, ...more }
    expect(await last({ Status: true, ...fields })).toEqual(expected)
    expect(await last({ Status: true, Data: fields })).toEqual(expected)
  })

  it.each<[string, object]>([
    ['zeros', { Status: true, filesize: 0, filetime: 0 }],
    ['an error', { Status: false, Error: 'NO_BACKUP' }],
    ['an error of another form', { Status: false, Error: 'BACKUP_NOT_FOUND' }],
    ['a sentence', { Status: false, Info: 'No backup found.' }],
  ])('is none where the appliance tells %s', async (_, answer) => {
    expect(await last(answer)).toBeUndefined()
  })

  it.each([
    { Error: 'SOCKET_NOT_FOUND' },
    { Error: 'slapcat: no such file or directory' },
    { Error: 'NO_BACKUP_SPACE_LEFT' },
    { Info: 'No backup found: /backup is not mounted' },
    { Error: 'NO_BACKUP', Info: 'slapcat: permission denied' },
    {},
  ])('is not known where the appliance fails with %j, which is quoted', async (texts) => {
    const error = await caught(last({ Status: false, ...texts }))
    expect(error.kind).toBe('failed')
    for (const text of Object.values(texts)) expect(diagnosticOf(error).message).toContain(text)
  })

  it.each<[string, object]>([
    ['its time is no time', { filesize: 1, filetime: Number.MAX_SAFE_INTEGER }],
    ['its time is before all times', { filesize: 1, filetime: -1 }],
    ['its size is less than nothing', { filesize: -1, filetime: 1781654400 }],
    ['nothing of it is told', { Info: '' }],
    ['it is told by a sentence', { Info: 'Save-2026-06-17.gz holds 20480 bytes' }],
    ['it is told by other names', { Data: { bytes: 20480, date: '2026-06-17' } }],
    ['its time is missing', { filesize: 20480 }],
    ['its size is missing', { filetime: 1781654400 }],
    ['its name is told alone', { filename: 'Save-2026-06-17.gz' }],
    ['it has a size and no time', { filesize: 20480, filetime: 0 }],
    ['it has a name and is empty', { filesize: 0, filetime: 0, filename: 'Save-2026-06-17.gz' }],
  ])('is not known where %s, and the answer is quoted', async (_, fields) => {
    const error = await caught(last({ Status: true, ...fields }))
    expect(error.kind).toBe('unreadable')
    expect(diagnosticOf(error).message).toContain(`"${Object.keys(fields).at(-1)}": `)
  })
})
