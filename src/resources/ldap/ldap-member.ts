import { canonicalUid } from '@webfilter/appliance-names'
import {
  gone,
  IncompleteChange,
  isUnknown,
  ProviderError,
  type StateJson,
  unknown,
} from '@webfilter/terraform-plugin'
import type { StoredAccount } from '../../coordination/directory'
import { resource } from '../../definitions'
import { memberDeclaredTwice, memberMissing, memberToBeCompleted } from '../../diagnostics/accounts'
import { memberNotRelinked } from '../../diagnostics/replacements'
import { directoryDocumentation, withoutService } from '../../documentation'
import { refuseProtected } from '../deletion-protection'
import { importId } from '../import-id'
import { accountTable } from './account-outcome'
import { completeAccount, type Unfinished } from './accounts/completion'
import { createMember } from './accounts/creation'
import {
  deleteAccount,
  diagnoseDestroy,
  reportLeftBehind,
  reportTwoStates,
  wasInterrupted,
} from './accounts/deletion'
import { diagnoseChange, diagnoseCreation, isOutdated } from './accounts/plan'
import { memberPrivateData } from './accounts/successor'
import { keepInDirectory, readWhileRunning } from './directory-looks'
import { changedPassword, memberAttributes, reportPassword } from './member/attributes'
import {
  attributeOf,
  changesNoText,
  confirmMember,
  type DeclaredMember,
  importedMember,
  isGone,
  newMember,
  readInto,
  setTexts,
  textsToSend,
  warnOfIllegible,
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
          'rejects a login that is taken, and a new login that the appliance may reject: `administrator`, and logins with fewer than four ' +
          'characters. It also rejects a new member without a password, unless the old account stays. With `create_before_destroy`, the new member ' +
          'is linked only to declared groups.\n\n' +
          'If the member is moved or replaced with the same `uid`, one step of the apply reads its groups, deletes the account, creates it, and ' +
          'links it again. If that fails after the deletion, the next apply creates and links it. See ' +
          '[Moving a member](../guides/how-it-works.md#moving-a-member) for interrupted applies.\n\n' +
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
      `it.\n\n${importedIsDeleted} If the ID ends in \`?on_destroy=keep\`, such as \`ann.lee?on_destroy=keep\`, the account is kept as soon ` +
      'as it is imported, and the plan shows no change for it.',
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
      object,
      appliance,
      run,
      onUnreachable,
      diagnostics,
      signal,
    } = args
    const { uid } = proposed
    keepInDirectory(isUnknown(uid) ? 'a member' : `member ${JSON.stringify(uid)}`, {
      object,
      run,
      diagnostics,
    })
    const isInterrupted = !record && !isUnknown(uid) && (await wasInterrupted(uid, run))
    if (!isUnknown(uid)) claim(uid)
    if (!replanned && !isUnknown(uid)) {
      if (appliance && run) await reportLeftBehind(uid, record, { appliance, run, diagnostics, signal })
    }
    if (diagnostics.hasErrors) return {}
    if (!prior) {
      const claims = run?.directory
      note(
        await diagnoseCreation({
          config,
          noted,
          isInterrupted,
          appliance,
          claims,
          object,
          onUnreachable,
          diagnostics,
          signal,
        }),
      )
      return isUnknown(uid) ? {} : { id: canonicalUid(uid) }
    }
    const directory = appliance?.directory
    const accounts = run?.directory.accounts
    const change = await diagnoseChange({
      config,
      prior,
      proposed,
      record,
      isInterrupted,
      directory,
      accounts,
      object,
      onUnreachable,
      diagnostics,
      signal,
    })
    for (const attribute of change.replacing) args.requireReplace(attribute)
    const { uid: before, adopted } = prior
    note({ plan: 'change', uid: canonicalUid(before), adopted, isTold: change.isReplacement })
    if (isUnknown(uid)) return {}
    const unfinished = change.isReplacement ? undefined : record?.unfinished
    if (unfinished) diagnostics.raise(memberToBeCompleted({ uid, gids: unfinished.gids }))
    return {
      id: canonicalUid(uid),
      ...(changesNoText(prior, proposed) && {
        // An update that only brings the record up to date has to change something that Terraform sees.
        unverified:
          unfinished || isOutdated(record, { ...proposed, gid: config.gid }) ? unknown : prior.unverified,
      }),
    }

    function claim(uid: string): void {
      if (run?.claims.claim('member', canonicalUid(uid), object) === false) {
        diagnostics.raise(memberDeclaredTwice({ uid }), ['uid'])
      }
      if (replanned) return
      const isSame = prior && canonicalUid(prior.uid) === canonicalUid(uid)
      run?.directory.accounts.declare(uid, isSame ? 'change' : 'creation', object)
      if (isSame && run?.directory.accounts.isLeaving(uid)) reportTwoStates(uid, diagnostics)
    }
  },

  refuseDestroy({ state, deletionProtection }) {
    return refuseProtected('ldap_member', `Member ${JSON.stringify(state.uid)}`, state, deletionProtection)
  },

  planDestroy({ state, run, object, note, diagnostics }) {
    const noted = diagnoseDestroy(state, object, run, diagnostics)
    if (noted) note(noted)
  },

  async create(args) {
    return await createMember(args)
  },

  async read(args) {
    const { state, record, keep, appliance, run, diagnostics, signal } = args
    const { members } = appliance.directory
    run.directory.accounts.store(state.uid, { ...storedAccount(state), owed: record?.unfinished?.gids ?? [] })
    members.expect(run.directory.accounts.storedLogins())
    if (record?.absence !== undefined) members.recognize(record.absence)
    return await readWhileRunning(state, args, async () => {
      // That an account is gone which a replacement has deleted needs no further proof.
      const { member } = isGone(state)
        ? await members.look(state.uid, signal)
        : { member: await members.find(state.uid, signal) }
      // The links of an account that was to be created again are known only beside its state.
      if (!member) return record?.unfinished?.account ? { ...state, unverified: ['uid'] } : gone
      // A state of an earlier release, or of a run that could not learn it.
      if (record && record.absence === undefined) keep({ ...record, absence: await members.absence(signal) })
      warnOfIllegible(state.uid, state, member, diagnostics, state.unverified)
      return readInto(state, member, record?.instead)
    })
  },

  async update({ prior, plan, config, record, keep, appliance, diagnostics, signal }) {
    const { members } = appliance.directory
    const { uid } = plan
    const kept = { adopted: prior.adopted, id: prior.id }
    const { unfinished, ...known } = record ?? {}
    // Neither is changed by an update: they are what the directory holds already.
    const lastApplied = { ...known, organization: plan.organization, gid: config.gid || null }
    keep({ ...lastApplied, ...(unfinished && { unfinished }) })
    const wanted: DeclaredMember = { ...plan, gid: isUnknown(plan.gid) ? prior.gid : plan.gid }
    if (unfinished) return await finishCreation(unfinished)
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
    return await confirmed()

    /** A group that the appliance refuses is not tried again and again: it may not exist any more. */
    async function finishCreation({ account, texts, password, gids }: Unfinished) {
      const secret = config.password_wo ?? plan.password
      if (account && !(await members.look(uid, signal)).member)
        await members.create(newMember(wanted, uid, secret), signal)
      const work = {
        uid,
        texts: textsToSend(wanted, (text) => (texts ? '' : (prior[attributeOf[text]] ?? ''))),
        password: password ? secret : changedPassword(prior, plan, config),
        gids,
      }
      const left = await completeAccount(work, appliance.directory, diagnostics, signal)
      if (!left) return await confirmed()
      const { refused, reasons, failure } = left
      const missing = {
        ...left.unfinished,
        gids: left.unfinished.gids.filter((gid) => !refused.includes(gid)),
      }
      if (refused.length > 0) diagnostics.raise(memberNotRelinked({ uid, gids: refused, reasons }))
      if (!missing.texts && !missing.password && missing.gids.length === 0) return await confirmed()
      keep({ ...lastApplied, unfinished: missing })
      throw failure
    }

    async function confirmed() {
      const { shown, instead } = await confirmMember(uid, wanted, prior, appliance, diagnostics, signal)
      keep({ ...lastApplied, instead, absence: (await members.absence(signal)) ?? record?.absence })
      return { ...plan, ...kept, ...shown }
    }
  },

  async delete(args) {
    const { state, record, appliance, run, signal } = args
    if (record?.absence !== undefined) appliance.directory.members.recognize(record.absence)
    await run.turn('member', canonicalUid(state.uid), signal, () => deleteAccount(args))
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
function storedAccount({ adopted, on_destroy, unverified }: StateJson): StoredAccount {
  const isKnown = on_destroy === 'delete' || on_destroy === 'keep'
  return {
    adopted: adopted === true,
    on_destroy: isKnown ? on_destroy : null,
    isGone: Array.isArray(unverified) && isGone({ unverified }),
  }
}
