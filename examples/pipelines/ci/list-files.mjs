// Prints the files of the published lists in lists.json that exist, each with a zero byte behind it.
import { existsSync, readFileSync } from 'node:fs'

const { lists } = JSON.parse(readFileSync(new URL('lists.json', import.meta.url), 'utf8'))
for (const { file } of lists) if (existsSync(file)) process.stdout.write(`${file}\0`)
