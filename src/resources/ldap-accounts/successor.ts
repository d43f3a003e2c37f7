import type { Directory } from '../../appliance/directory/directory'
import { canonicalUid, sameName } from '../../appliance/directory/member'
import { ApplianceError } from '../../appliance/errors'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { ProviderError } from '../../terraform/provider/failures'
import { isUnknown, type Unknown } from '../../terraform/values/unknown'
import { lookInPlan } from '../look-in-plan'
import { type Problem, report } from '../problem'
import type { Successor } from './member-private-data'

interface WantedMember {
  readonly uid: string | Unknown
  readonly organization: string | Unknown
  readonly gid: number | Unknown | null
  readonly password: string | Unknown | null
  readonly password_wo: string | Unknown | null
}

/** Who comes after a deletion, as a configuration says it. A password that is not known yet counts as given. */
export function successorIn({ uid, organization, gid, password, password_wo }: WantedMember): Successor {
  return {
    uid: isUnknown(uid) ? null : canonicalUid(uid),
    organization: isUnknown(organization) ? null : organization,
    gid: isUnknown(gid) ? null : (gid ?? 0),
    hasPassword: password !== null || password_wo !== null,
  }
}

/**
 * Says in a plan what keeps the new member from being created, as far as anybody can look. A failure that may pass is said as a
 * warning: the deletion looks again.
 *
 * @param replaced the login that is replaced
 * @param stays whether its account is not deleted: then the new one may have no password, or depend on what is not known yet
 */
export async function reportSuccessor(
  successor: Successor,
  { replaced, stays }: { readonly replaced: string; readonly stays: boolean },
  directory: Directory | undefined,
  diagnostics: Diagnostics,
  signal: AbortSignal,
): Promise<void> {
  if (!stays)
    report(
      [...problemOfPassword(successor, replaced), ...problemsOfUnknown(successor, replaced)],
      diagnostics,
    )
  if (!directory) return
  const warning = `Whether member ${JSON.stringify(replaced)} can be created again was not checked`
  const problems = await lookInPlan(warning, [], diagnostics, async () => {
    try {
      return await problemsOf(successor, replaced, directory, signal)
    } catch (error) {
      if (!(error instanceof ApplianceError) || error.kind !== 'not-running') throw error
      diagnostics.warn(warning, `${error.message} The apply looks before it deletes anything.`)
      return []
    }
  })
  if (problems && problems !== 'not looked') report(problems, diagnostics)
}

/**
 * Looks once more, right before the deletion.
 * @throws {ProviderError} where the new member could not be created
 */
export async function requireSuccessor(
  successor: Successor,
  replaced: string,
  directory: Directory,
  signal: AbortSignal,
): Promise<void> {
  const [problem] = [
    ...problemOfPassword(successor, replaced),
    ...(await problemsOf(successor, replaced, directory, signal)),
  ]
  if (!problem) return
  const message = `Member ${JSON.stringify(replaced)} was not deleted, as the new one could not be created: ${problem.message}`
  throw new ProviderError(message, problem.advice, { path: problem.path })
}

function problemOfPassword({ hasPassword }: Successor, replaced: string): readonly Problem[] {
  if (hasPassword) return []
  const message = `Member ${JSON.stringify(replaced)} is to be replaced, and the new one needs a password.`
  const advice =
    'Without one the account would be deleted and could not be created, or nobody could log in. Set password, or password_wo with ' +
    'its version. If the resource only got another name, use a moved block; if its state is tainted, terraform untaint keeps the ' +
    'account.'
  return [{ summary: 'A member that is replaced needs a password', message, advice, path: ['password'] }]
}

/** Terraform lets a deletion wait for nothing that only the new member depends on: the account would be gone before that exists. */
function problemsOfUnknown(successor: Successor, replaced: string): readonly Problem[] {
  const unknown = (['uid', 'organization', 'gid'] as const).filter((name) => successor[name] === null)
  return unknown.map((name) => ({
    summary: 'A member is only replaced by one that is known',
    message: `Member ${JSON.stringify(replaced)} is to be replaced, and its new ${name} is known only after the apply.`,
    advice:
      'The account would be deleted before what the value comes from is made. Apply that first, such as with -target, then plan again.',
    path: [name],
  }))
}

async function problemsOf(
  { uid, organization, gid }: Successor,
  replaced: string,
  directory: Directory,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  if (organization !== null) {
    const names = await directory.organizations(signal)
    if (!names.some((name) => sameName(name, organization))) {
      problems.push({
        summary: 'The organization does not exist',
        message: `The directory has no organization ${JSON.stringify(organization)}.`,
        advice:
          'A member is only replaced where the new one can be created. Correct the name, or make the organization in the console first.',
        path: ['organization'],
      })
    } else if (gid !== null && gid !== 0) {
      const groups = await directory.groups.list(organization, signal)
      if (!groups.some((group) => group.gid === gid)) {
        problems.push({
          summary: 'The group does not exist',
          message: `The organization ${JSON.stringify(organization)} has no group ${gid}.`,
          advice:
            'A member is only replaced where the new one can be created. Correct the number, or make the group first.',
          path: ['gid'],
        })
      }
    }
  }
  if (uid !== null && uid !== canonicalUid(replaced) && (await directory.members.find(uid, signal))) {
    problems.push({
      summary: 'The login is taken',
      message: `The login ${JSON.stringify(uid)} is taken by a member that exists already.`,
      advice:
        'A member is replaced by a new one only, as an existing one may be another person. Choose another login; or let a resource ' +
        'of its own declare the existing member, and take this one out of the configuration.',
      path: ['uid'],
    })
  }
  return problems
}
