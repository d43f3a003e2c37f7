import type { JsonReport } from '@webfilter/appliance-command/review/report'
import { added, type Picture, removed } from './picture'

type Change = JsonReport['changes'][number]
type Finding = JsonReport['findings'][number]

/** What a statement of a review means for the appliance. */
export interface Claim {
  /** As the review says it. */
  readonly statement: string
  /** Why the plan does it, as far as the review says so. */
  readonly cause: 'change' | 'drift' | 'state' | undefined
  /** Differences that the apply must make. */
  readonly requires: readonly string[]
  /** Whether the statement explains a difference, as the deletion of an account explains that its links are gone. */
  covers(difference: string, all: ReadonlySet<string>): boolean
  /** What is wrong with the statement, seen from both moments; nothing if it is true. */
  contradiction(before: Picture, after: Picture): string | undefined
}

/** Categories whose stored sites become active with the apply, and those of which the review says that they do not. */
export interface Compiles {
  readonly compiled: ReadonlySet<string>
  readonly waiting: ReadonlySet<string>
  /** Whether it says so of categories from which another one takes sites, which it does not name. */
  readonly isWaitingElsewhere: boolean
}

/**
 * What a review claims.
 * @throws {Error} at a statement whose meaning is not known here
 */
export function claimsOf(report: JsonReport): readonly Claim[] {
  return [...claimsOfChanges(report), ...report.findings.map(claimOfFinding)]
}

/** The same of its changes alone. */
export function claimsOfChanges({ changes }: JsonReport): readonly Claim[] {
  return changes.flatMap(claimsOfChange)
}

/** Which categories a review says to be compiled: those that it says so of, and those whose sites change unless it says otherwise. */
export function compilesOf({ changes, findings }: JsonReport): Compiles {
  const waiting = new Set(
    findings.flatMap(({ rule, text }) =>
      rule === 'change-without-compile'
        ? (/^category (\S+) changes and compile is false: /.exec(text)?.[1] ?? [])
        : [],
    ),
  )
  const changed = changes
    .filter(({ section, noun, names }) => noun === 'site' && section !== 'changed' && (names?.count ?? 0) > 0)
    // Sites that nobody manages any more are named, and stay.
    .filter(({ text }) => !/ stays? as (?:it is|they are)$/.test(text) || text.includes(' removed'))
    .flatMap(({ subject, to }) => [subject, ...(to ? [to] : [])].map(({ name }) => name))
    .filter((name) => name !== '' && !waiting.has(name))
  // An operation or an action compiles also what its list does not.
  const said = changes.flatMap(({ noun, text }) =>
    noun !== 'site' && /\bcompiled\b|\bcompiles\b/.test(text)
      ? (/category (\S+?)(?=[:;,]|$)/.exec(text)?.[1] ?? [])
      : [],
  )
  const isWaitingElsewhere = findings.some(
    ({ rule, text }) => rule === 'change-without-compile' && text.includes('; other categories keep '),
  )
  return { compiled: new Set([...changed, ...said]), waiting, isWaitingElsewhere }
}

interface Meaning {
  readonly requires?: readonly string[]
  readonly covers?: (difference: string, all: ReadonlySet<string>) => boolean
  readonly contradiction?: Claim['contradiction']
}

/** One of the ways in which a line is worded, and what that means. */
interface Wording<Entry> {
  /** On the line, or the part of it, that {@link partsOf} makes. */
  readonly pattern: RegExp
  readonly fits?: (entry: Entry) => boolean
  means(entry: Entry, groups: readonly string[]): Meaning
}

function claimsOfChange(change: Change): readonly Claim[] {
  return partsOf(change).map((part) =>
    claimBy(wordingsOfChanges, change, part, `${change.section}: ${change.text}`),
  )
}

function claimOfFinding(finding: Finding): Claim {
  const text = `${finding.rule}: ${finding.text}`
  return claimBy(wordingsOfFindings, finding, text, text)
}

function claimBy<Entry extends object>(
  wordings: readonly Wording<Entry>[],
  entry: Entry,
  part: string,
  statement: string,
): Claim {
  for (const { pattern, fits, means } of wordings) {
    const groups = pattern.exec(part)
    if (groups === null || fits?.(entry) === false) continue
    const { requires = [], covers, contradiction } = means(entry, groups)
    const required = new Set(requires)
    return {
      statement,
      // Of what nobody has looked for, nobody knows whether others have changed it.
      cause:
        'cause' in entry && !/ if (?:missing|present)$/.test(part)
          ? (entry.cause as Claim['cause'])
          : undefined,
      requires,
      covers: (difference, all) => required.has(difference) || (covers?.(difference, all) ?? false),
      contradiction: (before, after) => contradiction?.(before, after),
    }
  }
  throw new Error(`What "${part}" in "${statement}" means for the appliance is not known here.`)
}

/** The statements of a line: what stands between semicolons, without the subject. */
function partsOf({ subject, to, text }: Change): readonly string[] {
  const begin = [subject, ...(to ? [to] : [])].map(({ kind, name }) =>
    name === '' ? kind : `${kind} ${quoted(name)}`,
  )
  const prefix = `${begin.join(' to ')}: `
  if (!text.startsWith(prefix)) throw new Error(`"${text}" does not begin with "${prefix}".`)
  return text.slice(prefix.length).split('; ')
}

/** As texts show names that could be taken for something else. */
function quoted(name: string): string {
  return /[\s"]/.test(name) ? `"${name}"` : name
}

/** What a picture has of something that a review names. */
function factOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  if (kind === 'certificate') return `certificate ${name.split('/').slice(2).join('/')}`
  // An appliance has one.
  if (kind === 'directory service' || kind === 'host name') return kind
  return `${kind === 'member' ? 'account' : kind} ${name}`
}

