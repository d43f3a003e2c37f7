// The root of undici loads everything it has; these two files are all that the client needs of it.

declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici'

  export = Pool
}

declare module 'undici/lib/dispatcher/proxy-agent.js' {
  import { ProxyAgent } from 'undici'

  export = ProxyAgent
}
