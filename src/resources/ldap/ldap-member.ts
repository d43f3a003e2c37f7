import { canonicalUid } from '@webfilter/appliance-names'
import {
  gone,
  IncompleteChange,
  isUnknown,
  ProviderError,
  type StateJson,
  unknown,
} from '@webfilter/terraform-plugin'
import type { Member, MemberText, NewMember } from '../../appliance/directory/entries'
import { ApplianceError } from '../../appliance/errors'
import type { DeferredDeletion, StoredAccount } from '../../coordination/directory'
import { resource } from '../../definitions'
import { memberDeclaredTwice, memberIncomplete, memberMissing } from '../../diagnostics/accounts'
import { directoryDocumentation, withoutService } from '../../documentation'
import { accountTable } from './account-outcome'
import { deleteAccount, diagnoseDestroy, reportLeftBehind, reportTwoStates } from './accounts/deletion'
import { diagnoseChange, diagnoseCreation, isOutdated } from './accounts/plan'

import { relink, succeed, withLostLinks } from './accounts/succession'

import { type MemberRecord, memberPrivateData } from './accounts/successor'

import { readWhileRunning } from './directory-looks'
import { changedPassword, memberAttributes, reportPassword } from './member/attributes'
import {
  attributeOf,
  changesNoText,
  confirmMember,
  type DeclaredMember,
  importedMember,
  readInto,
  refuseExisting,
  setTexts,
  textsToSend,
  warnOfAdoption,
} from './member/state'

/** An import looks like an adoption, but its account is deleted on destroy. */
const importedIsDeleted =
  'Importing is not adopting: a destroy deletes an imported account. For accounts that you import, set `on_destroy = "keep"`.'

