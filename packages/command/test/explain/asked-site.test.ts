import { askedSite, parentsOf, sitesFor } from '../../src/explain/asked-site'
import { phraseText } from '../../src/report/phrase'

function notesOn(typed: string): readonly string[] {
  return askedSite(typed).notes.map((note) => phraseText(note, (name) => `«${name}»`))
}

it.each([
  ['ads.example', 'ads.example'],
  ['  ADS.Example.  ', 'ads.example'],
  ['www.ads.example', 'ads.example'],
  ['*.ads.example', 'ads.example'],
  ['https://www.ads.example:8443/a?b#c', 'ads.example'],
  ['https://ann:hunter2@ads.example/@other.example', 'ads.example'],
  ['http://ads.example\\@other.example/', 'ads.example'],
  ['ads.example/path', 'ads.example'],
  ['ads.example:443', 'ads.example'],
  ['http://192.0.2.1:3128/', '192.0.2.1'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('reads %j as %s', (typed, site) => {
  expect(askedSite(typed)).toMatchObject({ name: site, site })
})

it('says what it made of a text, without what may be secret in it', () => {
  expect(notesOn('ads.example')).toEqual([])
  expect(notesOn('ADS.example.')).toEqual([])
  expect(notesOn('www.ads.example')).toEqual([
    'read as «ads.example»; the appliance drops the leading "www."',
  ])
  expect(notesOn('https://ann:hunter2@www.ads.example/?token=hunter2')).toEqual([
    'only the host counts: «ads.example»; the appliance drops the leading "www."',
  ])
  expect(notesOn('bücher.example')).toEqual(['read as «xn--bcher-kva.example»'])
})

it('says what becomes of names that are stored as others or never become active', () => {
  expect(notesOn('ww2.ads.example')).toEqual([
    '«ww2.ads.example» never becomes active, even in a category that contains it',
  ])
  expect(notesOn('login.www.ads.example')).toEqual([
    'the autonomous category service would store «login.www.ads.example» as «ads.example»; the older routes store it unchanged',
  ])
})

it('takes names that no category can contain, but whose parents one can', () => {
  const asked = askedSite('www.gov.uk')
  expect(asked).toMatchObject({ name: 'www.gov.uk', site: undefined, parents: ['gov.uk'] })
  expect(sitesFor(asked)).toEqual(['gov.uk'])
  expect(notesOn('www.gov.uk')).toEqual([
    expect.stringMatching(/^no list can contain it: «www\.gov\.uk» would be stored as "gov\.uk"/),
  ])
})

it('takes names that a compile deletes', () => {
  expect(askedSite('co.uk')).toMatchObject({ name: 'co.uk', site: undefined, parents: [] })
  expect(notesOn('co.uk')).toEqual([
    expect.stringContaining('«co.uk» is a name that the appliance deletes with each compile'),
  ])
})

it.each([
  '',
  'localhost',
  '1.2.3',
  'foo..example',
  'a b.example',
  'http://[::1]/',
  '16909060.addr',
  'http:///',
])('refuses %j', (typed) => {
  expect(() => askedSite(typed)).toThrow('This is not the name of a website: ')
})

it('quotes no text that may be a login with a password', () => {
  const message = (typed: string) => {
    try {
      return askedSite(typed).name
    } catch (error) {
      return String(error).replace('Error: This is not the name of a website: ', '')
    }
  }
  expect(message('ann@ads.example')).toMatch(/^The text contains an @/)
  expect(message('ann:hunter2@ads.example')).not.toContain('hunter2')
  expect(message('https://ann:hunter2@localhost/')).toMatch(/^"localhost" has no dot/)
})

it('knows the sites above a name, the nearest first, and none that a compile deletes', () => {
  expect(parentsOf('a.b.example.co.uk')).toEqual(['b.example.co.uk', 'example.co.uk'])
  expect(parentsOf('a.pages.github.io')).toEqual(['pages.github.io', 'github.io'])
  expect(parentsOf('192.0.2.1')).toEqual([])
  expect(parentsOf('example.com')).toEqual([])
})
