import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder, replaceFile } from '../files'
import type { Platform, ProviderArchive } from '../install/provider-package'

/**
 * Writes an OCI image layout (image specification 1.1) with the provider, as OpenTofu 1.10 and newer read it from any registry: a tag for
 * each version leads to an index with one manifest for each platform, whose only layer is the archive. Other tags in the layout, and
 * other platforms of the same version, stay. Blobs are named after their content and written first, so that a layout that is written at
 * this moment is complete for whoever reads it.
 *
 * @returns the tags that were written
 * @throws {Error} if the folder has a file of that name that is not one of a layout, or a blob of the layout is damaged
 */
export function writeOciLayout(folder: string, archives: readonly ProviderArchive[]): readonly string[] {
  const layout = jsonIn(join(folder, 'oci-layout'), layoutFile)
  const known = jsonIn(join(folder, 'index.json'), indexFile)
  makeFolder(join(folder, 'blobs', 'sha256'))
  const tags = new Map<string, readonly ProviderArchive[]>()
  for (const archive of archives) {
    const tag = tagOf(archive.version)
    tags.set(tag, [...(tags.get(tag) ?? []), archive])
  }
  const manifests = new Map((known?.manifests ?? []).map((each, place) => [tagIn(each) ?? place, each]))
  for (const [tag, ofTag] of tags) {
    const index = writeBlob(folder, mediaTypes.index, versionIndex(folder, manifests.get(tag), ofTag))
    manifests.set(tag, { ...index, artifactType: artifactTypes.version, annotations: { [refName]: tag } })
  }
  if (layout === undefined) replaceFile(join(folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}')
  const index = {
    schemaVersion: 2,
    mediaType: mediaTypes.index,
    ...known,
    manifests: [...manifests.values()],
  }
  replaceFile(join(folder, 'index.json'), `${JSON.stringify(index, undefined, 2)}\n`)
  return [...tags.keys()]
}

/** A tag cannot contain the plus sign of a version; OpenTofu reads the underscore as one. */
function tagOf(version: string): string {
  return version.replaceAll('+', '_')
}

function tagIn({ annotations }: Descriptor): string | undefined {
  return annotations?.[refName]
}

/** The annotation with the tag of a manifest (image specification, "Image layout"). */
const refName = 'org.opencontainers.image.ref.name'

const mediaTypes = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  empty: 'application/vnd.oci.empty.v1+json',
  archive: 'archive/zip',
} as const

/** By these OpenTofu recognizes a version of a provider, and the manifest of a platform in it. */
const artifactTypes = {
  version: 'application/vnd.opentofu.provider',
  platform: 'application/vnd.opentofu.provider-target',
} as const

/** The content of the index of a version: the new platforms, and those that the layout has besides. */
function versionIndex(
  folder: string,
  former: Descriptor | undefined,
  archives: readonly ProviderArchive[],
): string {
  const replaced = new Set(archives.map(({ platform }) => platform))
  const kept = (former ? blobIn(folder, former, indexFile).manifests : []).filter(
    ({ platform }) => platform && !replaced.has(`${platform.os}_${platform.architecture}`),
  )
  const added = archives.map(({ platform, bytes }) => ({
    ...writeBlob(folder, mediaTypes.manifest, manifestOf(folder, bytes)),
    artifactType: artifactTypes.platform,
    platform: partsOf(platform),
  }))
  const manifests = [...kept, ...added].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  return JSON.stringify({
    schemaVersion: 2,
    mediaType: mediaTypes.index,
    artifactType: artifactTypes.version,
    manifests,
  })
}

function partsOf(platform: Platform): { readonly architecture: string; readonly os: string } {
  const [os = '', architecture = ''] = platform.split('_')
  return { architecture, os }
}

function nameOf({ platform }: Pick<Descriptor, 'platform'>): string {
  return `${platform?.os}_${platform?.architecture}`
}

/** The manifest of an archive. An artifact has an empty configuration. */
function manifestOf(folder: string, archive: Uint8Array): string {
  return JSON.stringify({
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    artifactType: artifactTypes.platform,
    config: writeBlob(folder, mediaTypes.empty, '{}'),
    layers: [writeBlob(folder, mediaTypes.archive, archive)],
  })
}

const descriptor = z.looseObject({
  mediaType: z.string(),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  size: z.number(),
  platform: z.looseObject({ os: z.string(), architecture: z.string() }).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
})

type Descriptor = z.infer<typeof descriptor>

const layoutFile = z.object({ imageLayoutVersion: z.literal('1.0.0') })
const indexFile = z.looseObject({ schemaVersion: z.literal(2), manifests: z.array(descriptor) })

/** Writes a blob, unless it is there already. */
function writeBlob(folder: string, mediaType: string, content: string | Uint8Array) {
  const bytes = Buffer.from(content)
  const digest = digestOf(bytes)
  const file = blobFile(folder, digest)
  if (!existsSync(file) || digestOf(readFileSync(file)) !== digest) replaceFile(file, bytes)
  return { mediaType, digest, size: bytes.length }
}

/** @throws {Error} if it is missing, is another one than its name says, or has another form */
function blobIn<T>(folder: string, { digest }: Descriptor, shape: z.ZodType<T>): T {
  const file = blobFile(folder, digest)
  const content = existsSync(file) ? readFileSync(file) : undefined
  if (content === undefined || digestOf(content) !== digest) {
    throw new Error(`${file} is missing or damaged. Write the layout to an empty folder.`)
  }
  return parsed(file, content.toString('utf8'), shape)
}

function blobFile(folder: string, digest: string): string {
  return join(folder, 'blobs', 'sha256', digest.slice('sha256:'.length))
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

function jsonIn<T>(file: string, shape: z.ZodType<T>): T | undefined {
  return existsSync(file) ? parsed(file, readFileSync(file, 'utf8'), shape) : undefined
}

function parsed<T>(file: string, text: string, shape: z.ZodType<T>): T {
  try {
    const json = JSON.parse(text)
    shape.parse(json)
    // As it was written, so that what is kept of it has the same bytes.
    return json
  } catch (cause) {
    throw new Error(`${file} is not a file of an OCI image layout. Move it, or choose another folder.`, {
      cause,
    })
  }
}
