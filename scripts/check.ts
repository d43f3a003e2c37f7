import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import lanes from '../test/lanes/folders.json'
import { testsBeside } from './check/tests-beside'
import { filesBelow } from './house/sources'

// Runs what a change needs before it is pushed, two at a time, and says what it left out: npm run check. It prints what fails.

const root = resolve(__dirname, '..')

interface Step {
  readonly name: string
  readonly script: string
  readonly words?: readonly string[]
}

const inTypeScript = 'node_modules/tsx/dist/cli.mjs'

const steps: readonly Step[] = [
  { name: 'types', script: 'scripts/types.mjs' },
  {
    name: 'lint and format',
    script: 'node_modules/@biomejs/biome/bin/biome',
    words: ['ci', '--error-on-warnings', '--colors=off'],
  },
  { name: 'house, with stale pages', script: inTypeScript, words: ['scripts/house.ts'] },
  { name: 'words', script: inTypeScript, words: ['scripts/words.ts'] },
  { name: 'imports', script: inTypeScript, words: ['scripts/imports.ts'] },
]

async function main(): Promise<void> {
  const changed = changedFiles()
  const beside = testsBeside(changed, filesBelow(['test', 'packages'], /\.test\.ts$/))
  const others = beside.filter((test) =>
    Object.values(lanes)
      .flat()
      .some((folder) => test.startsWith(`${folder}/`)),
  )
  const unit = beside.filter((test) => !others.includes(test))
  const jest = { name: `${unit.length} files of tests`, script: 'node_modules/jest/bin/jest.js', words: unit }
  const waiting = [...steps, ...(unit.length > 0 ? [jest] : [])]
  let failed = 0
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) if (!(await passes(step))) failed += 1
  }
  await Promise.all([work(), work()])
  console.log(
    `\n${failed === 0 ? 'Everything has passed.' : `${failed} have failed.`} Left out, and in .ci/run:`,
  )
  console.log('  lint:expressions, lint:unused, the build, the demos, and all other tests')
  for (const test of others) console.log(`  ${test} (needs npm run build)`)
  process.exitCode = failed === 0 ? 0 : 1
}

/** What differs from where the branch left main, files that git does not know yet included. */
function changedFiles(): readonly string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  const main = ['origin/main', 'main'].find((name) => {
    try {
      return git('rev-parse', '--verify', '--quiet', name)
    } catch {
      return false
    }
  })
  const since = main === undefined ? 'HEAD' : git('merge-base', 'HEAD', main).trim()
  const listed = `${git('diff', '--name-only', '-z', since)}${git('ls-files', '-z', '--others', '--exclude-standard')}`
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
}

async function passes({ name, script, words = [] }: Step): Promise<boolean> {
  const began = Date.now()
  const child = spawn(process.execPath, [join(root, script), ...words], { cwd: root })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (printed += text))
  const code = await new Promise((settle, reject) => child.once('error', reject).once('close', settle))
  const seconds = ((Date.now() - began) / 1_000).toFixed(1)
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${seconds.padStart(6)} s  ${name}`)
  if (code !== 0) console.log(printed.trim().replaceAll(/^/gm, '  '))
  return code === 0
}

main()
