import { join } from 'node:path'
import { token, tokenWith } from './github'
import type { Event } from './github-workflow'
import type { Runner } from './runner'

/** The secret of the environments of a stack. */
export const tokenOfAppliance = (stack: string) => `a-token-of-the-appliance-of-${stack}`

export type Trigger = 'pull_request' | 'pull_request_target' | 'workflow_run' | 'issue_comment'

/** What differs between the runs of workflows. */
export interface Occasion {
  /** The address of the interface of the forge. */
  readonly url: string
  readonly isPullRequest: boolean
  /** What starts the workflow for a pull request: `pull_request`, unless given. With the others, a fork gets secrets, too. */
  readonly trigger?: Trigger
  readonly isOfFork?: boolean
  /** What a runner in the network of the appliance of a stack has in its environment. */
  readonly network: Event['network']
  readonly everywhere?: Readonly<Record<string, string>>
  /** The private key for plans. */
  readonly key?: string
  readonly beforeApply?: () => Promise<void>
}

/** An event in the repository `acme/appliance`: pull request 7, which may come from a fork, or something on the branch main. */
export function eventOn(runner: Runner, occasion: Occasion): Event {
  const { isPullRequest, isOfFork = false, key = '', beforeApply, trigger = 'pull_request' } = occasion
  const head = isOfFork ? 'mallory/appliance' : 'acme/appliance'
  const tells = isPullRequest && trigger.startsWith('pull_request')
  return {
    branch: isPullRequest ? 'change' : 'main',
    values: {
      'github.event.pull_request': tells,
      'github.event.pull_request.head.repo.full_name': tells ? head : '',
      'github.event.pull_request.head.sha': tells ? runner.git('rev-parse', 'HEAD') : '',
      'github.event.workflow_run': isPullRequest && trigger === 'workflow_run',
      'github.event.workflow_run.head_repository.full_name': trigger === 'workflow_run' ? head : '',
      'github.event.issue.pull_request': isPullRequest && trigger === 'issue_comment',
      'github.event.pull_request.number': '7',
      'github.repository': 'acme/appliance',
      'github.run_id': '1234',
      'github.server_url': 'https://forge.example.org',
    },
    environment(name) {
      const [, kind, stack] = /^(plan|apply)-(.*)$/.exec(name) ?? []
      if (name === 'lists') return { 'secrets.LISTS_TOKEN': token }
      if ((isOfFork && trigger === 'pull_request') || stack === undefined) return {}
      return {
        'vars.APPLIANCE_BASE_URL': 'http://127.0.0.1',
        'secrets.APPLIANCE_TOKEN': tokenOfAppliance(stack),
        ...(kind === 'apply' && { 'secrets.APPLIANCE_PLAN_KEY': key }),
      }
    },
    token: (permissions) => tokenWith(isOfFork && trigger === 'pull_request' ? {} : permissions),
    network: occasion.network,
    everywhere: {
      ...occasion.everywhere,
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: occasion.url,
      GITHUB_REPOSITORY: 'acme/appliance',
      RUNNER_TEMP: runner.temporary,
      GITHUB_STEP_SUMMARY: join(runner.states, 'summary.md'),
    },
    ...(beforeApply && { beforeApply }),
  }
}
