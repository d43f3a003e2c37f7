import { servePlugin } from '@webfilter/terraform-plugin'
import { builtAnswers } from './built-schema'

/** The executable that Terraform starts. */
void servePlugin({
  name: 'appliance',
  address: 'registry.terraform.io/webfilter/appliance',
  encodedAnswers: builtAnswers,
  provider: async (context) => (await import('./service')).createService(context),
})
