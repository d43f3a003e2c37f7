/** In a build the answer in base64, which scripts/build.mjs puts in place of this name; from source there is no such name. */
declare const BUILT_SCHEMA: string | undefined

/**
 * The answer to GetProviderSchema as the build encoded it: that of no other build, as it is part of the executable's own text.
 * `undefined` from source, where the provider encodes it when it is asked.
 */
export const builtSchema =
  typeof BUILT_SCHEMA === 'undefined' ? undefined : () => Buffer.from(BUILT_SCHEMA, 'base64')
