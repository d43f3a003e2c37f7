import type { Documentation } from '@webfilter/terraform-plugin'

/**
 * The documentation of an action: what all of them have in common, and what is its own.
 *
 * @param operation the name by which `appliance_operation` does the same
 */
export function actionDocumentation(
  operation: string,
  { release = '', meaning = [] }: Pick<Documentation, 'release' | 'meaning'>,
): Documentation {
  return {
    subcategory: 'Operations',
    release:
      'Actions require Terraform 1.14 or newer. For OpenTofu and for older releases of Terraform, use ' +
      `[\`appliance_operation\`](../resources/operation.md) with the operation \`${operation}\`. ${release}`,
    meaning: [...meaning, howItRuns],
  }
}

const howItRuns = {
  heading: 'How it runs',
  text:
    'An action runs when you ask for it with `terraform apply -invoke=action.TYPE.NAME`, or when a resource triggers it in a block ' +
    '`action_trigger`. It leaves nothing in the state. While it runs, Terraform prints what is sent and what is awaited.\n\n' +
    '~> Terraform does not run a failed action again: the next plan shows no change. If the answer of the appliance is lost, or if you ' +
    'stop the run with Ctrl-C, the error says what was sent and what is unknown. Check the appliance, then run the action with `-invoke`.\n\n' +
    'If the `config` of an action refers to the resource that triggers it, write `caller` for that resource with Terraform 1.16 or newer: ' +
    '`caller.id`. Terraform 1.16 accepts its address too, but then rejects `-invoke`: `Reference to uninitialized resource`. Terraform 1.14 ' +
    'and 1.15 have no `caller`, and accept the address in both cases.\n\n' +
    'If the action has a block `config`, the plan asks the appliance whether the action can run.',
}
