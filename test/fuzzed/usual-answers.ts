import type { Usual } from './scenarios'

/** Contents of valid answers (docs/appliance), which the mutations begin with. */

export const done = { Status: true, Info: 'done', Error: '' }
export const refused = { Status: false, Info: '', Error: 'the appliance would not' }

const rpz = { rpz_enabled: 0, rpz_action: 2, rpz_redirect: '' }
const ads = { table_name: 'category_ads', category_name: 'ads', category_id: 250, ...rpz }
const games = { table_name: 'category_games', category_name: 'games', category_id: 251, ...rpz }

export const olderList = { Status: true, Error: '', Categories: [ads, games] }
export const olderListWithNews = {
  ...olderList,
  Categories: [ads, { table_name: '', category_name: 'news', category_id: 252, ...rpz }],
}
export const autonomousList = {
  status: true,
  info: '',
  categories: {
    250: { table: 'category_ads', items: 3, name: 'ads', description: 'advertisement' },
    251: { table: 'category_games', items: 0, name: 'games', description: '' },
  },
}
export const heldByNone = {
  Status: false,
  Info: 'a.example found inside 0 categorie(s)',
  Error: '',
  Categories: [],
}
export const heldByAds = {
  Status: true,
  Info: 'a.example found inside 1 categorie(s)',
  Error: '',
  Categories: [ads],
}
export const addedOne = { Status: true, Info: '1 site added in category_ads (4 elements)', Error: '' }
export const added = { status: true, info: '2 sites added in category_ads (5 elements)' }

export const interfaces = {
  interfaces: [
    {
      Name: 'lo',
      State: 'up|loopback|running',
      Mac: '',
      Addresses: ['127.0.0.1/8/ip+net', '::1/128/ip+net'],
    },
    { Name: 'eth0', State: 'up|broadcast', Mac: '02:00:00:00:00:01', Addresses: ['192.0.2.7/24/ip+net'] },
  ],
}

export const analysis = {
  domain_test: true,
  domain_record: '192.0.2.80',
  telnet: true,
  telnet_error: '',
  proto: 'https',
  port: 443,
  domain: 'www.example.org',
  query_url: 'https://www.example.org',
  direct_http: true,
  direct_http_error: '',
  direct_http_err_code: 200,
  direct_http_response_headers: ['Server: nginx', 'Date: today'],
  proxy_enable: true,
  proxy_url: 'http://127.0.0.1:3128',
  proxy_error: false,
  proxy_error_str: '',
  proxy_response_headers: ['Via: proxy'],
  proxy_response_code: 200,
  proxy_dns: [
    { dnsname: '192.0.2.53', dns_success: true, dns_error: '', dns_result: '192.0.2.80, 2001:db8::80' },
  ],
}

export const databases = {
  Status: true,
  Error: '',
  Databases: {
    1270002: {
      Response: '1270002',
      ipaddr: '127.0.0.2',
      Description: 'spam',
      TableName: 'rbl_1270002',
      Items: 12,
      Enabled: 1,
      TTL: 3600,
      Date: '2026-06-17T02:00:00.123Z',
    },
  },
}
export const twoRecords = {
  Status: true,
  Error: '',
  Records: { '192.0.2.1': { description: 'spam', date: '2026-06-17' }, '192.0.2.2': { description: 'bulk' } },
}
export const listedRecords = [
  twoRecords,
  { Status: true, Records: ['192.0.2.1', { ip: '192.0.2.2', listed: false }] },
]
export const noRecords = { Status: true, Error: '', Records: [] }

export const running = {
  Status: true,
  Info: '[APP_OPENLDAP]\nrunning=1\ninstalled=1\nmaster_version=2.6.7\nuptime=3 days',
}
export const runningAsData = {
  Status: true,
  Data: { APP_OPENLDAP: { running: 1, installed: true, version: '2.6.7' } },
}
export const notInstalled = { Status: true, Info: '[APP_OPENLDAP]\nrunning=0\ninstalled=0' }

export const member = {
  Status: true,
  Data: {
    uid: 'ann.lee',
    givenName: 'Ann',
    sn: ['Lee'],
    mail: 'ann@example.org',
    ou: 'acme',
    gidNumber: '5001',
  },
}
export const memberInInfo = {
  Status: true,
  Info: JSON.stringify({ login: 'ann.lee', firstname: 'Ann', gpid: 5001 }),
}
export const groups = {
  Status: true,
  Data: [
    { gidNumber: 5001, cn: 'staff' },
    { gid: '5002', name: 'night' },
  ],
}
export const groupsByNumber = { Status: true, Data: { 5001: 'staff', 5002: { name: 'night' } } }
export const noGroups = { Status: true, Data: [] }
export const organizations = { Status: true, Data: ['acme', { name: 'other' }] }
export const lastBackup = { Status: true, filesize: 12_345, filetime: 1_781_661_600 }
export const noSuchMember = { Status: false, Error: 'Member not found' }

/** What every appliance of the scenarios answers where nothing else is said. */
export const usualAnswers: Usual = {
  'GET /categories/list': olderList,
  'GET /categories/query/[domain]': heldByNone,
  'GET /database/records/[ID]/[addresses]': noRecords,
  'GET /openldap/status': running,
  'GET /openldap/members/[uid]': member,
  'GET /openldap/members/[uid]/groups': groups,
  'GET /openldap/groups': groups,
  'GET /openldap/ous': organizations,
}

/** The same for names that the client invents, and for the address that no database lists. */
export const answersForInventions: Usual = {
  'GET /categories/query/[domain]': heldByNone,
  'GET /database/records/[ID]/[addresses]': noRecords,
  'GET /openldap/members/[uid]': noSuchMember,
}
