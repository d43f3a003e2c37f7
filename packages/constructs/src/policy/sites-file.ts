import { AssetType, TerraformAsset } from 'cdktf'
import { synthesizedStack } from '../synthesized'
import { quoted } from '../wording'
import type { ListResource } from './declared'

/**
 * The path of a file's copy beside the stack, which is the same whatever is in the file: the provider sees by itself what
 * changed. A file that cannot be copied is refused at synth, with whatever else is wrong, unless the resource has another one by
 * then. Its own path is returned in that case. Terraform fails with it too, if the validations are skipped. Without any path, the
 * category would lose its sites.
 *
 * @param path relative to the folder of `cdktf.json`, or absolute
 * @param noun what has the file, such as `category "ads"`
 */
export function copyOf(path: string, resource: ListResource, noun: string): string {
  const refuse = (problem: string) =>
    resource.node.addValidation({
      validate: () => {
        const isStillIt = synthesizedStack(resource).attributesOf(resource)?.sites_file === path
        return isStillIt ? [`The file ${quoted(path)} of ${noun} ${problem}`] : []
      },
    })
  try {
    // Of which type it is, the asset finds out: where it is told, it calls a folder a file in its error.
    const copy = new TerraformAsset(resource, 'sites', { path, assetHash: 'list' })
    if (copy.type === AssetType.FILE) return copy.path
    refuse('is not a file. Name a file with one site per line.')
  } catch (error) {
    refuse(reasonOf(error))
  }
  return path
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
