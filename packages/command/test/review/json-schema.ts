import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import Ajv, { type ValidateFunction } from 'ajv/dist/2020'

/** What the schema of reviews in docs/ says against a document; nothing where it fits. */
export const schemaErrors = errorsBy('review.schema.json')

/** The same of reports on drift. */
export const driftSchemaErrors = errorsBy('drift.schema.json')

/** The same of lints. */
export const lintSchemaErrors = errorsBy('lint.schema.json')

function errorsBy(name: string): (document: unknown) => readonly string[] {
  let validate: ValidateFunction | undefined
  return (document) => {
    validate ??= new Ajv({ strict: true, allErrors: true, code: { optimize: false } }).compile(
      JSON.parse(readFileSync(resolve(__dirname, '../../../../docs', name), 'utf8')),
    )
    validate(document)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
  }
}
