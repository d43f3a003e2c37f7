import { TerraformElement, TerraformResource, TerraformStack, Token } from 'cdktf'
import { Construct } from 'constructs'
import { asSentence, placeOf, quoted } from './messages'
import { type SynthesizedStack, synthesizedStack } from './synthesized'

/** An id for a construct, and what is wrong with the key that it comes from. */
interface ConstructId {
  readonly id: string
  /** Goes on after the name of what has the key. */
  readonly problems: readonly string[]
}

/**
 * The id that a key gives to a construct. For some keys, the library throws an error that does not say what to do, and that hides all
 * other problems. Such a key gets an id that is free, and a synth reports it. A key that is taken stays an error of the library, because
 * there is nothing that its construct could be.
 */
export function constructId(scope: Construct, key: string): ConstructId {
  const problem = problemOfKey(key)
  if (problem === undefined) return { id: key, problems: [] }
  const taken = new Set(scope.node.children.map(({ node }) => node.id))
  const free = (number: number): string =>
    taken.has(`rejected-${number}`) ? free(number + 1) : `rejected-${number}`
  return { id: free(1), problems: [problem] }
}

function problemOfKey(key: string): string | undefined {
  if (key === '') return 'has an empty key. Choose a key.'
  if (Token.isUnresolved(key)) return 'has a reference as its key. Write the key as a text.'
  // The library keeps constructs in an object, which has these by itself.
  return key in {}
    ? 'has a key that every object in JavaScript has, so it cannot be an ID. Choose another key.'
    : undefined
}

/** The key that something had before it was renamed, or several, in any order. An empty list stands for none. */
export type FormerKeys = string | readonly string[]

/** A resource whose construct had other ids. */
export interface RenamedResource {
  readonly resource: TerraformResource
  /** How messages name it, such as `category "play"`. */
  readonly name: string
  /** What has stayed where it was, and contains the construct of the resource now and then. */
  readonly within: Construct
  readonly formerly: readonly FormerPlace[]
}

/** Where the construct of a resource was. */
export interface FormerPlace {
  /** As the app declares it. */
  readonly key: string
  /** Ids of the constructs down to the resource. */
  readonly path: readonly string[]
}

/**
 * Says to Terraform which addresses renamed resources had, so that a plan moves them in the state instead of destroying and creating
 * them. A resource with several former addresses has a chain of `moved` blocks: each engine follows it from wherever a state has the
 * resource, and refuses two blocks that lead to one address.
 *
 * The blocks are written here and not by `moveFromId`, which takes a single address, and which makes the libraries run Terraform at
 * synth. Apps without `formerly` have no such element.
 */
export class MovesOfRenamed extends TerraformElement {
  readonly #renamed: () => readonly RenamedResource[]

  /** @param renamed all of them at the time of the synth, at which there may be more than when the construct was made */
  constructor(scope: Construct, renamed: () => readonly RenamedResource[]) {
    // The parentheses keep the id apart from those that apps choose.
    super(scope, '(moves)')
    this.#renamed = renamed
    scope.node.addValidation({ validate: () => [...this.#problems()] })
  }

  override toTerraform() {
    const moved = this.#renamed().flatMap(movesOf)
    return moved.length > 0 ? { moved } : {}
  }

  override toHclTerraform() {
    const reference = (value: string) => ({
      value,
      isBlock: false,
      type: 'simple',
      storageClassType: 'reference',
    })
    const moved = this.#renamed().flatMap(movesOf)
    return moved.length > 0
      ? { moved: moved.map(({ from, to }) => ({ to: reference(to), from: reference(from) })) }
      : {}
  }

  #problems(): readonly string[] {
    const stack = synthesizedStack(this)
    return this.#renamed().flatMap((renamed) => problemsOfRenamed(renamed, stack).map(asSentence))
  }
}

/**
 * The former keys that can be made addresses of. What is wrong with the others goes on after the name of what has them.
 */
export function readFormerKeys(keys: FormerKeys = []): {
  readonly keys: readonly string[]
  readonly problems: readonly string[]
} {
  const all = typeof keys === 'string' ? [keys] : keys
  const good = all.filter(
    (key) => typeof key === 'string' && key !== '' && !(key in {}) && !Token.isUnresolved(key),
  )
  return {
    keys: [...new Set(good)],
    problems:
      good.length === all.length
        ? []
        : [
            'has a former key that is empty, a reference, or cannot be an ID. Write the key that it had before.',
          ],
  }
}

interface Move {
  readonly from: string
  readonly to: string
}

function movesOf(renamed: RenamedResource): readonly Move[] {
  const to = addressOf(renamed.resource)
  const addresses = [...new Set(formerAddresses(renamed).map(({ address }) => address))]
  const places = [...addresses.filter((address) => address !== to), to]
  return places.slice(1).map((place, index) => ({ from: places[index] ?? place, to: place }))
}

function problemsOfRenamed(renamed: RenamedResource, stack: SynthesizedStack): readonly string[] {
  const { resource, name } = renamed
  const own = movesOf(renamed)
  return formerAddresses(renamed).flatMap(({ address, key }) => {
    if (address === addressOf(resource))
      return [
        `${name} has its own key as its former one. Write the key that it had before, or remove formerly.`,
      ]
    const was = `${name} was ${quoted(key)} before`
    if (stack.isDeclared(address))
      return [
        `${was}, but ${placeAt(address, resource)} is still declared. Remove ${quoted(key)} from formerly, or declare the other one ` +
          'with another key.',
      ]
    const move = own.find(({ from }) => from === address)
    const others = stack
      .moves()
      .filter(({ from, to }) => (from === move?.from) !== (to === move?.to))
      .map(({ from, to }) =>
        from === address ? `to ${placeAt(String(to), resource)}` : `from ${placeAt(String(from), resource)}`,
      )
    return [...new Set(others)].map(
      (other) => `${was}, but another moved block says otherwise: it leads ${other}. Keep one of the two.`,
    )
  })
}

function formerAddresses({ resource, within, formerly }: RenamedResource) {
  return formerly.map(({ key, path }) => ({
    key,
    address: `${resource.terraformResourceType}.${nameAt(within, path)}`,
  }))
}

/** The name that the stack gives to a resource in this place, whether there is one or not. */
function nameAt(within: Construct, path: readonly string[]): string {
  let place: Construct = within
  let first: Construct | undefined
  for (const id of path) {
    const present = place.node.tryFindChild(id)
    if (Construct.isConstruct(present)) place = present
    else {
      place = new Construct(place, id)
      first ??= place
    }
  }
  const name = TerraformStack.of(within).getLogicalId(place.node)
  // The tree is again what the app has declared.
  first?.node.scope?.node.tryRemoveChild(first.node.id)
  return name
}

function addressOf({ terraformResourceType, friendlyUniqueId }: TerraformResource): string {
  return `${terraformResourceType}.${friendlyUniqueId}`
}

/** How messages name what has this address in the stack of a resource. */
function placeAt(address: string, { cdktfStack }: TerraformResource): string {
  const there = cdktfStack.node
    .findAll()
    .find((each) => TerraformResource.isTerraformResource(each) && addressOf(each) === address)
  return there ? placeOf(there) : quoted(address)
}
