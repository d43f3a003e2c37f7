import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { directoryRelease, olderRelease } from '@webfilter/appliance-client'
import type { Attributes } from '@webfilter/terraform-plugin'
import { examplesFolder, exampleText } from './example'
import { page, section } from './page'
import { withAddresses } from './registry-links'
import { isReleased, unreleased } from './release-notice'
import { schemaSection } from './schema-section'

/** What is read of the provider's definition. */
export interface DocumentedProvider extends Described {
  readonly attributes: Attributes
  readonly resources: readonly Described[]
  readonly dataSources: readonly Described[]
  readonly functions: readonly Described[]
  readonly actions: readonly Described[]
  readonly listResources: readonly Described[]
}

interface Described {
  readonly name: string
  readonly description: string
}

const guides = `
- [Getting started](guides/getting-started.md): from a clone to a nightly drift check.
- [How it works](guides/how-it-works.md): what the provider reads, what it sends and what it never touches.
- [Installing](guides/installing.md): on a laptop, in pipelines and without the internet.
- [Adopting a running appliance](guides/adopting.md): configuration and imports for it.
- [The directory's socket](guides/directory-socket.md): how a pipeline reaches the user directory.
- [Checking and fetching lists](guides/lists.md): formats, exceptions, mistakes, and published lists.
- [Why a site is in a category](guides/explain.md): or why not.
- [Performance](guides/performance.md): the cost of long lists, in the configuration and in a file.
- [Pipelines](guides/pipelines.md): in GitHub Actions, GitLab CI and other services.
- [Inputs of the pipelines](guides/pipeline-inputs.md): and their outputs.
- [Reviews](guides/review.md): a plan in the appliance's own terms.
- [Drift](guides/drift.md): which changes by others a plan finds, and which it cannot find.
- [Several appliances](guides/fleets.md): one policy for all of them.
- [CDKTF](guides/cdktf.md): typed classes for TypeScript, with \`cdktn\`, the successor of the archived \`cdktf\`.
- [CDKTF in practice](guides/cdktf-practice.md): tests, imports, moves, conversion from HCL and secrets.
- [Pulumi](guides/pulumi.md): the provider in a Pulumi program, and what Pulumi cannot express.
- [Troubleshooting](guides/troubleshooting.md): what to do if something fails, and what engines print.
- [The doctor](guides/doctor.md): a check of the settings against a live appliance.
- [Assumptions](guides/assumptions.md): what is not documented of the appliance.
- [Codes](guides/codes.md): all errors and warnings of the provider, by code.
- [Changelog](guides/changelog.md): from one release to the next.
`.trim()

const environment =
  'The schema names the environment variable of each attribute, which the configuration overrides. The address of an ' +
  'endpoint overrides `base_url`, even if it comes from the environment. Keep secrets out of the configuration.\n\n' +
  'The provider uses the proxies in `HTTPS_PROXY` and `HTTP_PROXY`. `NO_PROXY` lists the hosts that it reaches without a proxy: ' +
  'domain names, which include their subdomains, IP addresses, and CIDR blocks such as `192.0.2.0/24`. Names and addresses can ' +
  'have a port. `*` stands for every host.'

const blocks =
  'Use one `provider` block for each appliance: see [Several appliances](guides/fleets.md). The process of a block, also of one with an `alias`, shares nothing with others. If two blocks ' +
  'have the same appliance:\n\n' +
  '- The same category or list in both is not refused.\n' +
  '- A list that is destroyed or shortened in one takes sites along that the other one declares. They are missing until the next apply ' +
  'of that one.\n' +
  '- If both declare the same login, the destroy or the replacement of one member can delete the account of the other.\n\n' +
  'The same applies to two configurations with separate states.'

const expectation =
  'A state of one appliance that is planned against another one shows everything as gone, and the apply creates it there. `expect` prevents ' +
  'this. `appliance doctor` prints the block:\n\n' +
  '```terraform\nprovider "appliance" {\n  base_url = "https://proxy.example.org"\n\n  expect = {\n    interfaces = {\n' +
  '      eth0 = "00:0c:29:4f:8e:35"\n    }\n  }\n}\n```\n\n' +
  '- Each plan and each apply asks the appliance for its interfaces before any other request. If they differ, the run ' +
  'fails (`appliance-not-expected`), and the state stays as it is.\n' +
  '- Interfaces are those of the host of the area `network`. An area at another host fails, unless it is listed in ' +
  '`unchecked_areas`.\n' +
  '- `certificate_fingerprints` are the stronger check: they are compared on each connection, before the token is sent. ' +
  'An area without TLS fails, unless `interfaces` are set too.\n' +
  '- If the interfaces cannot be asked for, `on_unreachable` decides: the run warns, or fails. An answer that is not understood always fails.\n' +
  '- If you use environment variables, set them for both the plan and the apply.'

