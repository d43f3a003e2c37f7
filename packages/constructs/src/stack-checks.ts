import { TerraformStack } from 'cdktf'
import type { IConstruct } from 'constructs'
import { warnOnce } from './annotations'
import { problemsOfCombinations } from './stack/attribute-combinations'
import { problemsOfValues } from './stack/attribute-values'
import { problemsOfChoices } from './stack/choices'
import { problemsOfListSources } from './stack/list-sources'
import { problemsOfPasswordAttributes } from './stack/password-attributes'
import { problemsOfHeaders } from './stack/provider-headers'
import { problemsOfProviderSecrets } from './stack/provider-secrets'
import { problemsOfRepetitions } from './stack/repetitions'
import { problemsOfResourceSecrets } from './stack/resource-secrets'
import { warningsOfStack } from './stack/warnings'
import { keepWhileValidating } from './synthesized'

/**
 * Checks at synth all resources of a stack, with those that generated classes declared. The constructs of this package do so
 * for the stack that they are in. A stack that has only generated classes can ask for it:
 *
 * ```ts
 * checkStackOf(stack)
 * ```
 *
 * The synth rejects
 *
 * - an attribute whose value the provider rejects: an empty name, `removalLimit: '120%'`, a URL without a scheme,
 * - attributes that the provider rejects together, such as both `sites` and `sitesFile`, or an operation without its argument,
 * - an entry of a list that is no site, or one that the list has twice,
 * - a category, list, member, group, membership, directory service or host name that is declared twice on one appliance,
 * - a password, or a token, header or client key of a provider, that is plain text, or that comes from a variable with a default or one
 *   that is not sensitive,
 * - `passwordWo` without its version, or beside `password`, and
 * - a header whose name the library changes.
 *
 * It warns of categories whose names give one table on the appliance, and of members without a password that are neither imported nor
 * moved.
 *
 * References are left to Terraform.
 */
export function checkStackOf(scope: IConstruct): void {
  const stack = TerraformStack.of(scope)
  if (stack.node.metadata.some(({ type }) => type === checked)) return
  stack.node.addMetadata(checked, true)
  stack.node.addValidation({
    validate: () => {
      const synthesized = keepWhileValidating(stack)
      warnOnce(stack, warningsOfStack(synthesized))
      return checks.flatMap((problemsOf) => [...problemsOf(synthesized)])
    },
  })
}

const checks = [
  problemsOfChoices,
  problemsOfValues,
  problemsOfListSources,
  problemsOfCombinations,
  problemsOfRepetitions,
  problemsOfResourceSecrets,
  problemsOfPasswordAttributes,
  problemsOfHeaders,
  problemsOfProviderSecrets,
]

/** Notes on a stack that its checks are attached. */
const checked = 'terraform-provider-appliance/checked'