const stays =
  (fact: string) =>
  (_: Picture, after: Picture): string | undefined =>
    after.facts.has(fact) ? undefined : `${fact} is not on the appliance afterward`

const gone =
  (fact: string) =>
  (_: Picture, after: Picture): string | undefined =>
    after.facts.has(fact) ? `${fact} is on the appliance afterward` : undefined

const existed =
  (fact: string) =>
  (before: Picture): string | undefined =>
    before.facts.has(fact) ? undefined : `${fact} was not on the appliance before`

const nothing = (): Meaning => ({})

function sitesOf({
  names,
  text,
}: {
  readonly names?: Change['names']
  readonly text: string
}): readonly string[] {
  if (names === undefined || isHidden({ names })) return []
  if (names.first.length !== names.count)
    throw new Error(`"${text}" does not list all of its ${names.count} names.`)
  return names.first
}

/** Whether the names of a line are sensitive: it only counts them. */
function isHidden({ names }: Pick<Change, 'names'>): boolean {
  return names !== undefined && names.count > 0 && names.first.length === 0
}

/** Whether a name comes with the apply: then the line is about some category. */
function isComing(name: string): boolean {
  return name.startsWith('(known after apply')
}

function accountOf(uid: string): (difference: string) => boolean {
  return (difference) =>
    [`account ${uid}: `, `account ${uid}, `, `${uid} in group `].some((fact) =>
      difference.slice(2).startsWith(fact),
    )
}

/** An account goes with its attributes and its links to groups. */
function deletionOf(uid: string): Meaning {
  return {
    covers: (difference) => difference.startsWith('- ') && accountOf(uid)(difference),
    contradiction: (before, after) =>
      existed(`account ${uid}`)(before) ??
      (after.facts.has(`account ${uid}`) ? `account ${uid} stays` : undefined),
  }
}

const ldapNames: Readonly<Record<string, string>> = {
  first_name: 'givenName',
  last_name: 'sn',
  email: 'mail',
  title: 'title',
  telephone_number: 'telephoneNumber',
  mobile: 'mobile',
}

/** Arguments that nothing on the appliance corresponds to. */
const arguments_ =
  /^(?:(?:compile|on_conflict|on_destroy|on_remove|on_existing|on_invalid_line|removal_limit|allow_empty|verify|sites_file|category_id|name|triggers\.\w+) (?:from|to|no longer) |(?:exceptions|sites_files)(?:,|$))/

