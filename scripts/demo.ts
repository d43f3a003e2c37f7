import { chapter, say } from './demo/narration'
import { copyQuickstart } from './demo/quickstart'
import { runDemo } from './demo/run-demo'
import { onStage, type Stage } from './demo/stage'

/**
 * Shows the provider at work: the real Terraform or OpenTofu, the provider as it was built, and an emulated appliance.
 * What a step says is checked before the next one begins, so the demo fails where it would show what is not so.
 */
async function demo(interruption: AbortSignal): Promise<void> {
  await onStage(interruption, copyQuickstart, async (stage) => {
    await declare(stage)
    await drift(stage)
    await destroy(stage)
  })
  say('\nThat was the demo. Its appliance and its folder are gone again.')
}

async function declare({ engine, administrator, directory }: Stage): Promise<void> {
  chapter(
    'Install the provider',
    `${engine.title} takes it from dist/mirror, where the build has put it for this platform alone; hence a warning.`,
  )
  await engine.run('init')

  chapter(
    'Plan',
    'Categories, a member in a group, and what the appliance tells by itself; on an appliance that has none of it.',
  )
  await engine.plan('changes')

  chapter(
    'Apply',
    'Exactly what the plan said. Categories are compiled, and the directory service is installed first.',
  )
  await engine.applyPlan()
  await administrator.seeCategories({ ads: 3, partners: 2, trackers: 2 })
  await directory.seeGroupsOf('ann.lee', ['editors', 'staff'])

  chapter('Plan again', 'The appliance is as declared: there is nothing to do.')
  await engine.plan('no changes')
}

async function drift({ engine, administrator, directory }: Stage): Promise<void> {
  chapter(
    'Somebody changes the appliance by hand',
    'One declared site is taken out, another one is added, and a member loses her group.',
  )
  await administrator.takeOut('doubleclick.net', 'ads')
  await administrator.putIn('by-hand.example', 'ads')
  await directory.unlink('ann.lee', 'editors')

  chapter(
    'Plan: the drift shows',
    'Site and membership are to be put back. Sites that others add are left alone.',
  )
  await engine.plan('changes')

  chapter('Apply: the drift is repaired', 'What is missing comes back; what somebody else added stays.')
  await engine.applyPlan()
  await administrator.seeSite('doubleclick.net', ['ads'])
  await administrator.seeSite('by-hand.example', ['ads'])
  await directory.seeGroupsOf('ann.lee', ['editors', 'staff'])
}

async function destroy({ engine, administrator, directory }: Stage): Promise<void> {
  chapter(
    'Destroy',
    'The appliance cannot delete categories and groups, and says so. Declared sites are taken out, unless on_destroy is "keep".',
  )
  await engine.run('destroy', '-auto-approve')
  await administrator.seeCategories({ ads: 1, partners: 2, trackers: 0 })
  await administrator.seeSite('doubleclick.net', [])
  await administrator.seeSite('by-hand.example', ['ads'])
  await directory.seeMember('ann.lee', 'not there')
  say(
    'What the configuration had put there is gone, but for the partners that it keeps, and for what the appliance cannot delete.',
  )
}

runDemo(demo)
