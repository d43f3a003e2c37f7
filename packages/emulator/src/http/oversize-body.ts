import { Readable } from 'node:stream'

/** JSON of at least so many bytes: an envelope with a list of empty objects, made while it is sent. */
export function oversizeBody(bytes: number): Readable {
  return Readable.from(parts(bytes))
}

const [beginning, ending] = ['{"Status":true,"Info":[', '{}],"Error":""}']
const objects = '{},'.repeat(1 << 14)

/** How long that is. */
export function lengthOfOversizeBody(bytes: number): number {
  return beginning.length + runsIn(bytes) * objects.length + ending.length
}

function runsIn(bytes: number): number {
  return Math.ceil(bytes / objects.length)
}

function* parts(bytes: number): Generator<Buffer> {
  const run = Buffer.from(objects)
  yield Buffer.from(beginning)
  for (let runs = runsIn(bytes); runs > 0; runs -= 1) yield run
  yield Buffer.from(ending)
}