/** A member of the user directory (interface document, 2.7 and 4.6). */
export const ldapMember = resource('ldap_member', {
  description:
    'Manages a member of the user directory. If a member with this login exists, the resource adopts it, and the plan warns you; ' +
    'otherwise it creates the member. Requires the directory service to run: see `appliance_ldap_service`.',
  documentation: {
    ...directoryDocumentation,
    irreversible:
      '~> **Warning:** A deleted account cannot be restored, and everything that the appliance stores with it beyond these attributes ' +
      'is lost. The provider deletes the account when you remove or destroy the resource, change `uid`, move the member with ' +
      '`on_move = "replace"`, or replace the resource (`-replace`, taint). It keeps the account if `on_destroy = "keep"`, or if the ' +
      `member was adopted and \`on_destroy\` is not set. ${importedIsDeleted}\n\n` +
      'An adopted member is changed to the values of the configuration, including the password if it has one. The provider does not ' +
      'keep the previous values.',
    meaning: [
      {
        heading: 'What happens to the account',
        text:
          `The first two columns apply if \`on_destroy\` is not set.\n\n${accountTable()}\n\n` +
          'On destroy, `on_destroy` of the state decides. On replacement, that of the configuration decides; both must allow the ' +
          'deletion if the resource is tainted or has `create_before_destroy`. An account is not deleted if another resource of the ' +
          'same run declares its login.\n\n' +
          'If `uid` changes, the apply creates the new member, links it to the groups of the old one, and only then deletes the old one. ' +
          'If the new member cannot be created, the old one stays in the state, and the next apply repeats the replacement. The plan ' +
          'rejects a new login that the appliance may reject (`administrator` and logins with fewer than four characters), a login that ' +
          'is taken, and a new member without a password, unless the old account stays. With `create_before_destroy`, the new member ' +
          'is linked only to declared groups.\n\n' +
          'If the login is the key of `for_each`, a new login is another instance of the resource: the old account is deleted even if the ' +
          'new member cannot be created. Add a `moved` block from the old key to the new one to make it a change of `uid`.',
      },
    ],
    destroy:
      '`on_destroy` determines whether the account is deleted. If it is not set, a member that was created or imported is deleted, and ' +
      'one that was adopted stays. The plan warns you which of the two happens. A member that no longer exists counts as deleted.',
    drift:
      'Each plan reads the member. If others changed an attribute, the plan changes it back; if they deleted the member, the plan ' +
      'creates it again. Changes to the password and to the attributes in `unverified` are not detected. Changes to the group are ' +
      'detected only if `gid` is set.\n\n' +
      'If others moved the member to another organization or group, the REST interface cannot move it back, and the provider never ' +
      'replaces a member for this reason. The plan is rejected until you move the member back in the console, or change the ' +
      `configuration to match.\n\n${withoutService}`,
    import:
      'The ID is the login. The import reads everything except the password; if the configuration has one, the next apply sends ' +
      `it.\n\n${importedIsDeleted}`,
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
    const {
      config,
      prior,
      proposed,
      record,
      replanned,
      noted,
      note,
      appliance,
      run,
      onUnreachable,
      diagnostics,
      signal,
    } = args
    const { uid } = proposed
    if (!replanned && !isUnknown(uid)) {
      claim(uid)
      if (appliance && run) await reportLeftBehind(uid, record, { appliance, run, diagnostics, signal })
    }
    if (diagnostics.hasErrors) return {}
    if (!prior) {
      const claims = run?.directory
      note(await diagnoseCreation({ config, noted, appliance, claims, onUnreachable, diagnostics, signal }))
      return isUnknown(uid) ? {} : { id: canonicalUid(uid) }
    }
    const directory = appliance?.directory
    const accounts = run?.directory.accounts
    const change = await diagnoseChange({
      config,
      prior,
      proposed,
      record,
      directory,
      accounts,
      onUnreachable,
      diagnostics,
      signal,
    })
    for (const attribute of change.replacing) args.requireReplace(attribute)
    const { uid: before, adopted } = prior
    note({ plan: 'change', uid: canonicalUid(before), adopted, isTold: change.isReplacement })
    if (isUnknown(uid)) return {}
    return {
      id: canonicalUid(uid),
      ...(changesNoText(prior, proposed) && {
        // An update that only brings the record up to date has to change something that Terraform sees.
        unverified: isOutdated(record, { ...proposed, gid: config.gid }) ? unknown : prior.unverified,
      }),
    }

    function claim(uid: string): void {
      if (run?.directory.claim('member', canonicalUid(uid)) === false) {
        diagnostics.raise(memberDeclaredTwice({ uid }), ['uid'])
      }
      const isSame = prior && canonicalUid(prior.uid) === canonicalUid(uid)
      run?.directory.accounts.declare(uid, isSame ? 'change' : 'creation')
      if (isSame && run?.directory.accounts.isLeaving(uid)) reportTwoStates(uid, diagnostics)
    }
  },

  planDestroy({ state, run, note, diagnostics }) {
    const noted = diagnoseDestroy(state, run, diagnostics)
    if (noted) note(noted)
  },

  async create({ plan, config, keep, appliance, run, onUnreachable, diagnostics, signal }) {
    const { members } = appliance.directory
    const { uid } = plan
    const wanted: DeclaredMember = { ...plan, gid: isUnknown(plan.gid) ? null : plan.gid }
    const password = config.password_wo ?? plan.password
    const placed: MemberRecord = { organization: wanted.organization, gid: config.gid || null }
    const { accounts } = run.directory
    run.directory.declare('member', canonicalUid(uid))
    return await run.turn('member', canonicalUid(uid), signal, async () => {
      const replaced = accounts.succeededBy(uid)
      if (replaced) return await createInPlaceOf(replaced)
      const { member: existing } = await namingLostLinks(() => members.look(uid, signal))
      if (existing) {
        // A member of the state was not created by others.
        if (plan.on_existing === 'fail' && !accounts.stored(uid)) refuseExisting(uid)
        warnOfAdoption(existing, { ...plan, ...wanted }, diagnostics)
      }
      const created = existing ? undefined : await namingLostLinks(() => members.create(newMember(), signal))
      // First, because only this run knows the links.
      if (created) await relink(uid, wanted, accounts, appliance.directory, diagnostics, signal)
      await incomplete(() => setTheRest(existing, created, signal))
      accounts.arrive(plan)
      const state = await stateOf(existing !== undefined, signal)
      // Not with the signal of the run: an interrupted run ends with the state of what it created, and later runs need the record.
      keep({ ...placed, absence: await members.absence(new AbortController().signal) })
      return state
    })

    async function createInPlaceOf(replaced: DeferredDeletion) {
      // Goes with the state of the replaced member, which is kept until its successor is there.
      if (replaced.record) keep(replaced.record)
      const creation = {
        uid,
        place: wanted,
        on_destroy: plan.on_destroy,
        create: (uninterrupted: AbortSignal) => members.create(newMember(), uninterrupted),
        complete: (created: 'confirmed' | 'found', uninterrupted: AbortSignal) =>
          setTheRest(undefined, created, uninterrupted),
        read: (uninterrupted: AbortSignal) => stateOf(false, uninterrupted),
      }
      const context = { appliance, run, onUnreachable, diagnostics, signal }
      const { state, leftBehind } = await succeed(replaced, creation, context)
      const absence = await members.absence(new AbortController().signal)
      keep({ ...placed, absence, ...(leftBehind !== undefined && { leftBehind }) })
      return state
    }

    async function stateOf(adopted: boolean, until: AbortSignal) {
      const found = await confirmMember(uid, wanted, appliance, diagnostics, until)
      return { ...plan, ...found, adopted, id: canonicalUid(uid) }
    }

    async function namingLostLinks<T>(work: () => Promise<T>): Promise<T> {
      try {
        return await work()
      } catch (error) {
        throw withLostLinks(error, uid, run.directory.accounts)
      }
    }

    function newMember(): NewMember {
      return {
        uid,
        firstName: wanted.first_name,
        lastName: wanted.last_name,
        email: wanted.email,
        organization: wanted.organization,
        gid: wanted.gid ?? 0,
        password: password ?? undefined,
      }
    }

    /** Sets the values that a creation does not accept. */
    async function setTheRest(
      existing: Member | undefined,
      created: 'confirmed' | 'found' | undefined,
      until: AbortSignal,
    ): Promise<void> {
      const taken: Readonly<Partial<Record<MemberText, string>>> = newMember()
      const texts = textsToSend(wanted, (text) => (existing ? existing.texts[text]?.[0] : taken[text]) ?? '')
      await setTexts(members, uid, texts, diagnostics, until)
      if (password !== null && created !== 'confirmed') await members.setPassword(uid, password, until)
    }

    /**
     * A failure after the creation keeps no state: Terraform would mark the member as tainted and delete it at the next apply, which
     * adopts it instead.
     */
    async function incomplete(work: () => Promise<void>): Promise<void> {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof ApplianceError)) throw error
        const { message: reason, advice } = error.diagnostic
        const isAdoptable = plan.on_existing !== 'fail'
        throw new ProviderError(memberIncomplete({ uid, reason, advice, isAdoptable }), { cause: error })
      }
    }
  },

  async read(args) {
    const { state, record, keep, appliance, run, signal } = args
    const { members } = appliance.directory
    run.directory.accounts.store(state.uid, state)
    members.expect(run.directory.accounts.storedLogins())
    if (record?.absence !== undefined) members.recognise(record.absence)
    return await readWhileRunning(state, args, async () => {
      const member = await members.find(state.uid, signal)
      if (!member) return gone
      // A state of an earlier release, or of a run that could not learn it.
      if (record && record.absence === undefined) keep({ ...record, absence: await members.absence(signal) })
      return readInto(state, member)
    })
  },

  async update({ prior, plan, config, record, keep, appliance, diagnostics, signal }) {
    const { members } = appliance.directory
    const { uid } = plan
    const kept = { adopted: prior.adopted, id: prior.id }
    // Neither is changed by an update: they are what the directory holds already.
    const lastApplied = { ...record, organization: plan.organization, gid: config.gid || null }
    keep(lastApplied)
    const wanted: DeclaredMember = { ...plan, gid: isUnknown(plan.gid) ? prior.gid : plan.gid }
    const texts = textsToSend(wanted, (text) => prior[attributeOf[text]] ?? '')
    await setTexts(members, uid, texts, diagnostics, signal)
    const password = changedPassword(prior, plan, config)
    try {
      if (password !== null) await members.setPassword(uid, password, signal)
    } catch (error) {
      const { password: before, password_wo_version, unverified } = prior
      throw new IncompleteChange(
        { ...prior, ...wanted, ...kept, password: before, password_wo_version, unverified },
        error,
      )
    }
    // A password alone changes nothing that the directory shows.
    if (!isUnknown(plan.unverified))
      return { ...plan, ...kept, gid: wanted.gid, unverified: prior.unverified }
    const shown = await confirmMember(uid, wanted, appliance, diagnostics, signal)
    keep({ ...lastApplied, absence: (await members.absence(signal)) ?? record?.absence })
    return { ...plan, ...kept, ...shown }
  },

  async delete(args) {
    const { state, record, appliance, run, signal } = args
    if (record?.absence !== undefined) appliance.directory.members.recognise(record.absence)
    await run.turn('member', canonicalUid(state.uid), signal, () => deleteAccount(args))
  },

  async importState({ id, identity, appliance, signal }) {
    const uid = id ?? identity.uid
    const { member, unproven } = await appliance.directory.members.look(uid, signal)
    if (!member) {
      throw new ProviderError(memberMissing({ uid, unproven }))
    }
    return importedMember(member)
  },
})

/** The account in a state of any release. Without the attributes, it was created, and is deleted on destroy. */
function storedAccount({ adopted, on_destroy }: StateJson): StoredAccount {
  const isKnown = on_destroy === 'delete' || on_destroy === 'keep'
  return { adopted: adopted === true, on_destroy: isKnown ? on_destroy : null }
}
