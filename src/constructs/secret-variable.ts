import { TerraformElement, type TerraformVariable, Token } from 'cdktf'
import { quoted } from './wording'

/**
 * The reference to a secret that a variable brings. Nothing comes of what is no such variable, so that a secret that was
 * given as a text is in no configuration, whether anybody validates it or not.
 */
export function referenceTo(secret: TerraformVariable | undefined): string | undefined {
  return isVariable(secret) ? secret.stringValue : undefined
}

/**
 * What is wrong with where a secret comes from; nothing where there is none. The secret is in no problem.
 *
 * @param what the secret, as the beginning of a sentence
 */
export function problemsOfSecret(what: string, secret: TerraformVariable | undefined): readonly string[] {
  if (secret === undefined) return []
  if (!isVariable(secret)) {
    return [`${what} is not a variable, so anyone can read it in the configuration. Use a TerraformVariable.`]
  }
  const variable = `the variable ${quoted(secret.node.id)}`
  if (secret.default !== undefined) {
    return [
      `${what} comes from ${variable}, whose default anyone can read in the configuration. Remove the default, and set the value when ` +
        'Terraform runs.',
    ]
  }
  if (secret.sensitive !== true) {
    return [`${what} comes from ${variable}, whose value Terraform prints. Set sensitive: true.`]
  }
  return []
}

/** Not by `instanceof`: where the package is a link, app and constructs may have the library twice. */
function isVariable(secret: unknown): secret is TerraformVariable {
  return (
    TerraformElement.isTerraformElement(secret) &&
    'nullable' in secret &&
    'stringValue' in secret &&
    Token.isUnresolved(secret.stringValue)
  )
}
