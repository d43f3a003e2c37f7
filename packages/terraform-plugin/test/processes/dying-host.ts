import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { createConnection } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { certificatePem, createCertificate } from '../../src/plugin/certificate'
import { magicCookie } from '../../src/plugin/serve-plugin'
import { providerServiceName } from '../../src/protocol/tfplugin6'

/** How far a host comes before it dies. */
export type HostStage = 'started' | 'told' | 'dialled' | 'secured' | 'called'

/**
 * A host as a process of its own that does what Terraform does, tells the plugin's number, and kills itself.
 * @param after milliseconds from the stage to its death
 */
async function runHost(executable: string, stage: string, after: number): Promise<void> {
  const reached = (reachedStage: HostStage) => {
    if (reachedStage === stage) setTimeout(() => process.kill(process.pid, 'SIGKILL'), after)
  }
  const own = await createCertificate()
  const cert = certificatePem(own.certificate)
  const plugin = spawn(process.execPath, [executable], {
    env: { ...process.env, [magicCookie.name]: magicCookie.value, PLUGIN_CLIENT_CERT: cert },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  process.stdout.write(String(plugin.pid))
  reached('started')

  const [handshake] = await once(plugin.stdout, 'data')
  reached('told')
  const [, , , path = '', , certificate = ''] = String(handshake).trim().split('|')
  const socket = createConnection(path)
  await once(socket, 'connect')
  reached('dialled')

  const secured = connectTls({
    socket,
    servername: 'localhost',
    cert,
    key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ca: certificatePem(Buffer.from(certificate, 'base64')),
    ALPNProtocols: ['h2'],
  })
  await once(secured, 'secureConnect')
  reached('secured')

  const session = connectHttp2('https://localhost', { createConnection: () => secured })
  const call = session.request({
    ':method': 'POST',
    ':path': `/${providerServiceName}/GetProviderSchema`,
    'content-type': 'application/grpc',
    te: 'trailers',
  })
  call.end(Buffer.alloc(5))
  call.on('data', () => {})
  reached('called')
}

const [, , executable = '', stage = '', after = ''] = process.argv
void runHost(executable, stage, Number(after))
