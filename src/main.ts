import { servePlugin } from './terraform/plugin/serve-plugin'

/** The executable that Terraform starts. */
void servePlugin({
  name: 'appliance',
  address: 'registry.terraform.io/webfilter/appliance',
  async provider({ logger, signal }) {
    const { providerServer } = await import('./terraform/provider/server')
    const { provider } = await import('./provider')
    const server = providerServer(provider, logger)
    signal.addEventListener('abort', () => {
      server.stop()
      void server.end()
    })
    return server.service
  },
})
