import { error, said, warning } from '@webfilter/terraform-plugin'
// What is said of every kind of object. Each of these codes has a sentence of its own for each kind, and one remedy.

export const declaredTwice = error('declared-twice', 'An object is declared twice', said)

export const notFound = error('not-found', 'The object does not exist', said, { canBeWarning: true })

export const alreadyExists = error(
  'already-exists',
  'An object already exists, and on_existing forbids its adoption',
  said,
)

export const notListed = error('not-listed', 'The appliance does not list an object that it accepted', said)

export const notChecked = warning('not-checked', 'Could not check the appliance before the apply', said, {
  group: 'unseen',
})

export const stays = warning('stays', 'An object will stay on the appliance', said)

export const declaredElsewhere = warning(
  'declared-elsewhere',
  'An object was not deleted because another resource declares it',
  said,
)

export const numberReused = warning(
  'number-reused',
  'The number of an object now belongs to another object',
  said,
)

export const outcomeUnknown = error('outcome-unknown', 'The outcome of a request is unknown', said)

export const oneRequired = error('one-required', 'Exactly one of several attributes is required', said, {
  canBeWarning: true,
})

export const listedTwice = error('listed-twice', 'An entry is listed twice', said)

export const importIdInvalid = error('import-id-invalid', 'Invalid id of an import', said)
