import { type Element, parseXml } from './xml'

/** What the schema of JUnit reports that CI systems use (jenkins-junit.xsd) allows in each element, and asks for. */
const schema: Readonly<
  Record<
    string,
    {
      readonly required: readonly string[]
      readonly optional: readonly string[]
      readonly elements: readonly string[]
    }
  >
> = {
  testsuites: {
    required: [],
    optional: ['name', 'tests', 'failures', 'errors', 'time', 'disabled'],
    elements: ['testsuite'],
  },
  testsuite: {
    required: ['name', 'tests'],
    optional: ['failures', 'errors', 'skipped', 'time', 'timestamp', 'hostname', 'id', 'package', 'disabled'],
    elements: ['properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    required: ['name', 'classname'],
    optional: ['time', 'assertions', 'status'],
    elements: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  error: { required: [], optional: ['message', 'type'], elements: [] },
  failure: { required: [], optional: ['message', 'type'], elements: [] },
  skipped: { required: [], optional: ['message'], elements: [] },
  'system-out': { required: [], optional: [], elements: [] },
}

/** Reads a JUnit report. @throws where it is none, or where its counts are wrong */
export function parseJunit(text: string): Element {
  const root = parseXml(text)
  expect(root.name).toBe('testsuites')
  check(root)
  const cases = root.elements.flatMap(({ elements }) => elements)
  expect(root.attributes).toMatchObject(countsOf(cases))
  for (const suite of root.elements) {
    const skipped = suite.elements.filter(({ elements }) => elements.some(({ name }) => name === 'skipped'))
    expect(suite.attributes).toMatchObject({ ...countsOf(suite.elements), skipped: String(skipped.length) })
  }
  return root
}

function countsOf(cases: readonly Element[]) {
  const withElement = (wanted: string) =>
    cases.filter(({ elements }) => elements.some(({ name }) => name === wanted)).length
  return {
    tests: String(cases.length),
    failures: String(withElement('failure')),
    errors: String(withElement('error')),
  }
}

function check({ name, attributes, elements }: Element): void {
  const rule = schema[name]
  expect({ name, rule }).toEqual({ name, rule: expect.anything() })
  expect(Object.keys(attributes)).toEqual(expect.arrayContaining([...(rule?.required ?? [])]))
  const allowed = [...(rule?.required ?? []), ...(rule?.optional ?? [])]
  expect({ name, others: Object.keys(attributes).filter((key) => !allowed.includes(key)) }).toEqual({
    name,
    others: [],
  })
  expect({ name, others: elements.filter((each) => !rule?.elements.includes(each.name)) }).toEqual({
    name,
    others: [],
  })
  for (const each of elements) check(each)
}
