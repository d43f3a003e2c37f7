import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { bundledPackages } from './bill-of-materials'

// Asks the npm registry for advisories on what is shipped, and fails if there is one: tsx scripts/release/audit.ts
// Everything is a development dependency, since it is bundled. So npm's own "--omit=dev" would ask about nothing, and without it about
// hundreds of packages that nobody gets.

const root = resolve(__dirname, '../..')

/** An advisory on a package that is shipped. */
interface Advisory {
  /** `name@version`. */
  readonly shipped: string
  readonly severity: string
  readonly title: string
  readonly url: string
}

/** What is read of a report of `npm audit --json`. Texts in `via` name other packages, which have entries of their own. */
const auditReport = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([z.string(), z.object({ title: z.string(), url: z.string(), severity: z.string() })]),
      ),
      nodes: z.array(z.string()),
    }),
  ),
})

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ name: z.string().optional(), version: z.string().optional() })),
})

/**
 * The advisories in a report that are on shipped packages.
 *
 * @param report as `npm audit --json` prints it
 * @param lock the package-lock.json that it is about
 * @param shipped the shipped packages, each as `name@version`
 * @throws {Error} if the report has none, such as the error of a registry that has no advisories
 */
export function advisoriesIn(
  report: unknown,
  lock: unknown,
  shipped: ReadonlySet<string>,
): readonly Advisory[] {
  const { packages } = lockFile.parse(lock)
  const { success, data } = auditReport.safeParse(report)
  if (!success)
    throw new Error(`The registry returned no advisories: ${JSON.stringify(report)?.slice(0, 500)}`)
  return Object.entries(data.vulnerabilities).flatMap(([name, { via, nodes }]) => {
    const found = nodes
      .map((node) => `${name}@${packages[node]?.version}`)
      .filter((each) => shipped.has(each))
    const advisories = via.filter((each) => typeof each !== 'string')
    return [...new Set(found)].flatMap((each) =>
      advisories.map((advisory) => ({ ...advisory, shipped: each })),
    )
  })
}

async function audit(): Promise<void> {
  const shipped = new Set((await bundledPackages()).keys())
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const advisories = advisoriesIn(JSON.parse(stdout), lock, shipped)
  for (const { shipped: each, severity, title, url } of advisories) {
    process.stdout.write(`${each}: ${title} (${severity}, ${url})\n`)
  }
  process.stdout.write(`${shipped.size} packages are shipped, with ${advisories.length} advisories.\n`)
  if (advisories.length > 0) process.exitCode = 1
}

if (require.main === module) {
  audit().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
