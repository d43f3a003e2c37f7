// A gRPC server on node:http2 and nothing else, started as the provider is: it answers every call with the same message.
//   node bare-plugin.cjs SOCKET MESSAGE [CERTIFICATE KEY]
// The files hold the message's bytes, and for TLS a certificate and its key in PEM.
const { readFileSync, writeSync } = require('node:fs')
const { createSecureServer, createServer } = require('node:http2')

const [socket, messageFile, certificateFile, keyFile] = process.argv.slice(2)
const message = readFileSync(messageFile)
const frame = Buffer.alloc(5 + message.length)
frame.writeUInt32BE(message.length, 1)
frame.set(message, 5)

const server = certificateFile
  ? createSecureServer({
      cert: readFileSync(certificateFile),
      key: readFileSync(keyFile),
      // Otherwise Node builds its store of root certificates, which takes as long as its start.
      ca: [],
      requestCert: true,
      rejectUnauthorized: false,
    })
  : createServer()
server.on('stream', (stream) => {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.end(frame)
})
server.listen(socket, () => writeSync(1, `1|6|unix|${socket}|grpc|\n`))
