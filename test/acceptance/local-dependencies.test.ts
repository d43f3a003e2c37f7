import { category, Trial } from './trial'
import { describeWithEngine } from './workspace'

/** What `packages/constructs/src/dependable.ts` stands on, and no page of an engine says. */
describeWithEngine('a local value in depends_on', () => {
  let trial: Trial

  beforeEach(async () => {
    trial = await Trial.attached()
  })

  afterEach(() => trial.close())

  it('stands for all resources that it refers to, of whatever depends on it', async () => {
    const configuration = [
      category('ads', 'sites = ["ads.example"]'),
      'resource "appliance_category" "each" {\n  for_each = toset(["games", "video"])\n  name = each.key\n}\n',
      'locals {\n  together = [appliance_category.ads, appliance_category.each]\n}\n',
      // Each of them fails where it does not wait: the category is not there yet.
      ...['ads', 'video'].map(
        (name) =>
          `data "appliance_category" "${name}" {\n  name = "${name}"\n  depends_on = [local.together]\n}\n`,
      ),
      category('last', 'depends_on = [local.together]'),
      'output "done" {\n  value = "done"\n  depends_on = [local.together]\n}\n',
    ]
    await trial.workspace.applied(...configuration)
    await trial.workspace.nothingToDo(...configuration)

    const { output } = await trial.workspace.run('state', 'pull')
    const { resources }: { resources: readonly StoredResource[] } = JSON.parse(output)
    const last = resources.find(({ name }) => name === 'last')
    // By these the engine destroys in the opposite order.
    expect(last?.instances[0]?.dependencies).toEqual(['appliance_category.ads', 'appliance_category.each'])
  })
})

interface StoredResource {
  readonly name: string
  readonly instances: readonly { readonly dependencies?: readonly string[] }[]
}
