// Lists the categories of an appliance, and asks which contain a site:
// APPLIANCE_TOKEN=… npx tsx packages/client/examples/categories.ts https://proxy.example.org:9503 example.com
import { ApplianceError, connect } from '@webfilter/appliance-client'
import { parseSite } from '@webfilter/appliance-names'

async function main([url, name = '']: readonly string[]): Promise<void> {
  const parsed = parseSite(name)
  if (url === undefined || !parsed.ok) throw new Error('Specify the listener of categories, and a site.')
  const signal = AbortSignal.timeout(60_000)
  const appliance = connect({ endpoints: { categories: { url } }, token: process.env.APPLIANCE_TOKEN })
  try {
    const { categories } = await appliance.categories.list(signal)
    for (const { id, name } of categories) console.log(`${id} ${name}`)
    const holders = await appliance.categories.query(parsed.site, signal)
    const names = holders.map((holder) => holder.name).join(', ')
    console.log(`${parsed.site}: ${names || 'in no category'}`)
  } finally {
    await appliance.close()
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof ApplianceError ? `${error.kind}: ${error.message}` : error)
  process.exitCode = 1
})