const wordingsOfChanges: readonly Wording<Change>[] = [
  {
    pattern: /^[\d,]+ sites? added if missing$/,
    fits: ({ subject: { name } }) => isComing(name),
    means: (change) => ({
      covers: (difference) => sitesOf(change).some((site) => difference.startsWith(`+ ${site} in category `)),
      contradiction: (_, { categories }) => {
        const wrong = sitesOf(change).filter(
          (site) => ![...categories.values()].some(({ stored }) => stored.has(site)),
        )
        return wrong.length > 0 ? `in no category: ${wrong.join(', ')}` : undefined
      },
    }),
  },
  {
    pattern: /^created, or adopted if it already exists$/,
    fits: ({ subject: { name } }) => isComing(name),
    means: () => ({ covers: (difference) => difference.startsWith('+ category ') }),
  },
  {
    pattern:
      /^(?:up to |a list is replaced: )?[\d,]+ sites?(?: removed, and added to the (?:category of the new name|new category of the list), which .*| removed and added again)$/,
    means: (change) => ({
      covers: (difference) =>
        sitesOf(change).some((site) => difference === removed(site, change.subject.name)),
      contradiction: (_, { categories }) => {
        const wrong = sitesOf(change).filter(
          (site) => ![...categories.values()].some(({ stored }) => stored.has(site)),
        )
        return wrong.length > 0 ? `in no category: ${wrong.join(', ')}` : undefined
      },
    }),
  },
  {
    pattern: /^[\d,]+ sites?(?: removed)? if present$/,
    means: (change) => ({
      covers: (difference) =>
        sitesOf(change).some((site) => difference === removed(site, change.subject.name)),
      contradiction: (_, after) => {
        const stored = after.categories.get(change.subject.name)?.stored
        const wrong = sitesOf(change).filter((site) => stored?.has(site))
        return wrong.length > 0 ? `still in the category: ${wrong.join(', ')}` : undefined
      },
    }),
  },
  {
    pattern: /^[\d,]+ sites?(?: removed)?$/,
    fits: (change) => change.noun === 'site' && isHidden(change),
    means: ({ section, subject: { name }, names }) => {
      const [sign, other] = section === 'added' ? ['+', '-'] : ['-', '+']
      const isOf = (difference: string) =>
        difference.startsWith(`${sign} `) && difference.endsWith(` in category ${name}`)
      return {
        covers: isOf,
        contradiction: (before, after) => {
          const sizes = [before, after].map(({ categories }) => categories.get(name)?.stored.size ?? 0)
          const difference = (sizes[1] ?? 0) - (sizes[0] ?? 0)
          return Math.abs(difference) === names?.count && difference > 0 === (other === '-')
            ? undefined
            : `differs by ${difference}`
        },
      }
    },
  },
  {
    pattern: /^[\d,]+ members? removed and added again$/,
    means: (change) => ({
      contradiction: (_, after) => {
        const links = sitesOf(change).map((uid) => `${uid} in group ${change.subject.name}`)
        const wrong = links.filter((link) => !after.facts.has(link))
        return wrong.length > 0 ? `not so: ${wrong.join(', ')}` : undefined
      },
    }),
  },
  { pattern: /^[\d,]+ sites? stays? as (?:it is|they are)$/, means: nothing },
  {
    pattern: /^another resource manages it from now on$|^nothing is sent for (?:it|the former one)$/,
    means: nothing,
  },
  {
    pattern: /^replaced only in the state$/,
    fits: ({ subject: { kind } }) => kind === 'group' || kind === 'category',
    means: nothing,
  },
  {
    pattern: /^the group stays with its members$/,
    means: ({ subject: { name } }) => ({ contradiction: stays(`group ${name}`) }),
  },
  {
    pattern: /^[\d,]+ resources?$/,
    fits: ({ subject: { kind } }) => kind === 'other providers',
    means: nothing,
  },
  {
    pattern: /^[\d,]+ sites? added if missing$/,
    means: (change) => {
      const sites = new Set(sitesOf(change).map((site) => added(site, change.subject.name)))
      return {
        covers: (difference) => sites.has(difference),
        contradiction: (_, after) => {
          const stored = after.categories.get(change.subject.name)?.stored
          const wrong = sitesOf(change).filter((site) => !stored?.has(site))
          return wrong.length > 0 ? `not in the category: ${wrong.join(', ')}` : undefined
        },
      }
    },
  },
  {
    pattern:
      /^the apply removes (?:it|them|[\d,]+|up to [\d,]+) from any other category \(on_conflict(?: is "move")?\)$/,
    means: (change) => {
      const sites = new Set(sitesOf(change))
      return {
        covers: (difference) => {
          const [, site = '', name = ''] = /^- (\S+) in category (\S+)$/.exec(difference) ?? []
          return sites.has(site) && name !== change.subject.name
        },
      }
    },
  },
  {
    pattern: /^[\d,]+ sites?( removed)?$/,
    fits: ({ noun }) => noun === 'site',
    means: (change) => {
      const { section, subject, to } = change
      const sites = sitesOf(change)
      const gained = (name: string) => sites.map((site) => added(site, name))
      const lost = (name: string) => sites.map((site) => removed(site, name))
      if (section === 'moved') return { requires: [...lost(subject.name), ...gained(to?.name ?? '')] }
      return { requires: section === 'added' ? gained(subject.name) : lost(subject.name) }
    },
  },
  {
    pattern:
      /^up to [\d,]+ sites? removed: whether (?:it stays|they stay) is known only after the apply \(an operation that compiles the category\)$/,
    means: (change) => ({
      covers: (difference) =>
        sitesOf(change).some((site) => difference === removed(site, change.subject.name)),
    }),
  },
  {
    pattern: /^[\d,]+ sites? no longer managed, but still in the category$/,
    means: (change) => ({
      contradiction: (_, after) => {
        const category = after.categories.get(change.subject.name)
        const gone = sitesOf(change).filter((site) => !category?.stored.has(site))
        return gone.length > 0 ? `no longer there: ${gone.join(', ')}` : undefined
      },
    }),
  },
  {
    pattern:
      /^[\d,]+ sites? no longer managed, but still in the category unless another category takes (?:it|them)$/,
    means: nothing,
  },
  {
    pattern: /^deleted with the directory$/,
    means: ({ subject }) => ({ contradiction: gone(factOf(subject)) }),
  },
  {
    pattern:
      /^[\d,]+ members? removed, and added to a group that is known only after the apply and may be the same$/,
    means: (change) => ({
      covers: (difference) =>
        sitesOf(change).some((uid) => difference.slice(2).startsWith(`${uid} in group `)),
    }),
  },
  { pattern: /^those that lines show are among them$/, means: nothing },
  {
    pattern: /^may lose what category \S+ adds, known only after the apply \(on_conflict\), such as .+$/,
    means: () => ({ covers: (difference) => /^- \S+ in category /.test(difference) }),
  },
  {
    pattern: /^no longer managed$/,
    means: ({ subject }) => ({ contradiction: stays(factOf(subject)) }),
  },
  {
    pattern: /^the category itself stays on the appliance$/,
    means: ({ subject: { name } }) => ({ contradiction: stays(`category ${name}`) }),
  },
  {
    pattern: /^the group stays on the appliance with its members$/,
    means: ({ subject: { name } }) => ({ contradiction: stays(`group ${name}`) }),
  },
  { pattern: /^nothing is sent to the appliance$/, means: nothing },
  // Which ones they are, a line does not say.
  { pattern: /^[\d,]+ sites? stays? as (?:it is|they are)$/, means: nothing },
  {
    pattern: /^the provider cannot remove it, so it stays on the appliance$/,
    means: ({ subject }) => ({ contradiction: stays(factOf(subject)) }),
  },
  {
    pattern: /^the existing certificate is taken over with its key and names$/,
    means: ({ subject }) => ({ contradiction: existed(factOf(subject)) }),
  },
  {
    pattern: /^[\d,]+ sites? recorded as missing$/,
    means: (change) => ({
      contradiction: (before) => {
        const stored = before.categories.get(change.subject.name)?.stored
        const wrong = sitesOf(change).filter((site) => stored?.has(site) ?? true)
        return wrong.length > 0 ? `not missing: ${wrong.join(', ')}` : undefined
      },
    }),
  },
  {
    pattern: /^recorded as no longer on the appliance(?:, with [\d,]+ sites?)?$/,
    means: ({ subject: { kind, name } }) => ({
      contradiction: (before) => (before.facts.has(`${kind} ${name}`) ? `${kind} ${name} exists` : undefined),
    }),
  },
  { pattern: /^imported$/, means: nothing },
  { pattern: /^moved in the configuration from \S+$/, means: nothing },
  { pattern: /^(?:its address|the address of a (?:list|membership)) changes from .+ to .+$/, means: nothing },
  {
    pattern:
      /^a list (?:is written differently|changes, and other lists .*|is applied because .*|is created|is replaced)$|^no site is added or removed$/,
    means: nothing,
  },
  {
    pattern: /^at least ([\d,]+) sites?, known only after the apply$/,
    means: ({ subject: { name } }, [, count = '']) => ({
      covers: (difference) => difference.startsWith('- ') && difference.endsWith(` in category ${name}`),
      contradiction: (before, after) => {
        const [prior, now] = [before, after].map(({ categories }) => categories.get(name)?.stored)
        const gone = [...(prior ?? [])].filter((site) => !now?.has(site)).length
        return gone >= Number(count.replaceAll(',', '')) ? undefined : `${gone} removed`
      },
    }),
  },
  {
    pattern:
      /^up to [\d,]+ sites? removed, because category (\S+) takes (?:it|them) \(on_conflict is "move"\)$/,
    means: (_, [, taker]) => ({
      covers: (difference) =>
        /^- \S+ in category /.test(difference) && !difference.endsWith(` in category ${taker}`),
    }),
  },
  // What is said to be uncertain may be anything that the category gains or loses.
  {
    pattern: /^some of its sites are known only after the apply$/,
    means: ({ subject: { name } }) => ({
      covers: (difference) => difference.endsWith(` in category ${name}`),
    }),
  },
  {
    pattern: /^further sites may be added$|^up to [\d,]+ sites? removed, others added$/,
    means: nothing,
  },
  { pattern: /^[\d,]+ lists? no longer in this category$/, means: nothing },
  { pattern: /^its own sites stay$/, means: nothing },
  { pattern: /^a list changes$|^whether its sites go is known only after the apply$/, means: nothing },
  {
    pattern:
      /^another list takes over [\d,]+ sites?$|^a list (?:is created and )?(?:takes over [\d,]+ sites? of another one|gives up [\d,]+ sites? that another one declares)$/,
    means: nothing,
  },
  { pattern: /^(?:they stay, or are|it stays, or is) removed and added again$/, means: nothing },
  {
    pattern:
      /^[\d,]+ sites? that the category has already$|^up to [\d,]+ sites?, known only after the apply \(on_conflict\)$/,
    means: (change) => {
      const sites = new Set(sitesOf(change))
      return {
        covers: (difference) => {
          const [, site = '', name = ''] = /^- (\S+) in category (\S+)$/.exec(difference) ?? []
          return sites.has(site) && name !== (change.to ?? change.subject).name
        },
      }
    },
  },
  {
    pattern: /^[\d,]+ members? recorded as no longer in the group$/,
    means: (change) => ({
      contradiction: (before) => {
        const wrong = sitesOf(change).filter((uid) =>
          before.facts.has(`${uid} in group ${change.subject.name}`),
        )
        return wrong.length > 0 ? `still in the group: ${wrong.join(', ')}` : undefined
      },
    }),
  },
  {
    pattern: /^compiled because the last change was not$/,
    means: ({ subject: { name }, text }) => ({
      contradiction: (before, after) => {
        const isActiveIn = ({ categories }: Picture) => {
          const { stored = new Set<string>(), active = new Set<string>() } = categories.get(name) ?? {}
          return (
            [...stored].every((site) => active.has(site)) &&
            [...active].every((site) => stored.has(site) || site.endsWith('.invalid'))
          )
        }
        if (!isActiveIn(after)) return `category ${name} is not compiled`
        // What a list itself leaves uncompiled, another one may have compiled with its own.
        const isMeant = text.includes('compile from false to true')
        return isActiveIn(before) && !isMeant ? `the last change of category ${name} was compiled` : undefined
      },
    }),
  },
  {
    pattern: /^created$/,
    fits: ({ subject: { kind } }) => kind === 'category' || kind === 'group',
    means: ({ subject: { kind, name } }) => ({
      covers: (difference) =>
        difference.startsWith(`+ ${kind} ${name}`) ||
        // An account keeps the number of a group that somebody has deleted, and the appliance may give it to the new one.
        (kind === 'group' && /^~ account \S+, gid: \d+ to (\S+)$/.exec(difference)?.[1] === name),
      contradiction: (before, after) => existedOrNot(before, after, `${kind} ${name}`),
    }),
  },
  {
    pattern: /^[\d,]+ members? added if missing$/,
    means: (change) => {
      const links = sitesOf(change).map((uid) => `${uid} in group ${change.subject.name}`)
      return {
        covers: (difference) => links.some((link) => difference === `+ ${link}`),
        contradiction: (_, after) => {
          const wrong = links.filter((link) => !after.facts.has(link))
          return wrong.length > 0 ? `not so: ${wrong.join(', ')}` : undefined
        },
      }
    },
  },
  {
    pattern: /^[\d,]+ members? removed if present$/,
    means: (change) => {
      const links = sitesOf(change).map((uid) => `${uid} in group ${change.subject.name}`)
      return {
        covers: (difference) => links.some((link) => difference === `- ${link}`),
        contradiction: (_, after) => {
          const wrong = links.filter((link) => after.facts.has(link))
          return wrong.length > 0 ? `still there: ${wrong.join(', ')}` : undefined
        },
      }
    },
  },
  {
    pattern: /^[\d,]+ members?(?: removed with the account)?$/,
    fits: ({ noun }) => noun === 'member',
    means: (change) => {
      const sign = change.section === 'removed' ? '-' : '+'
      return { requires: sitesOf(change).map((uid) => `${sign} ${uid} in group ${change.subject.name}`) }
    },
  },
  ...wordingsOfMembers(),
  ...wordingsOfOthers(),
  {
    pattern: /^adopted$/,
    means: ({ subject }) => ({ contradiction: existed(factOf(subject)) }),
  },
  {
    pattern:
      /^runs (?:once|again) and compiles category (\S+?)(?: with (\S+), which the appliance may add if it is missing)?(?:: .+)?$/,
    means: (_, [, name = '', site = '']) => ({
      covers: (difference) => difference === added(site, name),
      contradiction: (__, after) => {
        const category = after.categories.get(name)
        const isActive = [...(category?.stored ?? [])].every((site) => category?.active.has(site))
        return category && isActive ? undefined : `category ${name} is not compiled`
      },
    }),
  },
  {
    pattern: /^compiled because its sites are no longer those of the last apply$/,
    means: ({ subject: { name } }) => ({
      contradiction: (_, after) => {
        const category = after.categories.get(name)
        const isActive = [...(category?.stored ?? [])].every((site) => category?.active.has(site))
        return category && isActive ? undefined : `category ${name} is not compiled`
      },
    }),
  },
  {
    pattern: /^runs (?:once|again) and archives all category data(?:: .+)?$/,
    means: () => ({
      covers: (difference) => /^\+ backup \d+ of the categories$/.test(difference),
      contradiction: (before, after) =>
        backupsIn(after) > backupsIn(before) ? undefined : 'there is no new backup',
    }),
  },
  {
    pattern: /^\w+ (?:from .+ to .+|to .+|no longer .+|\(sensitive\).*)$/,
    fits: ({ subject: { kind } }) => kind === 'member',
    means: ({ subject: { name } }, [part = '']) => attributesOf(name, part),
  },
  { pattern: arguments_, means: nothing },
]

