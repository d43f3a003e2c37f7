import { servePlugin } from '@webfilter/terraform-plugin'

/**
 * In a build the answers in base64, by their procedures, which scripts/build.mjs puts in place of this name; from source there is no such
 * name.
 */
declare const BUILT_ANSWERS: Readonly<Record<BuiltAnswer, string>> | undefined

type BuiltAnswer = 'GetProviderSchema' | 'GetResourceIdentitySchemas'

/**
 * The answers to GetProviderSchema and GetResourceIdentitySchemas as the build encoded them. They are part of the executable's own text,
 * so they are never those of another build. `undefined` if the provider runs from source: it then encodes them when it is asked.
 */
const builtAnswers: Readonly<Record<BuiltAnswer, () => Buffer>> | undefined =
  typeof BUILT_ANSWERS === 'undefined'
    ? undefined
    : {
        GetProviderSchema: () => Buffer.from(BUILT_ANSWERS.GetProviderSchema, 'base64'),
        GetResourceIdentitySchemas: () => Buffer.from(BUILT_ANSWERS.GetResourceIdentitySchemas, 'base64'),
      }

/** The executable that Terraform starts. */
void servePlugin({
  name: 'appliance',
  address: 'registry.terraform.io/webfilter/appliance',
  manages: 'the appliance',
  encodedAnswers: builtAnswers,
  provider: async (context) => (await import('./service')).createService(context),
})
