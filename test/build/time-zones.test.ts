import { execFileSync } from 'node:child_process'
import { writeArchive } from '../../src/tools/install/provider-package'

test('an archive is the same in every time zone', () => {
  const script = `
    const { writeArchive } = require(${JSON.stringify(require.resolve('../../src/tools/install/provider-package'))})
    process.stdout.write(writeArchive(new Map([['one', { content: Buffer.from('one'), executable: false }]])))`
  const elsewhere = execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', script], {
    env: { ...process.env, TZ: 'Pacific/Auckland' },
  })
  const here = writeArchive(new Map([['one', { content: Buffer.from('one'), executable: false }]]))
  expect(elsewhere.equals(Buffer.from(here))).toBe(true)
})
