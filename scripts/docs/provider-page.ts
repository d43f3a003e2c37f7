import type { Attributes } from '../../src/terraform/schema/attribute'
import { examplesFolder, exampleText } from './example'
import { page, section } from './page'
import { schemaSection } from './schema-section'

/** What is read of the provider's definition. */
export interface DocumentedProvider {
  readonly name: string
  readonly description: string
  readonly attributes: Attributes
}

const guides = `
- [Getting started](guides/getting-started.md): from a clone to a nightly drift check.
- [How it works](guides/how-it-works.md): what the provider reads, what it sends and what it never touches.
- [Installing](guides/installing.md): on a laptop, in pipelines and without the internet.
- [Upgrading](guides/upgrading.md): from one release to the next, and back.
- [Drift](guides/drift.md): what a plan can find of what others change, and what it cannot.
- [Reviews](guides/review.md): a plan in the appliance's own terms, for people and for pipelines.
- [Pipelines](guides/pipelines.md): plan, review, apply and the nightly check, in GitHub Actions and GitLab CI.
- [CDKTF](guides/cdktf.md): typed classes for infrastructure in TypeScript.
- [Performance](guides/performance.md): what long lists cost, in the configuration and in a file.
- [The directory's socket](guides/directory-socket.md): how a pipeline reaches the user directory.
- [The doctor](guides/doctor.md): whether settings lead to the appliance, and what it makes of them.
- [Troubleshooting](guides/troubleshooting.md): what errors and warnings mean, and what to do.
- [Assumptions](guides/assumptions.md): what is taken for granted where the interface of the appliance is not documented.
`.trim()

const environment =
  'Each attribute may come from its environment variable, which is named beside it. What the configuration says goes first, ' +
  'attribute by attribute: the address of an endpoint goes before `base_url`, also where it comes from the environment. ' +
  'Secrets are best left out of the configuration. Proxies are taken from `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, which ' +
  'lists what is reached without one: names with all that is below them, addresses and blocks such as `192.0.2.0/24`, each ' +
  'but a block also with a port; or `*`.'

export async function providerPage({ name, description, attributes }: DocumentedProvider): Promise<string> {
  return page({ title: `${name} Provider`, subcategory: '', description }, [
    section('Example Usage', await exampleText(`${examplesFolder}/provider/provider.tf`)),
    section('Guides', guides),
    section('Environment', environment),
    schemaSection(attributes),
  ])
}
