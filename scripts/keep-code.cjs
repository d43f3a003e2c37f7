// Required by the provider's process when the build runs it for a try: when it ends, what V8 has made of its files is written
// to where the provider looks for it (src/load-built.ts), in the folder that KEEP_CODE_IN names. Functions that ran by then
// are compiled in it.
const { mkdirSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const v8 = require('node:v8')
const vm = require('node:vm')

const kept = []

// Else it would depend on when garbage was collected which functions are still compiled at the end.
v8.setFlagsFromString('--no-flush-bytecode')

vm.Script = class extends vm.Script {
  constructor(source, { filename }) {
    super(source, { filename })
    kept.push({ script: this, filename })
  }
}

process.on('exit', () => {
  // What was made with other flags than a user's process has would be refused there.
  for (const flag of ['--flush-bytecode', '--hash-seed=0', '--random-seed=0']) v8.setFlagsFromString(flag)
  const { versions, platform, arch } = process
  const folder = join(process.env.KEEP_CODE_IN, 'code', `${versions.v8}-${platform}-${arch}`)
  mkdirSync(folder, { recursive: true })
  for (const { script, filename } of kept) writeFileSync(join(folder, filename), script.createCachedData())
})
