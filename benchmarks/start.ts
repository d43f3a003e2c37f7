import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createCertificate } from '@webfilter/terraform-plugin/testing'
import { alternate, Side } from './alternation'
import { BareServer } from './bare-launch'
import type { Benchmark } from './benchmark'
import { timeToEnd } from './processes'
import { answeredSchema, builtProvider, launchProvider, timeToLoad } from './provider-launch'
import { inTemporaryFolder } from './temporary-folder'

/** Terraform starts the provider three times per plan: every millisecond of a start counts three times. */
export const start: Benchmark = {
  name: 'start',
  summary: 'start of the provider, to its handshake and to its schema, against node and a bare server',
  usualRuns: 30,

  run: (options) =>
    inTemporaryFolder(async (folder) => {
      // Of the kind that Terraform makes.
      const host = await createCertificate({ namedCurve: 'P-521' })
      const answer = await answeredSchema(folder)
      const barePlain = await BareServer.prepare(folder, answer)
      const bareSecured = await BareServer.prepare(folder, answer, { own: await createCertificate(), host })
      const nodeAlone = new Side(() => timeToEnd(process.execPath, ['-e', '0']))
      const bare = new Side(() => barePlain.launch())
      const bareWithTls = new Side(() => bareSecured.launch())
      const plain = new Side(() => launchProvider(folder, undefined))
      const secured = new Side(() => launchProvider(folder, host))
      const withoutCode = join(folder, 'provider')
      await cp(builtProvider, withoutCode, { recursive: true })
      await rm(join(withoutCode, 'late/code'), { recursive: true })
      const compiling = new Side(() => timeToLoad(folder, withoutCode))
      const checking = new Side(() => timeToLoad(folder, builtProvider))
      const compiled = await filesOfCode()
      const digests = new Side(async () => timeOfDigests(compiled))
      const sides = [nodeAlone, bare, plain, bareWithTls, secured, compiling, checking, digests]
      await alternate(sides, options)
      return {
        title: 'start: a provider process',
        explanation:
          'Time from the start of the process to its handshake line and to its first answer, with mutual TLS as ' +
          'Terraform requests it and without. The first answer is that of GetProviderSchema to the standard gRPC ' +
          'client. Its baseline is a separate process that serves the same bytes for each call on `node:http2` alone ' +
          "and is given its certificate for TLS. The end is measured from the host's request to end. The baseline of " +
          'the handshake and of the end is `node -e 0` from start to end. The provider itself is loaded for the answer to ' +
          'GetMetadata: its code as the build compiled it is taken if the digest of it and of the files fits. The baseline is ' +
          'the same provider without that code.',
        unit: 'ms',
        comparisons: [
          {
            baseline: { label: 'bare server, answer, with TLS', samples: bareWithTls.samples },
            others: [
              {
                label: 'provider, answer, with TLS',
                samples: secured.samples.map(({ schema }) => schema),
                goal: { timesAtMost: 1.25 },
              },
            ],
          },
          {
            baseline: { label: 'bare server, answer, without TLS', samples: bare.samples },
            others: [
              {
                label: 'provider, answer, without TLS',
                samples: plain.samples.map(({ schema }) => schema),
                goal: { timesAtMost: 1.25 },
              },
            ],
          },
          {
            baseline: { label: 'node alone', samples: nodeAlone.samples },
            others: [
              {
                label: 'handshake, with TLS',
                samples: secured.samples.map(({ handshake }) => handshake),
                goal: { timesAtMost: 1.6 },
              },
              {
                label: 'handshake, without TLS',
                samples: plain.samples.map(({ handshake }) => handshake),
                goal: { timesAtMost: 1.6 },
              },
              { label: 'end, with TLS', samples: secured.samples.map(({ end }) => end) },
              { label: 'end, without TLS', samples: plain.samples.map(({ end }) => end) },
            ],
          },
          {
            baseline: { label: 'provider loaded, compiled anew', samples: compiling.samples },
            others: [
              {
                label: 'provider loaded, compiled by the build',
                samples: checking.samples,
                goal: { timesAtMost: 1 },
              },
              { label: 'digests of files and code', samples: digests.samples },
            ],
          },
        ],
      }
    }),
}

/** Each compiled file of the build, and what V8 made of it. */
async function filesOfCode(): Promise<readonly Buffer[]> {
  const late = join(builtProvider, 'late')
  const paths = (await readdir(join(late, 'code'), { recursive: true })).filter((path) =>
    path.endsWith('.cjs'),
  )
  return await Promise.all(
    paths.flatMap((path) => [readFile(join(late, basename(path))), readFile(join(late, 'code', path))]),
  )
}

/** Milliseconds. What src/load-built.ts does in each process before it takes compiled code. */
function timeOfDigests(files: readonly Buffer[]): number {
  const started = performance.now()
  for (const file of files) createHash('sha256').update(file).digest()
  return performance.now() - started
}
