// A process that answers every request with the text of its first argument, as JSON, and sends its URL to its parent.
import { createServer } from 'node:http'

const answer = process.argv[2] ?? ''
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': answer.length }

const server = createServer((_, response) => response.writeHead(200, headers).end(answer))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
