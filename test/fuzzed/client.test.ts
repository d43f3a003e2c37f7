import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { connect, type Route, routeName } from '@webfilter/appliance-client'
import fc from 'fast-check'
import { categoryCalls } from './category-calls'
import { type ClientCall, neverEndsWell } from './client-call'
import { directoryCalls } from './directory-calls'
import { hugeAnswerTo, oddAnswerTo, plainAnswer } from './odd-answers'
import { otherCalls } from './other-calls'
import { Scenarios } from './scenarios'
import { assertSideBySide } from './side-by-side'
import { judge } from './verdict'

const calls: readonly ClientCall[] = [...categoryCalls, ...directoryCalls, ...otherCalls]
const folder = mkdtempSync(join(tmpdir(), 'fuzzed-'))
let scenarios: Scenarios

beforeAll(async () => {
  scenarios = await Scenarios.open(join(folder, 'directory.sock'))
})

afterAll(async () => {
  await scenarios.close()
  rmSync(folder, { recursive: true })
})

describe('whatever an appliance answers, the client neither crashes nor mistakes it for a success', () => {
  const rows = calls.map((call, row): [string, number, ClientCall] => [titleOf(call), row, call])

  test.each(rows)('%s', async (_, row, call) => {
    await assertSideBySide(row, oddAnswerTo(call.valid), (odd) => judge(scenarios, call, odd))
  })

  test('in answers of ten megabytes', async () => {
    const callAndAnswer = fc
      .constantFrom(...calls)
      .chain((call) => hugeAnswerTo(call.valid).map((odd) => ({ call, odd })))
    await fc.assert(
      fc.asyncProperty(callAndAnswer, async ({ call, odd }) => void (await judge(scenarios, call, odd))),
      { numRuns: 5 },
    )
  })
})

test('a plain answer is read correctly, for every call that can succeed', async () => {
  const endings = calls.map(async (call) => {
    const endsWell = await judge(scenarios, call, plainAnswer(call.valid[0]))
    return endsWell === (call.problem === neverEndsWell) ? [titleOf(call)] : []
  })
  expect((await Promise.all(endings)).flat()).toEqual([])
})

describe('the table of calls', () => {
  const client = resolve(__dirname, '../../packages/client/src')
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )

  test('has every route that the client exports', () => {
    const routes = files
      .filter((name) => !name.endsWith('.d.ts'))
      .flatMap((name) => routesIn(jest.requireActual(join(client, name))))
    expect(routes.length).toBeGreaterThan(35)
    const covered = new Set(calls.map(({ route }) => JSON.stringify(route)))
    expect(routes.filter((route) => exists(route) && !covered.has(JSON.stringify(route)))).toEqual([])
  })

  test('has every path in the source', () => {
    const paths = files.flatMap((name) =>
      [...readFileSync(join(client, name), 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path),
    )
    const covered = new Set<string | undefined>(calls.map(({ route }) => route.path))
    expect(paths.filter((path = '') => exists({ path }) && !covered.has(path))).toEqual([])
  })

  test('has every method of the client that sends a request', () => {
    const silent = [
      'close',
      'addressMark',
      'takeWarnings',
      'beginAnew',
      'categories.beginAnew',
      'directory.groups.beginAnew',
      'categories.expectUnlisted',
      'categories.unlisted',
      'directory.groups.expectUnlisted',
      'directory.groups.unlisted',
      'directory.service.isInstalling',
      'directory.members.expect',
      'directory.members.recognize',
      'categoryChanges.isWanted',
      'categoryChanges.opening',
      'categoryChanges.isUncompiled',
      'categoryChanges.beginAnew',
      'categories.canAskForSites',
    ]
    const covered = new Set([...silent, ...calls.map(({ method }) => method)])
    expect(methodsIn(connect({})).filter((method) => !covered.has(method))).toEqual([])
  })
})

function titleOf({ method, route, circumstances }: ClientCall): string {
  return [`${method}, by ${routeName(route)}`, circumstances].filter((each) => each !== undefined).join(', ')
}

/** Those with a random word are asked because no appliance has them. */
function exists({ path }: Pick<Route, 'path'>): boolean {
  return !path.endsWith('[word]')
}

/** Every route in what a module exports, however deep in a table. */
function routesIn(value: unknown): readonly Route[] {
  if (typeof value !== 'object' || value === null) return []
  return isRoute(value) ? [value] : Object.values(value).flatMap(routesIn)
}

function isRoute(value: object): value is Route {
  return ['area', 'method', 'path', 'repeatable'].every((name) => name in value)
}

function methodsIn(value: object): readonly string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    if (typeof inner === 'function') return [name]
    const isArea = typeof inner === 'object' && inner !== null
    return isArea ? methodsIn(inner).map((method) => `${name}.${method}`) : []
  })
}
