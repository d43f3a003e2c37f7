import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { renderReport } from '@webfilter/appliance-command/report/render'
import { failedReviewReport } from '@webfilter/appliance-command/review/report'
import {
  categoryChange,
  changeOf,
  numbered,
  type WrittenChange,
} from '../../packages/command/test/review/plans'
import { render } from '../../packages/command/test/review/rendered'
import { reviewed } from '../../packages/command/test/review/review-of'
import { describeWith, isOnPath } from '../lanes/installed'

const policies = resolve(__dirname, '../../examples/policies')

const opa = process.env.APPLIANCE_TEST_OPA ?? 'opa'

const describeWithOpa = describeWith(
  isOnPath(opa),
  'APPLIANCE_REQUIRE_OPA',
  'No opa is installed: the tests of policies are skipped.',
)

const member = (after: Readonly<Record<string, unknown>>, further: Parameters<typeof changeOf>[3] = {}) =>
  changeOf('appliance_ldap_member.ann', null, { uid: 'ann', ...after }, further)

describeWithOpa('the policies of the examples', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-test-policies-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each<[string, readonly WrittenChange[], readonly string[]]>([
    ['nothing to say', [categoryChange('ads', [], ['a.example']), member({ organization: 'acme' })], []],
    [
      'a move out of malware',
      [categoryChange('malware', ['a.example'], []), categoryChange('news', [], ['a.example'])],
      ['Category malware loses 1 site to category news.'],
    ],
    [
      'a removal from malware',
      [categoryChange('malware', ['a.example'], [])],
      ['Category malware loses 1 site.'],
    ],
    ['a hundred removals', [categoryChange('ads', numbered(100, 'site'), [])], []],
    [
      'more removals',
      [categoryChange('ads', numbered(101, 'site'), [])],
      [
        'Up to 101 sites are removed, and at most 100 may be. Set the label many-removals if that is intended.',
      ],
    ],
    [
      'a public suffix',
      [categoryChange('ads', [], ['gov.uk'])],
      ['Public suffixes are added: 1. Each includes every domain below.'],
    ],
    ['a member elsewhere', [member({ organization: 'other' })], ['Member ann is in organization other.']],
    [
      'a member whose organization is not known yet',
      [member({}, { change: { after_unknown: { organization: true } } })],
      ['Member ann is in organization (unknown).'],
    ],
    [
      'a member who moves elsewhere with a new account',
      [
        changeOf(
          'appliance_ldap_member.ann',
          { uid: 'ann', organization: 'acme' },
          { uid: 'ann', organization: 'other' },
          { change: { actions: ['delete', 'create'] } },
        ),
      ],
      ['Member ann is in organization other.'],
    ],
    [
      'a member who is moved back with a new account',
      [
        changeOf(
          'appliance_ldap_member.ann',
          { uid: 'ann', organization: 'other' },
          { uid: 'ann', organization: 'acme' },
          { change: { actions: ['create', 'delete'] } },
        ),
      ],
      [],
    ],
    [
      'a protected category that is destroyed with its sites',
      [categoryChange('malware', ['a.example', 'b.example'], null)],
      ['Category malware loses 2 sites.'],
    ],
    [
      'an account that is deleted elsewhere',
      [changeOf('appliance_ldap_member.ann', { uid: 'ann', organization: 'other' }, null)],
      [],
    ],
  ])('say to a plan with %s', async (_, changes, said) => {
    expect(await denied(render(await reviewed(changes), 'json'))).toEqual(said)
  })

  it('let a label allow many removals', async () => {
    const review = render(await reviewed([categoryChange('ads', numbered(101, 'site'), [])]), 'json')
    expect(await denied(review, { pull_request: { labels: ['many-removals'] } })).toEqual([])
  })

  it('protect a category by its number, where a list of sites names no other', async () => {
    const change = changeOf(
      'appliance_category_sites.more',
      { category_id: 250, sites: ['a.example'], compile: true },
      { category_id: 250, sites: [], compile: true },
    )
    const review = render(await reviewed([change]), 'json')
    expect(await denied(review)).toEqual([])
    const own = join(folder, 'own')
    await cp(policies, own, { recursive: true })
    const settings = await readFile(join(own, 'settings.json'), 'utf8')
    await writeFile(join(own, 'settings.json'), settings.replace('["malware"]', '["malware", "250"]'))
    expect(await denied(review, undefined, own)).toEqual(['Category 250 loses 1 site.'])
  })

  it('deny what could not be reviewed', async () => {
    expect(await denied(renderReport(failedReviewReport([]), 'json'))).toEqual(['The review is incomplete.'])
    expect(await denied('{}')).toEqual(['This is not a report of appliance review.'])
  })

  it('are what OPA accepts without a remark', () => {
    const output = execFileSync(opa ?? '', ['check', '--strict', policies], { encoding: 'utf8' })
    expect(output).toBe('')
    expect(
      execFileSync(opa ?? '', ['fmt', '--diff', join(policies, 'appliance.rego')], { encoding: 'utf8' }),
    ).toBe('')
  })

  /** The command of the example; the messages in alphabetical order. */
  async function denied(review: string, data?: object, own = policies): Promise<readonly string[]> {
    await writeFile(join(folder, 'review.json'), review)
    const more = join(folder, 'labels.json')
    if (data !== undefined) await writeFile(more, JSON.stringify(data))
    const words = ['eval', '--data', own, '--input', join(folder, 'review.json'), '--format', 'json']
    const further = data === undefined ? [] : ['--data', more]
    const { status, stdout, stderr } = spawnSync(
      opa ?? '',
      [...words, ...further, '--fail-defined', 'data.appliance.deny[_]'],
      { encoding: 'utf8' },
    )
    if (stderr !== '') throw new Error(stderr)
    const { result = [] } = JSON.parse(stdout) as {
      result?: readonly { expressions: readonly { value: string }[] }[]
    }
    const messages = result.flatMap(({ expressions }) => expressions.map(({ value }) => value)).sort()
    expect(status).toBe(messages.length === 0 ? 0 : 1)
    return messages
  }
})
