// Required by the provider's process when the build runs it for a try: when it ends, what V8 has made of its files is written
// to where the provider looks for it (src/load-built.ts). Functions that ran by then are compiled in it.
const { mkdirSync, writeFileSync } = require('node:fs')
const { basename, dirname, join } = require('node:path')
const vm = require('node:vm')

const kept = []

vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options)
    kept.push({ script: this, file: options.filename })
  }
}

process.on('exit', () => {
  for (const { script, file } of kept) {
    const folder = join(dirname(file), 'code', `${process.versions.v8}-${process.arch}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, basename(file)), script.createCachedData())
  }
})
