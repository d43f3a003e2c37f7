import { AssetType, TerraformAsset, Token } from 'cdktf'
import type { Construct, IConstruct } from 'constructs'
import { CategorySites } from '../../bindings/cdktf/category-sites/index'
import { quoted } from '../messages'
import { isKnown, type SynthesizedAttributes, type SynthesizedStack, synthesizedStack } from '../synthesized'
import type { CategoryOfOthers, ListInCategory, ListOfSites, ListResource } from './declared'

/** @param id of the construct, and the name of the list unless that has a name */
export function declareListIn(
  { categoryId, provider }: CategoryOfOthers,
  scope: Construct,
  id: string,
  { sites, sitesFile, sitesFiles, exceptionsFile, name = id, formerly: _, ...options }: ListInCategory,
): CategorySites {
  const list = new CategorySites(scope, id, { ...options, categoryId, name, provider })
  setList(list, { sites, sitesFile, sitesFiles, exceptionsFile }, `list ${quoted(id)}`)
  return list
}

/** @param noun what the resource is for the reader of a problem, such as `category "ads"` */
export function setList(
  resource: ListResource,
  { sites, sitesFile, sitesFiles, exceptionsFile }: ListOfSites,
  noun: string,
): void {
  checkedByTheirConstructs.add(resource)
  // A function of Terraform is typed as anything, and is a text: so what is no list is a reference to one.
  if (sites !== undefined) resource.sites = Array.isArray(sites) ? [...sites] : Token.asList(sites)
  if (sitesFile !== undefined)
    resource.sitesFile = isKnown(sitesFile) ? copyOf(sitesFile, 'sites', resource, noun) : sitesFile
  if (sitesFiles !== undefined) {
    resource.sitesFiles = Array.isArray(sitesFiles)
      ? sitesFiles.map((path, index) =>
          isKnown(path) ? copyOf(path, `sites-${index}`, resource, noun) : path,
        )
      : Token.asList(sitesFiles)
  }
  if (exceptionsFile !== undefined)
    resource.exceptionsFile = isKnown(exceptionsFile)
      ? copyOf(exceptionsFile, 'exceptions', resource, noun)
      : exceptionsFile
}

/**
 * The path of a file's copy beside the stack, which is the same whatever is in the file: the provider sees by itself what
 * changed. A file that cannot be copied is refused at synth, with whatever else is wrong, unless the resource has another one by
 * then. Its own path is returned in that case. Terraform fails with it too, if the validations are skipped. Without any path, the
 * category would lose its sites.
 *
 * @param path relative to the folder of `cdktf.json`, or absolute
 * @param id of its copy
 * @param noun what has the file, such as `category "ads"`
 */
function copyOf(path: string, id: string, resource: ListResource, noun: string): string {
  const refuse = (problem: string) =>
    resource.node.addValidation({
      validate: () => {
        const isStillIt = filesOf(synthesizedStack(resource).attributesOf(resource)).includes(path)
        return isStillIt ? [`The file ${quoted(path)} of ${noun} ${problem}`] : []
      },
    })
  try {
    const archive = archiveIn(path, id, resource)
    const copy = archive?.copy ?? assetOf(path, id, resource)
    if (copy.type === AssetType.FILE) return `${copy.path}${archive?.member ?? ''}`
    refuse('is not a file. Specify a file with one site per line.')
  } catch (error) {
    refuse(reasonOf(error))
  }
  return path
}

/** All files that a list names. */
function filesOf(attributes: SynthesizedAttributes | undefined): readonly unknown[] {
  const { sites_file: file, sites_files: files, exceptions_file: exceptions } = attributes ?? {}
  return [file, exceptions, ...(Array.isArray(files) ? files : [])]
}

/** Without a type, as the asset finds it out itself. With one, its error calls a folder a file. */
function assetOf(path: string, id: string, resource: ListResource): TerraformAsset {
  return new TerraformAsset(resource, id, { path, assetHash: 'list' })
}

/** The archive in whose member a list is, as in `adult.tar.gz//adult/domains`; undefined if what is in front of the slashes is no file. */
function archiveIn(path: string, id: string, resource: ListResource) {
  const at = path.indexOf('//', 1)
  if (at === -1) return undefined
  try {
    const copy = assetOf(path.slice(0, at), id, resource)
    if (copy.type === AssetType.FILE) return { copy, member: path.slice(at) }
  } catch {
    // The asset of the whole path reports what is wrong with it.
  }
  resource.node.tryRemoveChild(id)
  return undefined
}

