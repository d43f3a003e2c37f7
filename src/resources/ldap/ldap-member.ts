import { canonicalUid, type Member, type MemberText, type NewMember } from '../../appliance/directory/member'
import { ApplianceError } from '../../appliance/errors'
import { resource } from '../../definitions'
import { directoryDocumentation } from '../../documentation'
import { gone } from '../../terraform/provider/definition'
import { IncompleteUpdate, ProviderError } from '../../terraform/provider/failures'
import { isUnknown } from '../../terraform/values/unknown'
import { lookIntoDirectory, readWhileRunning } from './directory-looks'
import { adopt, announceAdoption } from './member-adoption'
import { memberAttributes } from './member-attributes'
import { confirmed } from './member-confirmation'
import { changedPassword, reportPassword } from './member-password'
import {
  attributeOf,
  changesNoText,
  type DeclaredMember,
  importedMember,
  readInto,
  textsToSend,
} from './member-state'
import { setTexts } from './member-texts'
import { withoutService } from './without-service'

/** A member of the user directory (interface document, 2.7 and 4.6). */
export const ldapMember = resource('ldap_member', {
  description:
    'A member of the user directory. It is created if its login is not there yet, and adopted if it is: the plan says so. ' +
    'Needs the directory service to run, see `appliance_ldap_service`.',
  documentation: {
    ...directoryDocumentation,
    destroy: 'The member is deleted. One that is not there any more counts as deleted.',
    drift:
      'Each plan asks for the member. What others changed is planned to be changed back, and a member that others deleted ' +
      'is planned to be created again. Not found are changes of the password, and of the attributes in `unverified`. ' +
      `A change of the group is found only where \`gid\` is set.\n\n${withoutService}`,
    import:
      'By the login. Everything but the password is read; where a password is configured, the next apply sends it.',
  },

  attributes: memberAttributes,

  validate({ config, diagnostics }) {
    reportPassword(config, diagnostics)
  },

  async plan({ prior, draft, replanned, requireReplace, appliance, directoryClaims, diagnostics, signal }) {
    const { uid, organization, gid } = draft
    // What an import could not read may be stated without a new member.
    if (prior && prior.organization !== '' && prior.organization !== organization)
      requireReplace('organization')
    if (prior && prior.gid !== null && prior.gid !== gid) requireReplace('gid')
    if (isUnknown(uid)) return {}
    if (!replanned && directoryClaims?.claim('member', canonicalUid(uid)) === false) {
      diagnostics.error(
        `Member ${JSON.stringify(uid)} is declared twice`,
        'Another resource of this configuration has the same login, and both would change the same member. Declare it once.',
        ['uid'],
      )
    } else if (appliance && !prior && !replanned) {
      const what = `member ${JSON.stringify(uid)}`
      const found = await lookIntoDirectory(what, diagnostics, () =>
        appliance.directory.members.find(uid, signal),
      )
      if (found) announceAdoption(found, { uid, organization, gid }, diagnostics)
    }
    return {
      id: canonicalUid(uid),
      ...(prior && changesNoText(prior, draft) && { unverified: prior.unverified }),
    }
  },

  async create({ plan, config, appliance, directoryClaims, diagnostics, signal }) {
    const { members } = appliance.directory
    const { uid } = plan
    const wanted: DeclaredMember = { ...plan, gid: isUnknown(plan.gid) ? null : plan.gid }
    const password = config.password_wo ?? plan.password
    directoryClaims.declare('member', canonicalUid(uid))
    return await directoryClaims.turn('member', canonicalUid(uid), signal, async () => {
      const existing = await members.find(uid, signal)
      if (existing) adopt(existing, { ...wanted, uid }, diagnostics)
      const created = existing ? undefined : await members.create(newMember(), signal)
      await setTheRest(existing, created)
      return {
        ...plan,
        ...(await confirmed(uid, wanted, appliance, diagnostics, signal)),
        id: canonicalUid(uid),
      }
    })

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

    /**
     * What creation does not take. A failure keeps no state: Terraform would mark the member as tainted and delete it at the
     * next apply, which adopts it instead.
     */
    async function setTheRest(
      existing: Member | undefined,
      created: 'confirmed' | 'found' | undefined,
    ): Promise<void> {
      const taken: Readonly<Partial<Record<MemberText, string>>> = newMember()
      const texts = textsToSend(wanted, (text) => (existing ? existing.texts[text]?.[0] : taken[text]) ?? '')
      try {
        await setTexts(members, uid, texts, diagnostics, signal)
        if (password !== null && created !== 'confirmed') await members.setPassword(uid, password, signal)
      } catch (error) {
        if (!(error instanceof ApplianceError)) throw error
        throw new ProviderError(
          `Member ${JSON.stringify(uid)} is there now, but not all of it could be set: ${error.message}`,
          `${error.advice} Then apply again: the plan says that the member is adopted, and the apply sets what is missing.`,
          { cause: error },
        )
      }
    }
  },

  async read(args) {
    const { state, appliance, signal } = args
    return await readWhileRunning(state, args, async () => {
      const member = await appliance.directory.members.find(state.uid, signal)
      return member ? readInto(state, member) : gone
    })
  },

  async update({ prior, plan, config, appliance, diagnostics, signal }) {
    const { members } = appliance.directory
    const { uid } = plan
    const wanted: DeclaredMember = { ...plan, gid: isUnknown(plan.gid) ? prior.gid : plan.gid }
    const texts = textsToSend(wanted, (text) => prior[attributeOf[text]] ?? '')
    await setTexts(members, uid, texts, diagnostics, signal)
    const password = changedPassword(prior, plan, config)
    try {
      if (password !== null) await members.setPassword(uid, password, signal)
    } catch (error) {
      const { password: before, password_wo_version, unverified } = prior
      throw new IncompleteUpdate(
        { ...prior, ...wanted, password: before, password_wo_version, unverified },
        error,
      )
    }
    // A password alone changes nothing that the directory shows.
    if (!isUnknown(plan.unverified))
      return { ...plan, gid: wanted.gid, unverified: prior.unverified, id: prior.id }
    return { ...plan, ...(await confirmed(uid, wanted, appliance, diagnostics, signal)), id: prior.id }
  },

  async delete({ state, appliance, directoryClaims, diagnostics, signal }) {
    const id = canonicalUid(state.uid)
    await directoryClaims.turn('member', id, signal, async () => {
      if (!directoryClaims.isDeclared('member', id)) {
        await appliance.directory.members.delete(state.uid, signal)
        return
      }
      diagnostics.warn(
        `Member ${JSON.stringify(state.uid)} was not deleted`,
        'Another resource of this configuration declares it, and has adopted it in this apply. To give a resource another name, ' +
          'use a moved block.',
      )
    })
  },

  async importState({ id, appliance, signal }) {
    const member = await appliance.directory.members.find(id, signal)
    if (!member) {
      throw new ProviderError(
        `The directory has no member ${JSON.stringify(id)}.`,
        'Give the login of a member, as the console of the appliance shows it.',
      )
    }
    return importedMember(member)
  },
})