/** docs/appliance, "Releases" */
const releases = [
  '| | Release |',
  '|---|---|',
  `| Categories by the older routes | ${olderRelease} |`,
  '| Categories by the autonomous service | major version 4 or later |',
  `| User directory | ${directoryRelease} |`,
].join('\n')

const namesOfFunctions =
  'Functions return only names that every generation of the appliance stores unchanged, so each result can be used in `sites`. They fail for ' +
  'others, as [What a site matches](resources/category.md#what-a-site-matches) describes them. Names that contain `www.` after their beginning, such as ' +
  '`login.www.gov.uk`, can be listed directly in `sites` if the appliance has the older routes. `try` returns another value instead of the ' +
  'error, and `can` checks a value.'

const runsOfActions =
  'Actions require Terraform 1.14 or newer. An action runs when you ask for it with `terraform apply -invoke=action.TYPE.NAME`, or when a ' +
  'resource triggers it in a block `action_trigger`. It leaves nothing in the state. If it has a block `config`, the plan asks the ' +
  'appliance whether it can run. In that block, write `caller` for the resource that triggers it, such as `caller.id`. With its address, ' +
  'Terraform 1.16 rejects `-invoke` (`Reference to uninitialized resource`). Terraform 1.14 and 1.15 have no `caller`, and accept the address.'

const resultsOfQueries =
  'Each result has a display name, the identity by which the resource can be imported, and, with `include_resource = true`, the state ' +
  'that the import would read. Terraform stops reading at `limit`, which defaults to 100. With `-generate-config-out`, the command also ' +
  'writes blocks for each result, without default values and secrets. Set or remove optional attributes for which Terraform writes `null`.'

/** What the provider offers, each with the first sentence of its description and a link to its page. */
function offers(provider: DocumentedProvider): readonly string[] {
  const typeOf = (name: string) => `${provider.name}_${name}`
  const functionOf = (name: string) => `provider::${provider.name}::${name}`
  return [
    section('Resources', table('resources', typeOf, provider.resources)),
    section('Data Sources', table('data-sources', typeOf, provider.dataSources)),
    section(
      'Functions',
      'Functions need no settings and no appliance.\n\n' +
        `${table('functions', functionOf, provider.functions)}\n\n${namesOfFunctions}`,
    ),
    section('Actions', `${table('actions', typeOf, provider.actions)}\n\n${runsOfActions}`),
    section(
      'List Resources',
      'With Terraform 1.14 or newer, `terraform query` finds what exists and writes its configuration. With every engine, `appliance export` ' +
        `does so (see [Adopting a running appliance](guides/adopting.md)).\n\n${table('list-resources', typeOf, provider.listResources)}\n\n${resultsOfQueries}`,
    ),
  ]
}

function table(folder: string, nameOf: (name: string) => string, definitions: readonly Described[]): string {
  const rows = definitions.map(
    ({ name, description }) =>
      `| [\`${nameOf(name)}\`](${folder}/${name}.md) | ${firstSentence(description)} |`,
  )
  return ['| | |', '|---|---|', ...rows].join('\n')
}

function firstSentence(description: string): string {
  return /^.*?[.:](?=\s|$)/s.exec(description)?.[0].replace(/:$/, '.').replaceAll(/\s+/g, ' ') ?? description
}

export async function providerPage(provider: DocumentedProvider): Promise<string> {
  const { name, description, attributes } = provider
  const released = isReleased(readFileSync(join(__dirname, '../../CHANGELOG.md'), 'utf8'))
  const text = page({ title: `${name} Provider`, description }, [
    ...(released ? [] : [`${unreleased} [Installing](guides/installing.md) builds it from a clone.`]),
    section('Example Usage', await exampleText(`${examplesFolder}/provider/provider.tf`)),
    section('Guides', guides),
    ...offers(provider),
    section('One block for each appliance', blocks),
    section('The expected appliance', expectation),
    section('Releases of the appliance', releases),
    section('Environment', environment),
    schemaSection(attributes),
  ])
  // Before a release, the registry has nothing to link.
  return released ? withAddresses(text) : text
}
