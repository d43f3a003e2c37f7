import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unpackSites } from '@webfilter/site-lists'
import { z } from 'zod'
import type { TestAppliance } from '../../acceptance/appliance'

const instance = z.looseObject({
  name: z.string().nullish(),
  category_name: z.string().nullish(),
  sites: z.array(z.string()).nullish(),
  sites_packed: z.string().nullish(),
  file_sites: z.looseObject({ count: z.number(), digest: z.string() }).nullish(),
  uid: z.string().nullish(),
  gid: z.number().nullish(),
  database: z.string().nullish(),
  addresses: z.array(z.string()).nullish(),
})

const state = z.looseObject({
  resources: z
    .array(
      z.looseObject({
        mode: z.string(),
        type: z.string(),
        instances: z.array(z.looseObject({ attributes: instance })),
      }),
    )
    .default([]),
})

/** What the state of a folder says of the appliance, in the words of pictures, whether it is there or not. */
export async function recordedIn(folder: string, { directory }: TestAppliance): Promise<ReadonlySet<string>> {
  const text = await readFile(join(folder, 'terraform.tfstate'), 'utf8').catch(() => '{}')
  const facts = state
    .parse(JSON.parse(text))
    .resources.filter(({ mode }) => mode === 'managed')
    .flatMap(({ type, instances }) => instances.map(({ attributes }) => ({ type, attributes })))
    .map(async ({ type, attributes }): Promise<readonly string[]> => {
      const { name, uid, gid, database, addresses = [] } = attributes
      switch (type) {
        case 'appliance_category':
          return [
            `category ${name}`,
            ...(await sitesOf(attributes)).map((site) => `${site} in category ${name}`),
          ]
        case 'appliance_category_sites':
          return (await sitesOf(attributes)).map((site) => `${site} in category ${attributes.category_name}`)
        case 'appliance_ldap_group':
          return [`group ${name}`]
        case 'appliance_ldap_member':
          return [`account ${uid}`]
        case 'appliance_ldap_group_membership':
          return [`${uid} in group ${directory.groups.get(gid ?? 0)?.name}`]
        case 'appliance_rbl_delisting':
          return (addresses ?? []).map((address) => `record ${address} in database ${database}`)
        case 'appliance_ldap_service':
          return ['directory service']
        default:
          return []
      }
    })
  return new Set((await Promise.all(facts)).flat())
}

async function sitesOf({
  sites,
  sites_packed: packed,
  file_sites: files,
}: z.infer<typeof instance>): Promise<readonly string[]> {
  if (!packed || !files) return sites ?? []
  return [...(await unpackSites(packed, { digest: files.digest, size: files.count }))]
}
