import { array, assert, constantFrom, property, tuple } from 'fast-check'
import { parseRecordChange, type RecordChange, RecordDatabases } from '../../src/records/record-databases'

const addresses = ['10.0.0.0', '10.0.0.1', '10.0.0.2', '192.0.2.1']
const index = '1270002'
const step = tuple(constantFrom('add', 'remove', 'generate', 'compile', 'enable'), constantFrom(...addresses))
const steps = array(step, { maxLength: 30 })

type Steps = readonly (readonly [string, string])[]

function take(databases: RecordDatabases, [action, address]: Steps[number]): void {
  if (action === 'add') databases.add(index, [{ address, description: `about ${address}` }])
  else if (action === 'remove') databases.remove(index, [address])
  else if (action === 'generate') databases.generate(index, 2)
  else if (action === 'compile') databases.compile()
  else databases.setEnabled(index, address === '10.0.0.1')
}

test('production mode has what was stored when the databases were last compiled', () => {
  assert(
    property(steps, (taken) => {
      const databases = new RecordDatabases()
      const stored = () => addresses.filter((address) => databases.record(index, address) !== undefined)
      let compiled: string[] = []
      for (const each of taken) {
        take(databases, each)
        if (each[0] === 'compile') compiled = stored()
        expect(addresses.filter((address) => databases.isInProduction(index, address))).toEqual(compiled)
        expect(databases.database(index)).toMatchObject({
          items: stored().length,
          compiledItems: compiled.length,
          dirty: stored().join() !== compiled.join(),
        })
      }
    }),
  )
})

test('whatever is done, replaying the recorded changes makes the same databases', () => {
  assert(
    property(steps, (taken) => {
      const recorded: RecordChange[] = []
      const databases = new RecordDatabases((change) => recorded.push(change))
      for (const each of taken) take(databases, each)
      const replayed = new RecordDatabases()
      for (const line of recorded.map((change) => JSON.stringify(change)))
        replayed.apply(parseRecordChange(JSON.parse(line)))
      expect(replayed.databases()).toEqual(databases.databases())
      expect([...replayed.records(index)]).toEqual([...databases.records(index)])
    }),
  )
})
