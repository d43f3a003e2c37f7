import { builtAnswers } from './built-schema'
import { servePlugin } from './terraform/plugin/serve-plugin'

/** The executable that Terraform starts. */
void servePlugin({
  name: 'appliance',
  address: 'registry.terraform.io/webfilter/appliance',
  encodedAnswers: builtAnswers,
  provider: async (context) => (await import('./service')).createService(context),
})