/** What becomes of an account, where it is, and what it may do. */
function wordingsOfMembers(): readonly Wording<Change>[] {
  const ofMember = ({ subject: { kind } }: Change) => kind === 'member'
  const account = ({ subject: { name } }: Change) => `account ${name}`
  /** Of an account that is deleted a line says where it was, and of any other where it is then. */
  const sideOf = ({ on_appliance }: Change, before: Picture, after: Picture) =>
    on_appliance === 'deleted' ? before : after
  return [
    {
      pattern: /^created$/,
      fits: ofMember,
      means: (change) => ({
        covers: (difference) =>
          difference.startsWith(`+ ${account(change)}: `) || difference.startsWith(`+ ${account(change)}, `),
        contradiction: (before, after) => existedOrNot(before, after, account(change)),
      }),
    },
    {
      pattern: /^account deleted$/,
      fits: ofMember,
      means: (change) => deletionOf(change.subject.name),
    },
    {
      pattern: /^the account stays(?: on the appliance)?(?: because (on_destroy is "keep"|it was adopted))?$/,
      fits: ofMember,
      means: (change) => ({ contradiction: stays(account(change)) }),
    },
    { pattern: /^replaced in the state$/, fits: ofMember, means: nothing },
    { pattern: /^some values are known only after the apply$/, fits: ofMember, means: nothing },
    {
      pattern: /^the account stays, and its password is set to that of the configuration$/,
      fits: ofMember,
      means: (change) => ({
        covers: (difference) => difference.startsWith(`~ ${account(change)}, password: `),
        contradiction: (_, after) =>
          after.facts.get(`${account(change)}, password`) === 'another' ? 'another password' : undefined,
      }),
    },
    {
      pattern: /^its attributes are set to those of the configuration$/,
      fits: ofMember,
      means: (change) => ({
        covers: (difference) => difference.slice(2).startsWith(`${account(change)}, `),
        contradiction: (before, after) =>
          existed(account(change))(before) ?? stays(account(change))(before, after),
      }),
    },
    {
      pattern: /^organization (\S+)$/,
      fits: ofMember,
      means: (change, [, organization]) => ({
        contradiction: (before, after) =>
          sideOf(change, before, after).facts.get(account(change)) === `in ${organization}`
            ? undefined
            : `not in organization ${organization}`,
      }),
    },
    {
      pattern: /^primary group (?:chosen by the appliance|number \d+|(\S+))$/,
      fits: ofMember,
      means: (change, [, group]) => ({
        covers: (difference, all) => {
          const [, uid, joined] = /^[+-] (\S+) in group (\S+)$/.exec(difference) ?? []
          return uid === change.subject.name && all.has(`${difference[0]} ${account(change)}, gid: ${joined}`)
        },
        contradiction: (before, after) => {
          const is = sideOf(change, before, after).facts.get(`${account(change)}, gid`)
          return group === undefined || is === group ? undefined : `the primary group is ${is}`
        },
      }),
    },
    {
      pattern: /^groups? ([^;]+?)(?: and [\d,]+ more)?$/,
      fits: ofMember,
      means: (change, [, groups = '']) => ({
        contradiction: (before, after) => {
          const { facts } = sideOf(change, before, after)
          const wrong = groups
            .split(', ')
            .filter((group) => !facts.has(`${change.subject.name} in group ${group}`))
          return wrong.length > 0 ? `not in ${wrong.join(', ')}` : undefined
        },
      }),
    },
  ]
}

