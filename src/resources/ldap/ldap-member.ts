import { accountTable } from '@webfilter/appliance-declarations/account-outcome'
import {
  memberDeclaredTwice,
  memberMissing,
  memberNotRelinked,
  memberToBeCompleted,
} from '@webfilter/appliance-declarations/diagnostics/accounts'
import { importId } from '@webfilter/appliance-declarations/import-id'
import {
  changedPassword,
  memberAttributes,
  reportPassword,
} from '@webfilter/appliance-declarations/member-attributes'
import {
  attributeOf,
  type DeclaredMember,
  importedMember,
  readInto,
} from '@webfilter/appliance-declarations/member-values'
import { canonicalUid } from '@webfilter/appliance-names'
import {
  Diagnostics,
  gone,
  IncompleteChange,
  isUnknown,
  ProviderError,
  type StateJson,
  unknown,
} from '@webfilter/terraform-plugin'
import { resource } from '../../definitions'
import { directoryDocumentation, withoutService } from '../../documentation'
import type { StoredAccount } from '../../run/directory'
import { refuseProtected } from '../deletion-protection'
import { completeAccount, type Unfinished } from './accounts/completion'
import { createMember } from './accounts/creation'
import { deleteAccount, diagnoseDestroy, reportTwoStates } from './accounts/deletion'
import {
  changedPlaces,
  diagnoseChange,
  diagnoseCreation,
  isOutdated,
  reportOtherPlaces,
} from './accounts/plan'
import { memberPrivateData } from './accounts/private-data'
import { keepInDirectory, readWhileRunning } from './directory-looks'
import {
  changesNoText,
  confirmMember,
  setTexts,
  type Texts,
  textsToSend,
  warnOfIllegible,
  warnOfMove,
} from './member/state'

/** An import looks like an adoption, but its account is deleted on destroy. */
const importedIsDeleted =
  'Importing is not adopting: a destroy deletes an imported account. For accounts that you import, set `on_destroy = "keep"`.'

