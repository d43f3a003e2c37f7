import { unseen } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { readSettings } from '../../src/findings/settings'
import { type Message, type Run, readRun } from '../../src/plan/messages'
import { readPlan } from '../../src/plan/plan'
import { reviewOf } from '../../src/review/review'
import { categoryChange, changeOf, planText, type WrittenChange } from '../review/plans'
import { render } from '../review/rendered'

const whole: Run = { isWhole: true, hasSummary: true, planned: new Set(), refreshed: new Set() }

const warned = (code: string, address?: string) =>
  readRun(
    JSON.stringify({
      diagnostic: { severity: 'warning', summary: 'x', detail: `x\n\n[appliance:${code}]`, address },
    }),
  ).messages

const ads = categoryChange('ads', null, ['a.example'])
const readers = changeOf('appliance_ldap_group.readers', null, { name: 'readers', organization: 'acme' })

async function report(changes: readonly WrittenChange[], messages: readonly Message[], run: Run | undefined) {
  const settings = readSettings(
    '{"findings": {"category-adopted": "off", "not-reached": "off", "provider-warning": "off", "unverified": "off"}}',
  )
  const review = await reviewOf(readPlan(planText(changes)), settings, messages, run)
  return render(review, 'text')
}

describe('what a plan creates', () => {
  it('is adopted if the provider has warned that a member takes an account over', async () => {
    const ann = changeOf('appliance_ldap_member.ann', null, { uid: 'ann' })
    const takenOver = warned('member-taken-over', 'appliance_ldap_member.ann')
    expect(await report([ann], takenOver, whole)).toContain('+ member ann: adopted')
  })

  it('may be adopted, as far as nobody kept the messages of the plan', async () => {
    expect(await report([ads, readers], [], undefined)).toContain(
      '+ category ads: created, or adopted if it already exists; 1 site: a.example',
    )
  })

  it('is adopted where the provider has warned of it, and created where all messages are there and none says so', async () => {
    const text = await report([ads, readers], warned('category-adopted', 'appliance_category.ads'), whole)
    expect(text.split('\n')[0]).toMatch(/^1 site added if missing, 1 created, 1 adopted\./)
    expect(text).toContain('+ category ads: adopted; 1 site added if missing: a.example')
    expect(text).toContain('+ group readers: created\n')
  })

  it('is a list of which its category has sites already, as the provider has warned: it adds what is missing', async () => {
    const address = 'appliance_category_sites.feed'
    const values = { name: 'feed', category_id: '250', category_name: 'ads', sites: ['a.example'] }
    const feed = changeOf(address, null, values)
    expect(await report([feed], warned('sites-adopted', address), whole)).toContain(
      '+ category ads: 1 site added if missing: a.example',
    )
    expect(await report([feed], [], whole)).toContain('+ category ads: 1 site: a.example')
    const imported = categoryChange('ads', [], ['a.example'], { id: '250' })
    expect(await report([imported], warned('sites-adopted', 'appliance_category.ads'), whole)).toContain(
      '+ category ads: 1 site added if missing: a.example',
    )
  })

  it('is an account that exists and keeps its primary group, or one that does not', async () => {
    const member = changeOf(
      'appliance_ldap_member.ann',
      null,
      { uid: 'ann.lee', organization: 'acme' },
      { change: { after_unknown: { gid: true } } },
    )
    expect(await report([member], warned('member-adopted', 'appliance_ldap_member.ann'), whole)).toContain(
      '+ member ann.lee: adopted; its attributes are set to those of the configuration; organization acme\n',
    )
    expect(await report([member], [], whole)).toContain(
      '+ member ann.lee: created; organization acme; primary group chosen by the appliance\n',
    )
  })

  it('is a member of an adopted group only if it is missing there', async () => {
    const links = ['ann.lee', 'bob.ray'].map((uid) =>
      changeOf(
        `appliance_ldap_group_membership.${uid.slice(0, 3)}`,
        null,
        { uid },
        { change: { after_unknown: { gid: true } } },
      ),
    )
    const configuration = {
      root_module: {
        resources: ['ann', 'bob'].map((name) => ({
          type: 'appliance_ldap_group_membership',
          name,
          expressions: {
            gid: { references: ['appliance_ldap_group.readers.gid', 'appliance_ldap_group.readers'] },
          },
        })),
      },
    }
    const ann = changeOf('appliance_ldap_member.ann', null, { uid: 'ann.lee', organization: 'acme' })
    const plan = planText([readers, ann, ...links], { configuration })
    const review = await reviewOf(
      readPlan(plan),
      readSettings('{}'),
      warned('group-adopted', 'appliance_ldap_group.readers'),
      whole,
    )
    const text = render(review, 'text')
    expect(text).toMatch(/^1 membership added, 1 membership added if missing, 1 created, 1 adopted\./)
    expect(text).toContain('+ group readers: 1 member: ann.lee\n')
    expect(text).toContain('+ group readers: 1 member added if missing: bob.ray\n')
  })

  it('may contain the sites already if it is imported', async () => {
    const imported = {
      ...categoryChange('ads', [], ['a.example']),
      change: { ...categoryChange('ads', [], ['a.example']).change, importing: { id: 'ads' } },
    }
    const text = await report([imported], [], undefined)
    expect(text).toMatch(/^1 site added if missing\. Only in the state: 1 other change\./)
    expect(text).toContain('+ category ads: 1 site added if missing: a.example')
  })

  it.each([...unseen, 'directory-not-read'])(
    'is not known where the plan could not look: %s',
    async (code) => {
      const text = await report([ads, readers], warned(code), whole)
      expect(text).toContain('group readers: created, or adopted')
    },
  )

  it('is not known where its name comes with the apply, or where messages were picked', async () => {
    const unknown = changeOf(
      'appliance_ldap_group.readers',
      null,
      { name: 'readers' },
      {
        change: { after_unknown: { organization: true } },
      },
    )
    expect(await report([unknown], [], whole)).toContain('created, or adopted')
    expect(await report([readers], [], { ...whole, isWhole: false })).toContain('created, or adopted')
  })

  it('is a membership that may be there already, if the plan could not read the directory', async () => {
    const membership = changeOf('appliance_ldap_group_membership.ann', null, { uid: 'ann', gid: '501' })
    const text = await report([membership], warned('directory-not-read'), whole)
    expect(text).toContain('+ group 501: 1 member added if missing: ann')
  })

  it('is no new membership where the member is in the group already', async () => {
    const membership = changeOf('appliance_ldap_group_membership.ann', null, { uid: 'ann', gid: '501' })
    const text = await report([membership], warned('membership-adopted', membership.address), whole)
    expect(text).toBe(
      '1 adopted.\n\nChanged\n  ~ group 501: 1 member that is already in the group, adopted: ann\n',
    )
  })
})