/** What `title from Editor to Reader, telephone_number no longer "+49 30 5550100"` means for an account. */
function attributesOf(uid: string, part: string): Meaning {
  const attributes = part.split(', ').flatMap((each) => {
    const [, attribute = '', value] = /^(\w+)(?:(?: from .+)? to "?(.+?)"?| no longer .+)$/.exec(each) ?? []
    const ldapName = ldapNames[attribute]
    return ldapName === undefined ? [] : [{ fact: `account ${uid}, ${ldapName}`, value }]
  })
  const isPassword = (difference: string) =>
    part.includes('password (sensitive)') && difference.slice(2).startsWith(`account ${uid}, password: `)
  return {
    covers: (difference) =>
      isPassword(difference) || attributes.some(({ fact }) => difference.slice(2).startsWith(`${fact}: `)),
    contradiction: (_, after) => {
      const wrong = attributes.filter(({ fact, value }) => after.facts.get(fact) !== value)
      return wrong.length > 0 ? `not so: ${wrong.map(({ fact }) => fact).join(', ')}` : undefined
    },
  }
}

/** Of what there is one of on an appliance, and of certificates, record databases and operations. */
function wordingsOfOthers(): readonly Wording<Change>[] {
  const ofKind = (kind: Change['subject']['kind']) => (change: Change) => change.subject.kind === kind
  const isThere = (fact: string, value: string) => ({
    covers: (difference: string) => difference.slice(2).startsWith(`${fact}: `),
    contradiction: (_: Picture, { facts }: Picture) =>
      facts.get(fact) === value ? undefined : `${fact} is ${facts.get(fact)}`,
  })
  return [
    {
      pattern: /^(?:set|set again|hostname from \S+ to \S+)$/,
      fits: ofKind('host name'),
      means: ({ subject: { name } }) => isThere('host name', name),
    },
    {
      pattern: /^the appliance keeps it$/,
      fits: ofKind('host name'),
      means: () => ({ contradiction: stays('host name') }),
    },
    {
      pattern:
        /^(?:installed, or started if it is not running|(?:replaced in the state, and )?started again(?:: .+)?)$/,
      fits: ofKind('directory service'),
      means: () => isThere('directory service', 'running'),
    },
    {
      pattern: /^(?:replaced only in the state|version .*)$/,
      fits: ofKind('directory service'),
      means: nothing,
    },
    {
      pattern: /^created, or adopted if (?:it already exists|the directory already contains it)$/,
      means: ({ subject }) => ({
        covers: (difference) =>
          new RegExp(`^[+~] ${factOf(subject)}[:,]`).test(difference) ||
          difference === `+ ${factOf(subject)}`,
        contradiction: stays(factOf(subject)),
      }),
    },
    {
      pattern: /^stays on the appliance$/,
      means: ({ subject }) => ({ contradiction: stays(factOf(subject)) }),
    },
    {
      pattern: /^created$/,
      fits: ofKind('certificate'),
      means: ({ subject }) => ({
        covers: (difference) => difference.startsWith(`+ ${factOf(subject)}: `),
        // One that nobody manages may exist: no route lists certificates.
        contradiction: stays(factOf(subject)),
      }),
    },
    {
      pattern: /^not changed: /,
      fits: ofKind('certificate'),
      means: nothing,
    },
    {
      pattern: /^[\d,]+ members? that (?:is|are) already in the group, adopted$/,
      means: (change) => ({
        contradiction: (before) => {
          const wrong = sitesOf(change).filter(
            (uid) => !before.facts.has(`${uid} in group ${change.subject.name}`),
          )
          return wrong.length > 0 ? `not in the group: ${wrong.join(', ')}` : undefined
        },
      }),
    },
    {
      pattern: /^[\d,]+ address(?:es)? removed from the database if it lists them$/,
      means: (change) => {
        const records = sitesOf(change).map(
          (address) => `record ${address} in database ${change.subject.name}`,
        )
        return {
          covers: (difference) => records.some((record) => difference === `- ${record}`),
          contradiction: (_, { facts }) => {
            const wrong = records.filter((record) => facts.has(record))
            return wrong.length > 0 ? `still there: ${wrong.join(', ')}` : undefined
          },
        }
      },
    },
    { pattern: /^[\d,]+ address(?:es)? no longer kept out of the database$/, means: nothing },
    { pattern: /^databases compiled$/, means: nothing },
    {
      pattern: /^runs (?:once|again) and backs up the user directory(?:: .+)?$/,
      means: () => ({
        covers: (difference) => /^\+ backup \S+ of the directory$/.test(difference),
        // A second one of a day has the name of the first.
        contradiction: (_, after) =>
          [...after.facts.keys()].some((fact) => /^backup \S+ of the directory$/.test(fact))
            ? undefined
            : 'there is no backup',
      }),
    },
    { pattern: /^runs (?:once|again) and compiles all record databases(?:: .+)?$/, means: nothing },
    { pattern: /^removed from the state$|^its effects remain$/, fits: ofKind('operation'), means: nothing },
  ]
}

