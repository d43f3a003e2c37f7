import {
  type ITerraformDependable,
  Lazy,
  TerraformElement,
  TerraformLocal,
  type TerraformResource,
} from 'cdktf'
import type { Construct, IConstruct } from 'constructs'
import { quoted } from './messages'
import { resolved } from './synthesized'

/**
 * What stands for all resources of a construct where something depends on it: `fqn` is one reference, and this one leads to a local
 * value that refers to each of them. Engines accept it in `depends_on`, where they follow it to the resources; it is in no state and
 * in no plan. It is declared only if something asks for `fqn`, so that other apps synthesize what they always have.
 *
 * ```ts
 * class Policy extends Construct implements ITerraformDependable {
 *   readonly #asOne = new ResourcesAsOne(this, () => this.resources)
 *   get fqn(): string { return this.#asOne.fqn }
 * }
 * ```
 */
export class ResourcesAsOne extends TerraformLocal {
  #isAskedFor = false

  /** @param resources all of them at the time of the synth, at which there may be more than when the construct was made */
  constructor(scope: Construct, resources: () => readonly TerraformResource[]) {
    const present = () => resources().filter((resource) => resource.toTerraform().resource !== undefined)
    // The parentheses are no part of the name in Terraform. They keep the id apart from those that apps choose.
    super(scope, '(resources)', Lazy.anyValue({ produce: () => present().map(({ fqn }) => fqn) }))
    scope.node.addValidation({ validate: () => this.#problemsOfOtherStacks() })
  }

  /** A plain text, as no engine accepts `${…}` in `depends_on`, which the library writes into that of outputs. */
  override get fqn(): string {
    this.#isAskedFor = true
    return `local.${this.friendlyUniqueId}`
  }

  override toTerraform() {
    this.#listenToDependants()
    return this.#isAskedFor ? super.toTerraform() : {}
  }

  override toHclTerraform() {
    this.#listenToDependants()
    return this.#isAskedFor ? super.toHclTerraform() : {}
  }

  /** Those that depend on it ask for `fqn` when they are synthesized themselves, which may be later. So they are made to ask. */
  #listenToDependants(): void {
    this.#isAskedFor ||= this.cdktfStack.node.findAll().some((construct) => this.#isAskedForBy(construct))
  }

  /** A local value is known in its stack only. */
  #problemsOfOtherStacks(): string[] {
    return this.node.root.node.findAll().flatMap((construct) => {
      if (!TerraformElement.isTerraformElement(construct) || construct.cdktfStack === this.cdktfStack)
        return []
      if (!this.#isAskedForBy(construct)) return []
      const [theirs, own] = [construct.cdktfStack, this.cdktfStack].map(({ node }) => quoted(node.id))
      return [
        `${quoted(construct.node.path)} of another stack depends on this construct. Remove it from that dependsOn, and let stack ` +
          `${theirs} depend on stack ${own} with addDependency.`,
      ]
    })
  }

  #isAskedForBy(construct: IConstruct): boolean {
    if (!TerraformElement.isTerraformElement(construct)) return false
    const before = this.#isAskedFor
    this.#isAskedFor = false
    askFor(dependenciesOf(construct), construct)
    const isAskedFor = this.#isAskedFor
    this.#isAskedFor = before
    return isAskedFor
  }
}

/** Of resources and modules as tokens, of outputs as the dependables themselves. */
type Dependency = string | ITerraformDependable

function dependenciesOf(element: TerraformElement): readonly Dependency[] {
  const { dependsOn } = element as { readonly dependsOn?: readonly Dependency[] }
  return Array.isArray(dependsOn) ? dependsOn : []
}

function askFor(dependencies: readonly Dependency[], scope: Construct): void {
  for (const dependency of dependencies) {
    if (typeof dependency === 'string') resolved(dependency, scope)
    else dependency.fqn
  }
}
