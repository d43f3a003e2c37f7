import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import Ajv from 'ajv/dist/2020'

const path = resolve(__dirname, '../../docs/review.schema.json')
const validate = new Ajv({ strict: true, allErrors: true }).compile(JSON.parse(readFileSync(path, 'utf8')))

/** What the schema in docs/ says against a document; nothing where it fits. */
export function schemaErrors(document: unknown): readonly string[] {
  validate(document)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
}
