import { certificatePem, createCertificate } from '@webfilter/terraform-plugin/testing'

/** PEM texts of a certificate for the name `localhost` that signs itself, and of its key. */
export async function selfSigned(): Promise<{ readonly cert: string; readonly key: string }> {
  const { certificate, privateKey } = await createCertificate()
  return {
    cert: certificatePem(certificate),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}
