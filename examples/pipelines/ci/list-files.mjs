// Prints the files of the published lists that exist, each with a zero byte behind it. lists.json in the folder TOOLS names them, which is
// the folder of this program, unless given.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const { lists } = JSON.parse(
  readFileSync(join(process.env.TOOLS || import.meta.dirname, 'lists.json'), 'utf8'),
)
for (const { file } of lists) if (existsSync(file)) process.stdout.write(`${file}\0`)
