import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type DiagnosticCode, frameworkDiagnostics } from '@webfilter/terraform-plugin'

import * as absence from '../../src/diagnostics/absence'
import * as answers from '../../src/diagnostics/answers'
import {
  catalogue,
  linesSkipped,
  nearCodes,
  notReached,
  possibleWarnings,
  unseen,
} from '../../src/diagnostics/catalogue'
import * as connection from '../../src/diagnostics/connection'
import * as settings from '../../src/diagnostics/settings'

const room = resolve(__dirname, '../../src/diagnostics')
const entries = [...catalogue.values()].map(({ code, severity, summary }) => ({ code, severity, summary }))

describe('the catalogue of diagnostics', () => {
  it('has every entry of the room and of the framework, each code once, under the name of its code', async () => {
    const files = readdirSync(room).map((file) => import(join(room, file)))
    const modules: readonly Readonly<Record<string, unknown>>[] = [
      ...(await Promise.all(files)),
      frameworkDiagnostics,
    ]
    const exported = modules.flatMap((module) => Object.entries(module)).filter(isEntry)
    expect(exported.map(([, { code }]) => code).sort()).toEqual([...catalogue.keys()].sort())
    expect(exported.map(([name]) => name)).toEqual(
      exported.map(([, { code }]) => code.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())),
    )
  })

  it('gives no summary twice, as Terraform merges warnings by it', () => {
    const summaries = entries.map(({ summary }) => summary)
    expect([...new Set(summaries)]).toEqual(summaries)
  })

  it.each(entries)('has a code and a summary without names and numbers: $code', ({ code, summary }) => {
    expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
    expect(summary).toMatch(/^(?:[A-Z]|[a-z]+_)[^"`….]{5,88}[^.]$/)
    // Ports, statuses and counts differ from case to case.
    expect(summary.replace('UTF-8', 'Unicode')).not.toMatch(/\d/)
  })
})

function isEntry(exported: [string, unknown]): exported is [string, DiagnosticCode] {
  const [, value] = exported
  return Reflect.has(Object(value), 'code')
}

describe('the traits of entries', () => {
  const endingIn = (ending: RegExp) => [...catalogue.keys()].filter((code) => ending.test(code))

  it('count every code of something that was not checked, or not read, as not reached', () => {
    // The appliance is asked at the apply; how many sites a plan asks for is limited.
    const isAskedLater = 'conflicts-not-checked'
    expect(endingIn(/-not-(checked|read)$/).filter((code) => !notReached.has(code))).toEqual([isAskedLater])
    expect(endingIn(/-not-checked$/).filter((code) => !unseen.has(code))).toEqual([isAskedLater])
    expect([...linesSkipped].sort()).toEqual(endingIn(/-skipped$/).sort())
  })

  it('let an engine print the error of any request, which a data source may raise, as a warning', () => {
    const errors = [absence, answers, connection, settings].flatMap((file) =>
      Object.entries(file)
        .filter(isEntry)
        .map(([, entry]) => entry),
    )
    expect(errors.filter(({ code }) => !possibleWarnings.has(code))).toEqual([connection.checkNotPossible])
  })

  it('let an engine print warnings, and errors of data sources, as warnings', () => {
    const { possible, impossible } = {
      possible: ['category-adopted', 'server-error', 'not-found'],
      impossible: ['removal-limit-exceeded', 'check-not-possible', 'file-lines-invalid'],
    }
    expect([...possible, ...impossible].filter((code) => possibleWarnings.has(code))).toEqual(possible)
  })
})

it.each([
  ['category-adoptd', ['category-adopted']],
  ['lines-skipped', ['sites-file-lines-skipped']],
  ['adopted', ['member-adopted', 'category-adopted']],
  ['nothing-of-the-kind', []],
])('near %s are %j', (code, near) => {
  const known = ['category-adopted', 'not-checked', 'member-adopted', 'sites-file-lines-skipped', 'stays']
  expect(nearCodes(code, known)).toEqual(near)
})
