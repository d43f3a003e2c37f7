import { setFlagsFromString } from 'node:v8'

// The HTTP client parses with WebAssembly, which V8 goes on optimising in the background; a process that ends meanwhile has
// to wait for that, several times longer than a plan's requests take. The unoptimised code is fast enough. Has to come
// before the client is loaded.
setFlagsFromString('--liftoff-only')