function reasonOf(error: unknown): string {
  switch (codeOf(error)) {
    case undefined:
      return 'has a relative path, which starts at the folder of cdktf.json, and no cdktf.json was found. Create it in the folder of the project, or use an absolute path.'
    case 'ENOENT':
      return 'does not exist. Correct its path. A relative path starts at the folder of cdktf.json.'
    default:
      return `cannot be read: ${codeOf(error)}. Correct its path or its permissions.`
  }
}

/** The system's code of an error; nothing where the error is one of the library. */
function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined
}

/** A list of a policy, as far as it is known at synth. */
export interface KnownList {
  /** Key of the list in its policy. */
  readonly key: string
  /** Name of the provider: lists on different appliances have nothing to do with each other. */
  readonly provider: string
  /** How many entries the list has, those included that only Terraform will know. */
  readonly siteCount: number
  /** Those that are known, as they were typed. */
  readonly sites: readonly string[]
  /** What is left out of the list, as it was typed; undefined if that is not known. */
  readonly exceptions: readonly string[] | undefined
  /** Whether the list can have other sites: those of a file, and those that a reference brings. */
  readonly isOpen: boolean
}

/** Resources whose sites a policy or an existing category checks. The checks of a stack leave them out. */
export const checkedByTheirConstructs = new WeakSet<IConstruct>()

export function knownList(key: string, attributes: SynthesizedAttributes): KnownList {
  const { provider = 'appliance' } = attributes
  const sites = attributes.sites ?? []
  const entries = Array.isArray(sites) ? sites.map(String) : []
  const known = entries.filter(isKnown)
  return {
    key,
    provider: String(provider),
    siteCount: entries.length,
    sites: known,
    exceptions: knownExceptions(attributes),
    isOpen: hasFiles(attributes) || !Array.isArray(sites) || known.length < entries.length,
  }
}

function knownExceptions({
  exceptions = [],
  exceptions_file: file = null,
}: SynthesizedAttributes): readonly string[] | undefined {
  if (file !== null || !Array.isArray(exceptions)) return undefined
  const entries = exceptions.map(String)
  return entries.every(isKnown) ? entries : undefined
}

/** Whether the sites of a list come from files. */
export function hasFiles({ sites_file: file, sites_files: files }: SynthesizedAttributes): boolean {
  return (file ?? files ?? undefined) !== undefined
}

/** A policy as it is synthesized: what its checks and its warnings are about. */
export interface SynthesizedPolicy {
  /** How messages name it. */
  readonly place: string
  readonly lists: readonly SynthesizedList[]
  /** What may be in more than one category, in any spelling. */
  readonly sharedSites: readonly string[]
  /** Whether others have the same categories, with other exceptions: what one of them shares, another one may not have. */
  readonly hasExceptions: boolean
}

/** A list of a policy as it is synthesized. */
export interface SynthesizedList extends KnownList {
  readonly attributes: SynthesizedAttributes
  /** Name of its file in the app, if the list has a copy of that file. */
  readonly copied: string | undefined
  /** Whether other lists bring sites into the same category. */
  readonly isCompleted: boolean
}

/** A list as a policy declared it. */
export interface DeclaredList {
  readonly key: string
  readonly resource: ListResource
  /** Name of its file in the app, and its path for Terraform. */
  readonly file?: { readonly named: string | undefined; readonly written: string | undefined }
  /** Keys that it had before. */
  readonly formerly?: readonly string[]
}

/** What became of a list; nothing if its resource has moved to another address, or has a count of 0. */
export function synthesizedList(
  { key, resource, file }: DeclaredList,
  stack: SynthesizedStack,
): SynthesizedList | undefined {
  const attributes = stack.attributesOf(resource)
  if (!attributes || attributes.count === 0) return undefined
  const reference = `${resource.terraformResourceType}.${resource.friendlyUniqueId}.`
  return {
    ...knownList(key, attributes),
    attributes,
    copied: file !== undefined && attributes.sites_file === file.written ? file.named : undefined,
    isCompleted: stack
      .resources('appliance_category_sites')
      .some(({ attributes: { category_id: id } }) => String(id).includes(reference)),
  }
}
