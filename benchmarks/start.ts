import { createCertificate } from '../src/terraform/plugin/certificate'
import { alternate, Side } from './alternation'
import type { Benchmark } from './benchmark'
import { timeToEnd } from './processes'
import { launchProvider } from './provider-launch'
import { inTemporaryFolder } from './temporary-folder'

/** Terraform starts the provider three times per plan: every millisecond of a start counts three times. */
export const start: Benchmark = {
  name: 'start',
  summary: 'start of the provider, to its handshake and to the answered schema, against node alone',
  usualRuns: 30,

  run: (options) =>
    inTemporaryFolder(async (folder) => {
      // Of the kind that Terraform makes.
      const host = await createCertificate({ namedCurve: 'P-521' })
      const nodeAlone = new Side(() => timeToEnd(process.execPath, ['-e', '0']))
      const plain = new Side(() => launchProvider(folder, undefined))
      const secured = new Side(() => launchProvider(folder, host))
      await alternate([nodeAlone, plain, secured], options)
      return {
        title: 'start: a provider process',
        explanation:
          'From the start of the process to its handshake line, and to the schema answered to the standard gRPC client, ' +
          'with mutual TLS as Terraform asks for it and without. The baseline is `node -e 0` from start to end.',
        unit: 'ms',
        comparisons: [
          {
            baseline: { label: 'node alone', samples: nodeAlone.samples },
            others: [
              {
                label: 'handshake, with TLS',
                samples: secured.samples.map(({ handshake }) => handshake),
                goal: { timesAtMost: 1.6 },
              },
              {
                label: 'handshake, without',
                samples: plain.samples.map(({ handshake }) => handshake),
                goal: { timesAtMost: 1.6 },
              },
              { label: 'schema, with TLS', samples: secured.samples.map(({ schema }) => schema) },
              { label: 'schema, without', samples: plain.samples.map(({ schema }) => schema) },
            ],
          },
        ],
      }
    }),
}
