import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** PEM texts of a certificate for the name `appliance.test` that signs itself, and of its key. */
export function selfSignedCertificate(): { cert: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  try {
    const cert = join(folder, 'cert.pem')
    const key = join(folder, 'key.pem')
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
    const names = ['-subj', '/CN=appliance.test', '-addext', 'subjectAltName=DNS:appliance.test']
    execFileSync('openssl', ['req', '-x509', ...newKey, '-out', cert, '-days', '2', ...names], {
      stdio: 'ignore',
    })
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