function existedOrNot(before: Picture, after: Picture, fact: string): string | undefined {
  if (before.facts.has(fact)) return `${fact} exists already`
  return after.facts.has(fact) ? undefined : `${fact} does not exist`
}

function backupsIn({ facts }: Picture): number {
  return [...facts.keys()].filter((fact) => fact.startsWith('backup ')).length
}

const wordingsOfFindings: readonly Wording<Finding>[] = [
  { pattern: /^not-asked: (?:nothing was refreshed|[\d,]+ resources? not refreshed) /, means: nothing },
  {
    pattern:
      /^site-in-two-categories: [\d,]+ sites? (?:declared )?in category \S+ and category \S+; (?:whether|the apply removes) /,
    means: nothing,
  },
  {
    pattern: /^site-in-two-categories: [\d,]+ sites? in both category (\S+) and category (\S+)$/,
    means: (finding, [, one = '', other = '']) => ({
      contradiction: (_, after) => {
        const wrong = sitesOf(finding).filter(
          (site) => ![one, other].every((name) => after.categories.get(name)?.stored.has(site)),
        )
        return wrong.length > 0 ? `not in both: ${wrong.join(', ')}` : undefined
      },
    }),
  },
  {
    pattern:
      /^parent-and-child-apart: [\d,]+ domains? in category (\S+) with a parent domain in category (\S+)$/,
    means: (finding, [, one = '', other = '']) => ({
      contradiction: (_, after) => {
        const wrong = sitesOf(finding).filter((pair) => {
          const [, child = '', parent = ''] = /^(\S+) \(of (\S+)\)$/.exec(pair) ?? []
          return (
            !after.categories.get(one)?.stored.has(child) || !after.categories.get(other)?.stored.has(parent)
          )
        })
        return wrong.length > 0 ? `not so: ${wrong.join(', ')}` : undefined
      },
    }),
  },
  {
    pattern: /^public-suffix: category (\S+) gains [\d,]+ public suffix(es)?, including every domain below$/,
    means: (finding, [, name = '']) => ({ requires: sitesOf(finding).map((site) => added(site, name)) }),
  },
  {
    pattern: /^large-removal: category (\S+) loses [\d,]+ of [\d,]+ managed sites? \(\d+%\)$/,
    means: (finding, [, name = '']) => ({ requires: sitesOf(finding).map((site) => removed(site, name)) }),
  },
  {
    pattern: /^category-adopted: category (\S+) already exists and is adopted with the sites it contains$/,
    means: (_, [, name = '']) => ({ contradiction: existed(`category ${name}`) }),
  },
  {
    pattern:
      /^change-without-compile: category (\S+) changes and compile is false: the change becomes active with the next compile, which may be that of an operation or of another category(?:; other categories keep what it takes from them active until they are compiled)?$/,
    means: (_, [, name = '']) => ({
      contradiction: (before, after) => {
        const [prior, now] = [before, after].map(({ categories }) => categories.get(name)?.stored)
        // What is removed and added again is active with the next compile as well.
        const active = after.categories.get(name)?.active
        if ([...(now ?? [])].some((site) => !active?.has(site))) return undefined
        return now && (now.size !== prior?.size || [...now].some((site) => !prior.has(site)))
          ? undefined
          : `category ${name} does not change`
      },
    }),
  },
  {
    pattern: /^address-changed: (?:(?:, )?[\d,]+ [a-z]+)+ gets? (?:other addresses|another address) /,
    means: nothing,
  },
  {
    pattern: /^last-group-lost: member (\S+) loses its last group in the configuration$/,
    means: (_, [, uid = '']) => ({ contradiction: stays(`account ${uid}`) }),
  },
  {
    pattern: /^absent-after-apply: group (\S+) without a declared member: the plan deletes the account, .*$/,
    means: (finding, [, group = '']) => ({
      contradiction: (_, after) => {
        const wrong = sitesOf(finding).filter((uid) => after.facts.has(`${uid} in group ${group}`))
        return wrong.length > 0 ? `in the group: ${wrong.join(', ')}` : undefined
      },
    }),
  },
  {
    pattern: /^absent-after-apply: certificate \S+ not ordered: it exists already, and /,
    means: nothing,
  },
  { pattern: /^unverified: (?:certificate|host name) not verified: /, means: nothing },
  {
    pattern: /^shared-table: categories (\S+), (\S+) most likely have one table, so each contains /,
    means: (_, [, one = '', other = '']) => sharing([one, other]),
  },
  ...providerWarnings({
    'table-shared': (text) => sharing(categoriesIn(text)),
    'sites-leave-both': (text) => sharing(categoriesIn(text)),
    'list-not-known': () => ({}),
    'sites-file-changed': () => ({}),
    'sites-file-counted': () => ({}),
    'directory-not-read': () => ({}),
    'directory-service-adopted': (text) => ({
      requires: text.endsWith(' the apply starts it.') ? ['~ directory service: stopped to running'] : [],
    }),
    'member-without-password': () => ({}),
    'member-to-be-completed': () => ({}),
    'member-move-unknown': () => ({}),
    'sites-moved': (text) => {
      const [, target = ''] = /added to category '([^']+)' because on_conflict is 'move'/.exec(text) ?? []
      const named = [...text.matchAll(/([^\s,]+) is in '([^']+)'/g)]
      return {
        requires: named.flatMap(([, site = '', from = '']) => [removed(site, from), added(site, target)]),
        // Not all of them are named.
        covers: (difference, all) => {
          const [, site] = /^- (\S+) in category /.exec(difference) ?? []
          return site !== undefined && all.has(added(site, target))
        },
      }
    },
    'sites-in-other-categories-now': (text) => ({
      contradiction: (before) => {
        const named = [...text.matchAll(/([^\s,]+) is in '([^']+)'/g)]
        const wrong = named.filter(
          ([, site = '', name = '']) => !before.categories.get(name)?.stored.has(site),
        )
        return named.length > 0 && wrong.length === 0 ? undefined : `not so: ${wrong.join(', ') || text}`
      },
    }),
    'lists-overlap': (text) => {
      const [, name = '', sites = ''] =
        /^In category '([^']+)', .* contain the same sites: (.*?)(?:, and [\d,]+ more)?(?:\. |,…|$)/.exec(
          text,
        ) ?? []
      return {
        contradiction: (_, after) => {
          const wrong = sites.split(', ').filter((site) => !after.categories.get(name)?.stored.has(site))
          return wrong.length > 0 ? `not in category ${name}: ${wrong.join(', ')}` : undefined
        },
      }
    },
    'sites-shared': (text) => {
      const [, name = '', sites = ''] =
        /^[\d,]+ sites? of category '([^']+)' (?:is|are) in the lists of two resources, .*? may do so: (.*?)(?:, and [\d,]+ more)?\. (?:Nothing removes|The other resource) /.exec(
          text,
        ) ?? []
      return {
        contradiction: (_, after) => {
          const wrong = sites.split(', ').filter((site) => !after.categories.get(name)?.stored.has(site))
          return wrong.length > 0 ? `not in category ${name}: ${wrong.join(', ')}` : undefined
        },
      }
    },
    'sites-removed': (text) => {
      const [, name = '', sites = ''] =
        /^[\d,]+ managed sites? will be removed from category '([^']+)' because .*: (.*?)(?:, and [\d,]+ more)?\.$/.exec(
          text,
        ) ?? []
      return { requires: sites.split(', ').map((site) => removed(site, name)) }
    },
    'sites-missing': (text) => {
      // Of a refresh, the review shows no more than that.
      if (text === 'Sites are missing from a category') return {}
      const [, name = '', sites = ''] =
        /^[\d,]+ sites? (?:is|are) missing from category '([^']+)': (.*?)(?:, and [\d,]+ more)?\.$/.exec(
          text,
        ) ?? []
      return {
        contradiction: (before) => {
          const wrong = sites
            .split(', ')
            .filter((site) => before.categories.get(name)?.stored.has(site) ?? true)
          return wrong.length > 0 ? `not missing from category ${name}: ${wrong.join(', ')}` : undefined
        },
      }
    },
    stays: (text) => {
      const objects = {
        category: /^Category '([^']+)' will stay /,
        group: /^Group '([^']+)' of the organization '[^']+' stays /,
        account: /^Member '([^']+)' stays /,
        certificate: /^Certificate '[^']+?\/\d+\/([^']+)' will stay /,
      }
      const found = Object.entries(objects).flatMap(([kind, pattern]) => {
        const name = pattern.exec(text)?.[1]
        return name === undefined ? [] : [`${kind} ${name}`]
      })
      return { contradiction: stays(found.join()) }
    },
    'sites-adopted': (text) => {
      const [, name = '', count = ''] =
        /^Category '([^']+)' contains sites of .*: ([\d,]+) of [\d,]+ sites? (?:is|are) there already\. /.exec(
          text,
        ) ?? []
      return {
        contradiction: (before) =>
          (before.categories.get(name)?.stored.size ?? 0) >= Number(count.replaceAll(',', '') || Number.NaN)
            ? undefined
            : `category ${name} did not contain ${count} sites`,
      }
    },
    'category-not-managed': (text) => {
      const [, name = ''] = /^The list of category '([^']+)' moves /.exec(text) ?? []
      return { contradiction: stays(`category ${name}`) }
    },
    'group-adopted': (text) => {
      const [, name = '', organization = ''] =
        /^Group '([^']+)' already exists in the organization '([^']+)' /.exec(text) ?? []
      return {
        contradiction: (before) =>
          before.facts.get(`group ${name}`) === `in ${organization}`
            ? undefined
            : `group ${name} did not exist`,
      }
    },
    'member-adopted': (text) => {
      const [, uid = ''] =
        /^Member '([^']+)' already exists, and the apply adopts it\. Its attributes are set /.exec(text) ?? []
      return {
        covers: (difference) =>
          difference.startsWith(`~ account ${uid}, `) || difference.startsWith(`+ account ${uid}, `),
        contradiction: existed(`account ${uid}`),
      }
    },
    'membership-adopted': (text) => {
      const [, uid = '', group = ''] =
        /^Member '([^']+)' is already in group \d+, '([^']+)'\./.exec(text) ?? []
      return { contradiction: existed(`${uid} in group ${group}`) }
    },
    'former-address': (text) => {
      const [, name = ''] = /^appliance_category '([^']+)' was not found, /.exec(text) ?? []
      // The former appliance keeps it.
      return {
        contradiction: (before, after) =>
          existed(`category ${name}`)(before) ?? stays(`category ${name}`)(before, after),
      }
    },
    'number-reused': (text) => {
      const [, kind = '', now = ''] =
        /^Number \d+ now belongs to (category|group) '([^']+)' /.exec(text) ?? []
      return { contradiction: existed(`${kind} ${now}`) }
    },
    'member-deleted': (text) => {
      const [, uid = ''] =
        /^Member '([^']+)' will be deleted .* Its password and its links to groups are deleted with the account\.$/.exec(
          text,
        ) ?? []
      return deletionOf(uid)
    },
  }),
]

