import Ajv from 'ajv'
import { z } from 'zod'

/**
 * What the standard (SARIF 2.1.0) and code hosts ask of a log, as far as this project writes one: objects without other properties, at
 * least one location for each result, rules that exist, references that are relative to the root.
 */
const message = z.strictObject({ text: z.string().min(1) })

const location = z.strictObject({
  physicalLocation: z.strictObject({
    artifactLocation: z.union([
      z.strictObject({
        uri: z.string().regex(/^(?![/.]{1,2}\/)(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})+$/),
        uriBaseId: z.literal('%SRCROOT%'),
      }),
      z.strictObject({ uri: z.string().startsWith('file:///') }),
    ]),
    region: z.strictObject({ startLine: z.int().min(1) }).optional(),
  }),
  logicalLocations: z
    .array(z.strictObject({ fullyQualifiedName: z.string().min(1), kind: z.enum(['resource', 'construct']) }))
    .nonempty()
    .optional(),
})

const rule = z.strictObject({
  id: z.string().regex(/^[a-z-]+$/),
  shortDescription: message,
  fullDescription: message,
  help: message,
})

const log = z.strictObject({
  $schema: z.literal('https://json.schemastore.org/sarif-2.1.0.json'),
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z
      .strictObject({
        tool: z.strictObject({
          driver: z.strictObject({ name: z.literal('appliance'), version: z.string(), rules: z.array(rule) }),
        }),
        originalUriBaseIds: z.strictObject({ '%SRCROOT%': z.strictObject({ description: message }) }),
        columnKind: z.literal('utf16CodeUnits'),
        invocations: z
          .array(
            z.strictObject({
              executionSuccessful: z.boolean(),
              toolExecutionNotifications: z.array(
                z.strictObject({ level: z.enum(['error', 'note']), message }),
              ),
            }),
          )
          .nonempty()
          .optional(),
        results: z.array(
          z.strictObject({
            ruleId: z.string(),
            ruleIndex: z.int().min(0),
            level: z.enum(['warning', 'error']),
            message,
            locations: z.tuple([location]),
            partialFingerprints: z.strictObject({ 'applianceFinding/v1': z.string().min(1) }),
          }),
        ),
      })
      .refine(
        ({ tool, results }) =>
          results.every(({ ruleId, ruleIndex }) => tool.driver.rules[ruleIndex]?.id === ruleId),
        'a result has no rule',
      ),
  ]),
})

// The schema is of draft 4, of which it has nothing that a later draft does not have, but for the name of its own address. Its patterns
// are not made for the flag u.
const { $schema, id, ...published } = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
const ajv = new Ajv({
  strict: false,
  unicodeRegExp: false,
  allErrors: true,
  // To compile it takes longer than all that it is asked.
  code: { optimize: false },
  inlineRefs: false,
  formats: { uri: isUrl, 'date-time': true, 'uri-reference': true },
})
const validate = ajv.compile(published)

function isUrl(text: string): boolean {
  return URL.canParse(text)
}

/** Where a document is not a log as this project writes one, or is none by the published schema; nothing if it is. */
export function sarifErrors(document: unknown): readonly string[] {
  const result = log.safeParse(document)
  const own = result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  if (validate(document)) return own
  return [
    ...own,
    ...(validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`),
  ]
}