/** A member of the user directory (docs/appliance, "Create a member" and "Update a member"). */
export const ldapMember = resource('ldap_member', {
  version: 1,
  description:
    'Manages a member of the user directory. If a member with this login exists, the resource adopts it, and the plan warns you; ' +
    'otherwise it creates the member. Requires the directory service to run: see `appliance_ldap_service`.',
  documentation: {
    ...directoryDocumentation,
    irreversible:
      '~> **Warning:** A deleted account cannot be restored, and everything that the appliance stores with it beyond these attributes ' +
      `is lost. ${importedIsDeleted}\n\n` +
      'An adopted member gets the values of the configuration, including a password. The previous values are lost.',
    meaning: [
      {
        heading: 'What happens to the account',
        text:
          `The first two columns apply if \`on_destroy\` is not set.\n\n${accountTable()}\n\n` +
          'On destroy, `on_destroy` of the state decides. An account is not deleted if another resource of the run declares its login.\n\n' +
          'The REST interface can neither rename nor move an account. [Another login, organization or ' +
          'group](../guides/how-it-works.md#another-login-organization-or-group) says what to do instead.\n\n' +
          'A replacement sends no deletion. The new object takes the account over with its links to groups, sets its attributes ' +
          'and its password, and `adopted` stays as it was. A configured password is sent in any case, so one that the person has set is ' +
          'lost; the apply warns you ' +
          '([`member-taken-over`](../guides/codes-members.md#member-taken-over)), but the plan of `-replace` and `replace_triggered_by` ' +
          'cannot. With `create_before_destroy`, `adopted` becomes `true` before ' +
          'Terraform 1.16, and `on_existing = "fail"` ends the apply, because the new object does not know the old one. If the apply is ' +
          'killed in between, the next one adopts the account, or `on_existing = "fail"` asks you to import it.\n\n' +
          'If two states create one login at the same time, the second creation may update the account of the first. So the provider reads ' +
          'each account after its creation. If name or address are not those that it sent, it sets no password, and the apply fails ' +
          '([`member-of-another`](../guides/codes-members.md#member-of-another)). A later creation is not noticed, nor are two with the ' +
          'same name and address. The creation itself contains the password, and may have changed the account of the other state. Declare ' +
          'each login in one state only.\n\n' +
          'With `count`, removing an element in the middle shifts the logins behind it, which the plan rejects. Use `for_each` with the ' +
          'login as the key.',
      },
    ],
    destroy:
      'See the table [above](#what-happens-to-the-account). The plan warns of a deletion. A member that the directory still returns ' +
      'after it stays in the state, and the apply fails.',
    drift:
      'Each plan reads the member. It changes back what others changed, and creates a deleted member again, but does not detect changes ' +
      'to the password and to the attributes in `unverified`.\n\n' +
      'If others moved the member to another organization or group, the state keeps the declared place, and each plan warns ' +
      'you ([`member-moved-by-others`](../guides/codes-members.md#member-moved-by-others)). If no `gid` is configured, the ' +
      `state follows the directory.\n\n${withoutService}`,
    import:
      'The ID is the login. The import reads everything except the password; if the configuration has one, the next apply sends ' +
      `it.\n\n${importedIsDeleted} With \`?on_destroy=keep\` at the end of the ID, as in \`ann.lee?on_destroy=keep\`, the import itself sets it.`,
  },

  attributes: memberAttributes,

  identity: { uid: { forImport: 'required', description: 'Login of the member.' } },

  validate({ config, diagnostics }) {
    reportPassword(config, diagnostics)
  },

  privateData: memberPrivateData,

  prefetch(state, { run }) {
    if (typeof state.uid === 'string') run?.directory.accounts.store(state.uid, storedAccount(state))
  },

  async plan(args) {
    const { config, prior, proposed, record, replanned, noted, note } = args
    const { object, appliance, run, onUnreachable, diagnostics, signal } = args
    const { uid } = proposed
    const things = run?.directory
    const context = { config, appliance, things, onUnreachable, diagnostics, signal }
    keepInDirectory(isUnknown(uid) ? 'a member' : `member ${JSON.stringify(uid)}`, {
      object,
      run,
      diagnostics,
    })
    if (!isUnknown(uid)) claim(uid)
    if (diagnostics.hasErrors) return {}
    if (!prior) {
      note(await diagnoseCreation({ ...context, noted, object }))
      return isUnknown(uid) ? {} : { id: canonicalUid(uid) }
    }
    await diagnoseChange({ ...context, prior, proposed })
    note({ plan: 'change', replaces: { uid: canonicalUid(prior.uid), adopted: prior.adopted } })
    if (isUnknown(uid)) return {}
    const unfinished = record?.unfinished
    if (unfinished) diagnostics.raise(memberToBeCompleted({ uid, gids: unfinished.gids }))
    return {
      id: canonicalUid(uid),
      ...(changesNoText(prior, proposed) && {
        // An update that only brings the record up to date has to change something that Terraform sees.
        unverified: unfinished || isOutdated(record, config.gid) ? unknown : prior.unverified,
      }),
    }

    function claim(uid: string): void {
      if (run?.claims.claim('member', canonicalUid(uid), object) === false) {
        diagnostics.raise(memberDeclaredTwice({ uid }), ['uid'])
      }
      if (replanned) return
      const isSame = prior && canonicalUid(prior.uid) === canonicalUid(uid)
      things?.accounts.declare(uid, isSame ? 'change' : 'creation', object)
      if (isSame && things?.accounts.isLeaving(uid)) reportTwoStates(uid, diagnostics)
    }
  },

  refuseDestroy({ state, deletionProtection }) {
    return refuseProtected('ldap_member', `Member ${JSON.stringify(state.uid)}`, state, deletionProtection)
  },

  planDestroy({ state, run, object, diagnostics }) {
    diagnoseDestroy(state, object, run, diagnostics)
  },

  async create(args) {
    return await createMember(args)
  },

  async read(args) {
    const { state, keep, appliance, run, diagnostics, signal } = args
    const { members } = appliance.directory
    run.directory.accounts.store(state.uid, storedAccount(state))
    members.expect(run.directory.accounts.storedLogins())
    if (args.record?.absence !== undefined) members.recognize(args.record.absence)
    return await readWhileRunning(state, args, async ({ record, mayBeEmptied }) => {
      const member = mayBeEmptied
        ? (await members.look(state.uid, signal)).member
        : await members.find(state.uid, signal)
      if (!member) return gone
      // A state of a run that could not learn it.
      if (record && record.absence === undefined) keep({ ...record, absence: await members.absence(signal) })
      warnOfIllegible(state.uid, state, member, diagnostics, state.unverified)
      const now = readInto(state, member, record)
      warnOfMove(now, member, diagnostics)
      return now
    })
  },

  async update({ prior, plan, config, record, keep, appliance, diagnostics, signal }) {
    const { members } = appliance.directory
    const { uid } = plan
    const kept = { adopted: prior.adopted, id: prior.id }
    const { unfinished, ...known } = record ?? {}
    const wanted: DeclaredMember = { ...plan, gid: isUnknown(plan.gid) ? prior.gid : plan.gid }
    // With ignore_changes, the plan has another value than the configuration.
    const lastApplied = { ...known, gid: config.gid ? wanted.gid : null }
    await refuseOtherPlace()
    keep({ ...lastApplied, ...(unfinished && { unfinished }) })
    if (unfinished) return await finishCreation(unfinished)
    const texts = textsToSend(wanted, (text) => prior[attributeOf[text]] ?? '')
    await setTexts(members, uid, texts, diagnostics, signal)
    const password = changedPassword(prior, plan, config)
    try {
      if (password !== null) await members.setPassword(uid, password, signal)
    } catch (error) {
      throw new IncompleteChange(textsOnly(), error)
    }
    // A password alone changes nothing that the directory shows.
    if (!isUnknown(plan.unverified))
      return { ...plan, ...kept, gid: wanted.gid, unverified: prior.unverified }
    return await confirmed(texts)

    /** The state of a change that has only set texts. */
    function textsOnly() {
      const { password, password_wo_version, unverified } = prior
      return { ...prior, ...wanted, ...kept, password, password_wo_version, unverified }
    }

    /** The plan may not have seen the directory, or the new value. Only the state learns it. */
    async function refuseOtherPlace(): Promise<void> {
      const places = changedPlaces(prior, wanted)
      if (places.length === 0) return
      const problems = new Diagnostics()
      reportOtherPlaces(uid, places, await members.find(uid, signal), problems)
      const [problem] = problems.all
      if (problem) throw new ProviderError(problem)
    }

    /** A group that the appliance refuses is not tried again and again: it may not exist any more. */
    async function finishCreation({ texts, password, gids }: Unfinished) {
      const secret = config.password_wo ?? plan.password
      const work = {
        uid,
        // Of what was to be set, any part may be there: what is not wanted any more is cleared.
        texts: textsToSend(wanted, (text) =>
          texts && wanted[attributeOf[text]] ? '' : (prior[attributeOf[text]] ?? ''),
        ),
        password: password ? secret : changedPassword(prior, plan, config),
        gids,
      }
      const left = await completeAccount(work, appliance.directory, diagnostics, signal)
      if (!left) return await confirmed(work.texts)
      const { refused, reasons, failure } = left
      const missing = {
        ...left.unfinished,
        gids: left.unfinished.gids.filter((gid) => !refused.includes(gid)),
      }
      if (refused.length > 0) diagnostics.raise(memberNotRelinked({ uid, gids: refused, reasons }))
      if (!missing.texts && !missing.password && missing.gids.length === 0) return await confirmed(work.texts)
      keep({ ...lastApplied, unfinished: missing })
      throw failure
    }

    async function confirmed(sent: Texts) {
      const change = { uid, wanted, sent, before: prior }
      const { shown, instead, lost } = await confirmMember(change, appliance, diagnostics, signal)
      if (lost) {
        const cleared = Object.fromEntries(lost.texts.map((text) => [attributeOf[text], '']))
        throw new IncompleteChange({ ...textsOnly(), ...cleared }, lost.failure)
      }
      keep({ ...lastApplied, instead, absence: (await members.absence(signal)) ?? record?.absence })
      return { ...plan, ...kept, ...shown }
    }
  },

  async delete(args) {
    const { state, record, appliance, run, signal } = args
    if (record?.absence !== undefined) appliance.directory.members.recognize(record.absence)
    await run.changes.turn('member', canonicalUid(state.uid), signal, () => deleteAccount(args))
  },

  async importState({ id, identity, appliance, signal }) {
    const { named: uid, isKept } = id === undefined ? { named: identity.uid, isKept: false } : importId(id)
    const { member, unproven } = await appliance.directory.members.look(uid, signal)
    if (!member) {
      throw new ProviderError(memberMissing({ uid, unproven }))
    }
    return { ...importedMember(member), on_destroy: isKept ? 'keep' : null }
  },
})

/** The account in a state of any release. Without the attributes, it was created, and is deleted on destroy. */
function storedAccount({ adopted, on_destroy }: StateJson): StoredAccount {
  const isKnown = on_destroy === 'delete' || on_destroy === 'keep'
  return { adopted: adopted === true, on_destroy: isKnown ? on_destroy : null }
}
