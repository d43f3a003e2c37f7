import type { TestAppliance } from '../../acceptance/appliance'

/** What an appliance contains at one moment. */
export interface Picture {
  readonly categories: ReadonlyMap<string, PicturedCategory>
  /** Everything else, as sentences such as `ann.lee in group editors`, each with its value if it has one. */
  readonly facts: ReadonlyMap<string, string>
  /** The numbers of categories and groups, by their facts: one that somebody has deleted and created again has another one. */
  readonly numbers: ReadonlyMap<string, number>
}

export interface PicturedCategory {
  readonly stored: ReadonlySet<string>
  /** What the filter acts on. */
  readonly active: ReadonlySet<string>
}

/** @param passwords by the words that stand for them in facts */
export function pictureOf(
  { store, directory, network, certificates, records }: TestAppliance,
  passwords: Readonly<Record<string, string>>,
): Picture {
  const categories = store.categories().map(({ id, name }) => {
    return [name, { stored: new Set(store.sites(id)), active: store.compiledSites(id) }] as const
  })
  const facts = new Map<string, string>()
  for (const name of categories.map(([each]) => each)) facts.set(`category ${name}`, '')
  const groupOf = new Map<number, string>()
  for (const { gid, name, organization } of directory.groups.all()) {
    groupOf.set(gid, name)
    facts.set(`group ${name}`, `in ${organization}`)
    for (const uid of directory.groups.membersOf(gid)) facts.set(`${uid} in group ${name}`, '')
  }
  for (const { uid, organization, gid, attributes } of directory.members.all()) {
    facts.set(`account ${uid}`, `in ${organization}`)
    facts.set(`account ${uid}, gid`, groupOf.get(gid) ?? String(gid))
    for (const [attribute, value] of Object.entries(attributes))
      facts.set(`account ${uid}, ${attribute}`, value ?? '')
    const known = Object.entries(passwords).find(([, each]) => directory.checkPassword(uid, each))
    facts.set(`account ${uid}, password`, known?.[0] ?? 'another')
  }
  for (const number of store.backups) facts.set(`backup ${number} of the categories`, '')
  for (const { filename } of directory.backups.all()) facts.set(`backup ${filename} of the directory`, '')
  for (const { kind, commonName } of certificates.certificates()) facts.set(`certificate ${commonName}`, kind)
  for (const { index } of records.databases())
    for (const { address } of records.records(index)) facts.set(`record ${address} in database ${index}`, '')
  facts.set('directory service', directory.service.phase)
  if (network.hostname !== undefined) facts.set('host name', network.hostname)
  const numbers = new Map([
    ...store.categories().map(({ id, name }) => [`category ${name}`, id] as const),
    ...directory.groups.all().map(({ gid, name }) => [`group ${name}`, gid] as const),
  ])
  return { categories: new Map(categories), facts, numbers }
}

/** The same with the categories of another appliance, whose names end with its own. */
export function withBranch(picture: Picture, branch: Picture): Picture {
  const facts = [...branch.facts].filter(([fact]) => fact.startsWith('category '))
  return {
    categories: new Map([...picture.categories, ...[...branch.categories].map(inBranch)]),
    facts: new Map([...picture.facts, ...facts.map(inBranch)]),
    numbers: picture.numbers,
  }
}

function inBranch<Value>([name, value]: readonly [string, Value]): readonly [string, Value] {
  return [`${name}${branchMark}`, value]
}

/** What stands in place of ` on appliance.branch` behind a name. */
export const branchMark = '@branch'

/** What an appliance contains now and did not contain before, and the reverse: `+ a.example in category ads`, `- ann.lee in group editors`. */
export function differencesBetween(before: Picture, after: Picture): ReadonlySet<string> {
  return new Set([...differencesOfSites(before, after), ...differencesOfFacts(before, after)])
}

export function added(site: string, category: string): string {
  return `+ ${site} in category ${category}`
}

export function removed(site: string, category: string): string {
  return `- ${site} in category ${category}`
}

function* differencesOfSites(before: Picture, after: Picture): Generator<string> {
  for (const name of new Set([...before.categories.keys(), ...after.categories.keys()])) {
    const [prior, now] = [before, after].map(({ categories }) => sitesOf(categories.get(name)))
    for (const site of now ?? []) if (!prior?.has(site)) yield added(site, name)
    for (const site of prior ?? []) if (!now?.has(site)) yield removed(site, name)
  }
}

/** Without the name that lets an empty category be compiled, which matches no website. */
function sitesOf(category: PicturedCategory | undefined): ReadonlySet<string> {
  return new Set([...(category?.stored ?? [])].filter((site) => !site.endsWith('.invalid')))
}

function* differencesOfFacts(before: Picture, after: Picture): Generator<string> {
  for (const [fact, value] of after.facts) {
    const prior = before.facts.get(fact)
    if (prior === undefined) yield `+ ${withValue(fact, value)}`
    else if (prior !== value) yield `~ ${fact}: ${prior} to ${value}`
  }
  for (const [fact, value] of before.facts) if (!after.facts.has(fact)) yield `- ${withValue(fact, value)}`
}

function withValue(fact: string, value: string): string {
  return value === '' ? fact : `${fact}: ${value}`
}
