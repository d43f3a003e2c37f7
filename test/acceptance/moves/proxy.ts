import { App, LocalBackend, TerraformStack } from 'cdktf'
import { ApplianceProvider } from 'terraform-provider-appliance/cdktf/provider'

/** The stack of one appliance, whose state is where that of the configuration in `hcl` is. */
export function newProxy(): { readonly app: App; readonly stack: TerraformStack } {
  const app = new App({ context: { targetVersions: { terraform: '>=1.11.0', opentofu: '>=1.11.0' } } })
  const stack = new TerraformStack(app, 'proxy')
  new LocalBackend(stack, { path: '../../../states/proxy.tfstate' })
  new ApplianceProvider(stack, 'appliance', {})
  return { app, stack }
}
