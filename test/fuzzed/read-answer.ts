/** What an answer says, found out without a line of the client. */
export interface ReadAnswer {
  readonly status: number
  /** Undefined where the text is no JSON. */
  readonly content: unknown
  /**
   * Whether its Status, in any letter case, is true, false, or neither; neither too where two of them disagree, and where the
   * answer is nested so deeply that no appliance can have written it. A failure may have the HTTP status of one, a success may not.
   */
  readonly says: 'yes' | 'no' | 'nothing'
  /** Every text and number in it, and in the JSON texts in it; keys too. */
  readonly words: ReadonlySet<string>
}

export function readAnswer(status: number, text: string, isComplete: boolean): ReadAnswer {
  const content = isComplete ? parsed(text.replace(/^\ufeff/, '')) : undefined
  const said = levelsOf(content) <= deepest ? statusOf(content) : 'nothing'
  const isSuccess = status >= 200 && status < 300 && status !== 206
  const saysAnything = isSuccess || (status >= 400 && said === 'no')
  return { status, content, says: saysAnything ? said : 'nothing', words: wordsOf(content) }
}

/** The values of a field in any letter case; none where the content is no object. */
export function fieldsNamed(content: unknown, name: string): readonly unknown[] {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return []
  return Object.entries(content).flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []))
}

/** Whether the words of an answer hold a text, or a number as its digits. */
export function mentions(reading: ReadAnswer, leaf: string | number): boolean {
  const wanted = String(leaf).trim().toLowerCase()
  if (reading.words.has(wanted)) return true
  for (const word of reading.words) {
    if (word.includes(wanted) || (typeof leaf === 'number' && Number(word) === leaf)) return true
  }
  return false
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function statusOf(content: unknown): ReadAnswer['says'] {
  const all = fieldsNamed(content, 'status').map((value) =>
    typeof value === 'string' ? value.trim().toLowerCase() : value,
  )
  if (
    all.length > 0 &&
    all.every((value) => value === true || value === 1 || value === 'true' || value === '1')
  ) {
    return 'yes'
  }
  return all.some((value) => value === false || value === 0 || value === 'false' || value === '0')
    ? 'no'
    : 'nothing'
}

/** Levels of nesting that a client has to read. */
const deepest = 100

/** How many objects and lists are within one another, at most one more than the deepest; without recursion, as below. */
function levelsOf(content: unknown): number {
  let levels = 0
  let within = [content].filter(isCollection)
  for (; within.length > 0 && levels <= deepest; levels += 1) {
    within = within.flatMap((each) => Object.values(each)).filter(isCollection)
  }
  return levels
}

function isCollection(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Without recursion: answers are nested deeper than the stack is. */
function wordsOf(content: unknown): ReadonlySet<string> {
  const words = new Set<string>()
  const rest: unknown[] = [content]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value === 'number') words.add(String(value))
    else if (typeof value === 'string') {
      words.add(value.trim().toLowerCase())
      if (/^\s*[[{]/.test(value)) rest.push(parsed(value))
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) rest.push(key, inner)
    }
  }
  return words
}
