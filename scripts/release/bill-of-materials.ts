import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { ReleaseFile } from './release-files'
import { shippedPackages } from './system-libraries'

const root = resolve(__dirname, '../..')

/** The folders of the build with bundled packages, each beside its own notices (scripts/third-party-notices.mjs). */
const bundles = ['provider', 'cli', 'cdktf', 'cdktn'] as const

/** A Node that is part of executables. */
interface BundledNode {
  readonly version: string
  /** The platforms of the executables. */
  readonly platforms: readonly string[]
}

/**
 * What is bundled in a release, as CycloneDX. npm describes the packages, from the lock file alone; the notices of the build say which of
 * them are bundled, and where. Nothing in it depends on when, where and with which npm it is made.
 */
export async function billOfMaterials(version: string, nodes: readonly BundledNode[]): Promise<ReleaseFile> {
  const [bundled, described, digestOf] = await Promise.all([
    bundledPackages(),
    describedPackages(),
    digests(),
  ])
  const components = [...bundled].map(([ref, places]) => {
    const component = described.components.find((each) => each['bom-ref'] === ref)
    const digest = digestOf.get(ref)
    if (component === undefined || digest === undefined)
      throw new Error(
        `package-lock.json does not describe ${ref}, which is bundled. Run npm ci and build again.`,
      )
    return { ...component, hashes: [{ alg: 'SHA-512', content: digest }], properties: placesOf(places) }
  })
  const main = `terraform-provider-appliance@${version}`
  const content = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        'bom-ref': main,
        type: 'application',
        name: 'terraform-provider-appliance',
        version,
        purl: `pkg:npm/${main}`,
        licenses: [{ license: { id: 'MPL-2.0' } }],
      },
    },
    components: [...components, ...nodes.map(nodeComponent), ...shippedPackages.map(debianComponent)],
    dependencies: [
      { ref: main, dependsOn: [...bundled.keys(), ...nodes.map(nodeRef), ...shippedPackages.map(debianRef)] },
      ...described.dependencies
        .filter(({ ref }) => bundled.has(ref))
        .map(({ ref, dependsOn }) => ({
          ref,
          dependsOn: dependsOn.filter((each) => bundled.has(each)).sort(),
        }))
        .sort((one, other) => (one.ref < other.ref ? -1 : 1)),
    ],
  }
  return {
    name: `terraform-provider-appliance_${version}_sbom.cdx.json`,
    content: Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`),
  }
}

/** The bundled packages in the order of their names, each as `name@version` with the bundles that contain it. */
export async function bundledPackages(): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>()
  for (const bundle of bundles) {
    const notices = await readFile(join(root, 'dist', bundle, 'THIRD-PARTY-NOTICES'), 'utf8')
    for (const [, name, version] of notices.matchAll(/^-{80}\n(\S+) (\S+) \(.*\)$/gm)) {
      const ref = `${name}@${version}`
      found.set(ref, [...(found.get(ref) ?? []), bundle])
    }
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** What differs between releases of npm, such as its own version, is left out. */
const npmBill = z.object({
  components: z.array(
    z.object({
      'bom-ref': z.string(),
      type: z.string(),
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      licenses: z.array(z.unknown()).optional(),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

/** All packages of the lock file with their licenses, and which needs which. */
async function describedPackages(): Promise<z.infer<typeof npmBill>> {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { stdout } = await promisify(execFile)('npm', words, { cwd: root, maxBuffer: 2 ** 26 })
  return npmBill.parse(JSON.parse(stdout))
}

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
})

/** The SHA-512 digests of packages, by `name@version`. npm leaves out that of a package that another one contains as well. */
async function digests(): Promise<ReadonlyMap<string, string>> {
  const { packages } = lockFile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  return new Map(
    Object.entries(packages).flatMap(([path, { version, integrity }]) => {
      const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
      const [, digest] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
      return name && digest
        ? [[`${name}@${version}`, Buffer.from(digest, 'base64').toString('hex')] as const]
        : []
    }),
  )
}

function nodeComponent(node: BundledNode) {
  return {
    'bom-ref': nodeRef(node),
    type: 'platform',
    name: 'node',
    version: node.version,
    purl: `pkg:generic/${nodeRef(node)}`,
    licenses: [{ license: { id: 'MIT' } }],
    properties: placesOf(node.platforms),
  }
}

type ShippedPackage = (typeof shippedPackages)[number]

/** The libraries in the archives for Linux. */
function debianComponent(shipped: ShippedPackage) {
  const { name, version, license, digests: ofFiles } = shipped
  return {
    'bom-ref': debianRef(shipped),
    type: 'library',
    name,
    version,
    purl: debianRef(shipped),
    licenses: [{ expression: license }],
    hashes: Object.values(ofFiles).map((content) => ({ alg: 'SHA-256', content })),
    properties: placesOf(Object.keys(ofFiles)),
  }
}

function debianRef({ name, version }: ShippedPackage): string {
  return `pkg:deb/debian/${name.replaceAll('+', '%2B')}@${version.replaceAll('+', '%2B')}?distro=debian-12`
}

function nodeRef({ version }: BundledNode): string {
  return `node@${version}`
}

function placesOf(places: readonly string[]) {
  return places.map((value) => ({ name: 'bundled-in', value }))
}
