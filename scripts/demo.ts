import { chapter, say } from './demo/narration'
import { copyQuickstart } from './demo/quickstart'
import { runDemo } from './demo/run-demo'
import { onStage, type Stage } from './demo/stage'

/**
 * Shows the provider at work: the real Terraform or OpenTofu, the built provider, and an emulated appliance.
 * The demo checks the claim of each step before the next one begins, and fails if a claim is wrong.
 */
async function demo(interruption: AbortSignal): Promise<void> {
  await onStage(interruption, copyQuickstart, async (stage) => {
    await declare(stage)
    await drift(stage)
    await destroy(stage)
  })
  say('\nEnd of the demo. The emulated appliance and its folder are removed.')
}

async function declare({ engine, administrator, directory }: Stage): Promise<void> {
  chapter(
    'Install the provider',
    `${engine.title} takes it from dist/mirror. The build wrote it for this platform only, so there is a warning.`,
  )
  await engine.run('init')

  chapter('Plan', 'Categories, a member in a group, and data sources, on an appliance that has none of them.')
  await engine.plan('changes')

  chapter(
    'Apply',
    'Exactly the changes of the plan. Categories are compiled, and the directory service is installed first.',
  )
  await engine.applyPlan()
  await administrator.seeCategories({ ads: 3, partners: 2, trackers: 2 })
  await directory.seeGroupsOf('ann.lee', ['editors', 'staff'])

  chapter('Plan again', 'The appliance matches the configuration: the plan has no changes.')
  await engine.plan('no changes')
}

async function drift({ engine, administrator, directory }: Stage): Promise<void> {
  chapter(
    'Change the appliance outside of Terraform',
    'One declared site is removed, another site is added, and a member loses her group.',
  )
  await administrator.takeOut('doubleclick.net', 'ads')
  await administrator.putIn('by-hand.example', 'ads')
  await directory.unlink('ann.lee', 'editors')

  chapter(
    'Plan: it shows the drift',
    'The plan restores the site and the membership. It does not change the site that was added.',
  )
  await engine.plan('changes')

  chapter('Apply: it repairs the drift', 'The missing site and membership are back. The added site stays.')
  await engine.applyPlan()
  await administrator.seeSite('doubleclick.net', ['ads'])
  await administrator.seeSite('by-hand.example', ['ads'])
  await directory.seeGroupsOf('ann.lee', ['editors', 'staff'])
}

async function destroy({ engine, administrator, directory }: Stage): Promise<void> {
  chapter(
    'Destroy',
    'The appliance cannot delete categories and groups, so the plan warns. Declared sites are removed, unless on_destroy is "keep".',
  )
  await engine.run('destroy', '-auto-approve')
  await administrator.seeCategories({ ads: 1, partners: 2, trackers: 0 })
  await administrator.seeSite('doubleclick.net', [])
  await administrator.seeSite('by-hand.example', ['ads'])
  await directory.seeMember('ann.lee', 'does not exist')
  say(
    'The declared sites are removed, except those of partners, which on_destroy = "keep" keeps. The categories and groups remain.',
  )
}

runDemo(demo)
