import { caseOf, errorCode, warning, warningCode } from '@webfilter/terraform-plugin/diagnostics'

// What is said of every kind of object. Each of these codes has a sentence of its own for each kind, and one remedy.

export const declaredTwice = errorCode('declared-twice', 'An object is declared twice')

export const notFound = errorCode('not-found', 'The object does not exist', { canBeWarning: true })

export const alreadyExists = errorCode(
  'already-exists',
  'An object already exists, and on_existing forbids its adoption',
)

export const notListed = errorCode('not-listed', 'The appliance does not list an object that it accepted')

export const notChecked = warningCode('not-checked', 'Could not check the appliance before the apply', {
  group: 'unseen',
})

export const stays = warningCode('stays', 'An object will stay on the appliance', { group: 'line' })

export const declaredElsewhere = warningCode(
  'declared-elsewhere',
  'An object was not deleted because another resource declares it',
)

export const numberReused = warningCode(
  'number-reused',
  'The number of an object now belongs to another object',
)

export const formerAddress = warning(
  'former-address',
  'A missing object was last changed at another address of the appliance',
  ({ type, name }: { readonly type: string; readonly name: string }) => [
    `${type} ${JSON.stringify(name)} was not found, and its last change was sent to another address than the one that the provider has now.`,
    'If that is another appliance, the object stays there: set the former address or provider block again, or remove the object there ' +
      'yourself. If the same appliance has a new address, others have removed the object.',
  ],
)

export const numberRefused = errorCode(
  'number-refused',
  'The number of an object belongs to another object than the one that the state knows',
)

export const outcomeUnknown = errorCode('outcome-unknown', 'The outcome of a request is unknown')

export const oneRequired = errorCode('one-required', 'Exactly one of several attributes is required', {
  canBeWarning: true,
})

export const listedTwice = errorCode('listed-twice', 'An entry is listed twice')

export const importIdInvalid = errorCode('import-id-invalid', 'Invalid id of an import')

export const importQueryInvalid = caseOf(
  importIdInvalid,
  'Invalid query in the id of an import',
  ({ id, problem }: { readonly id: string /** A clause. */; readonly problem: string }) => [
    `The query of the id ${JSON.stringify(id)} is invalid: ${problem}.`,
    'Write the id without a query, or with ?on_destroy=keep at its end, which is the only query. With it, the state begins with ' +
      'on_destroy = "keep".',
  ],
)