/** What happens to a site in one of these categories happens to it in each. */
function sharing(categories: readonly string[]): Meaning {
  const inEach = (difference: string) => {
    const [, what = '', category = ''] = /^(.*) in category (\S+)$/.exec(difference) ?? []
    return categories.includes(category) ? categories.map((name) => `${what} in category ${name}`) : []
  }
  return {
    covers: (difference, all) =>
      inEach(difference).every((each) => all.has(each)) && inEach(difference).length > 0,
    contradiction: (_, after) => {
      const [one, ...others] = categories.map((name) =>
        [...(after.categories.get(name)?.stored ?? [])].sort(),
      )
      const isSame = one !== undefined && others.every((other) => other.join() === one.join())
      return isSame ? undefined : `categories ${categories.join(', ')} do not contain the same sites`
    },
  }
}

function categoriesIn(text: string): readonly string[] {
  return [...text.matchAll(/category '([^']+)'/gi)].map(([, name = '']) => name)
}

/** What warnings of the provider mean, by their codes; what stands between the quotation marks of a review is their text. */
function providerWarnings(
  meanings: Readonly<Record<string, (text: string) => Meaning>>,
): readonly Wording<Finding>[] {
  return Object.entries(meanings).map(([code, means]) => ({
    pattern: new RegExp(`^[a-z-]+: the provider reports ${code}(?: for [\\d,]+ resources)?: "?(.*?)"?$`),
    means: (_, [, text = '']) => means(text),
  }))
}
