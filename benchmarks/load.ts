// A process that sends GET requests over 64 connections. Arguments: the server's URL, the number of requests, and the
// paths to request in turn. Fails if the status of an answer is not 200.
import { Pool } from 'undici'

const [url = '', count = '', ...paths] = process.argv.slice(2)
const connections = 64
const pool = new Pool(url, { connections })
let sent = 0

Promise.all(Array.from({ length: connections }, askInTurn))
  .then(() => pool.close())
  .catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })

async function askInTurn(): Promise<void> {
  while (sent < Number(count)) {
    const path = paths[sent % paths.length] ?? '/'
    sent += 1
    const { statusCode, body } = await pool.request({ method: 'GET', path })
    await body.text()
    if (statusCode !== 200) throw new Error(`The server returned status ${statusCode} for ${path}.`)
  }
}
