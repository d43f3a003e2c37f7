import type { Certificate, CertificateChange } from './certificate'

/** What is said of a new certificate; the certificate center gives the id. */
export type NewCertificate = Omit<Certificate, 'id' | 'name' | 'signingRequests'> & { readonly name?: string }

/** What is said of data that somebody enters in the certificate center, beside what they leave as it comes. */
export type StoredData = Pick<Certificate, 'commonName'> & Partial<NewCertificate>

/**
 * The certificates of one appliance, in memory: records of what was ordered, without keys. A common name is unique on its
 * node, and lower-cased (field notes, "csr"). Every change goes through `record` before it is applied.
 */
export class CertificateCenter {
  readonly #certificates = new Map<number, Certificate>()
  readonly #record: (change: CertificateChange) => void
  #lastId = 0

  constructor(record: (change: CertificateChange) => void = () => {}) {
    this.#record = record
  }

  /** All certificates, by id. */
  certificates(): Certificate[] {
    return [...this.#certificates.values()]
  }

  certificate(id: number): Certificate | undefined {
    return this.#certificates.get(id)
  }

  /** The certificate of a common name, in any letter case, on a node. */
  find(commonName: string, node = 0): Certificate | undefined {
    const sought = commonName.toLowerCase()
    return this.certificates().find(
      (certificate) => certificate.commonName === sought && certificate.node === node,
    )
  }

  /** Enters the data of a certificate, as somebody does in the console before a signing request can be ordered. */
  store(data: StoredData): Certificate {
    return this.create({
      kind: 'stored',
      node: 0,
      alternativeNames: [],
      subject: {},
      keyBits: null,
      days: 3650,
      derivedFrom: null,
      ...data,
    })
  }

  /** Throws where the node has a certificate of that common name. */
  create({ commonName, name = commonName, ...rest }: NewCertificate): Certificate {
    if (this.find(commonName, rest.node) !== undefined)
      throw new Error(`node ${rest.node} has a certificate of ${commonName} already; remove that one first`)
    const id = this.#lastId + 1
    const certificate = { ...rest, id, name, commonName: commonName.toLowerCase() }
    this.#commit({ change: 'create', certificate })
    return this.#known(id)
  }

  /** Orders a signing request, as often as one likes: each takes the place of the one before. */
  orderSigningRequest(id: number): void {
    this.#known(id)
    this.#commit({ change: 'order-signing-request', id })
  }

  remove(id: number): void {
    this.#known(id)
    this.#commit({ change: 'remove', id })
  }

  /** Applies a change without recording it: for those that come from a record. */
  apply(change: CertificateChange): void {
    switch (change.change) {
      case 'create':
        this.#certificates.set(change.certificate.id, { ...change.certificate, signingRequests: 0 })
        this.#lastId = change.certificate.id
        break
      case 'order-signing-request': {
        const certificate = this.#known(change.id)
        const signingRequests = certificate.signingRequests + 1
        this.#certificates.set(change.id, { ...certificate, signingRequests })
        break
      }
      case 'remove':
        this.#certificates.delete(change.id)
        break
    }
  }

  #commit(change: CertificateChange): void {
    this.#record(change)
    this.apply(change)
  }

  #known(id: number): Certificate {
    const certificate = this.#certificates.get(id)
    if (certificate === undefined) throw new Error(`there is no certificate ${id}`)
    return certificate
  }
}
