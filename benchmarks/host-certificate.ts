import { execFileSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { certificateFromPem, type SelfSignedCertificate } from '../src/terraform/plugin/certificate'

/** The certificate of a host as Terraform makes it: of a P-521 key, signed by itself. Leaves its files in the folder. */
export function createHostCertificate(folder: string): SelfSignedCertificate {
  const [certificateFile, keyFile] = [join(folder, 'host.pem'), join(folder, 'host-key.pem')]
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp521r1', '-nodes', '-keyout', keyFile]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', '-x509', ...newKey, '-out', certificateFile, '-days', '2', ...names], {
    stdio: 'ignore',
  })
  const certificate = certificateFromPem(readFileSync(certificateFile, 'utf8'))
  if (!certificate) throw new Error('openssl has made no certificate. Try its req command by hand.')
  return { certificate, privateKey: createPrivateKey(readFileSync(keyFile)) }
}
