import { parseArgs } from 'node:util'
import { type Flavor, flavors, layOutProject } from '../engine/cdktf-project'
import { chapter, say } from './demo/narration'
import { runDemo } from './demo/run-demo'
import { onStage, type Stage } from './demo/stage'

/**
 * Shows examples/cdktf at work, without the command line of CDKTF: the program writes the configuration, and the real engine
 * applies it to an emulated appliance. The demo checks the claim of each step before the next one begins.
 */
async function demo(flavor: Flavor, interruption: AbortSignal): Promise<void> {
  await onStage(interruption, (folder) => layOutProject(flavor, folder), play)
  say('\nEnd of the demo. The emulated appliance and its folder are removed.')
}

async function play({ engine, administrator, directory }: Stage): Promise<void> {
  chapter(
    'Compile',
    'The compiler checks the project against the types of the provider. A wrong attribute fails here.',
  )
  await engine.runBeside('npx', '--no-install', 'tsc')

  chapter('Synthesize', 'The program writes a configuration for each stack, and rejects an invalid policy.')
  await engine.runBeside('node', 'dist/main.js')

  const stack = engine.inFolderBelow('cdktf.out/stacks/headquarters')
  chapter(
    'Install the provider',
    `${engine.title} takes it from dist/mirror. The build wrote it for this platform only, so there is a warning.`,
  )
  await stack.run('init')

  chapter('Plan and apply', 'Categories, one of them from a file, a directory service, and a team in it.')
  await stack.plan('changes')
  await stack.applyPlan()
  await administrator.seeCategories({ ads: 3, malware: 3, partners: 2, trackers: 2 })
  await administrator.seeSite('botnet.example', ['malware'])
  await administrator.seeSite('adserver.example', ['ads', 'trackers'])
  await directory.seeGroupsOf('ann.lee', ['editors', 'staff'])
  await directory.seeGroupsOf('bob.ray', ['staff'])

  chapter(
    'Synthesize and plan again',
    'The same program writes the same configuration, so the plan has no changes.',
  )
  await engine.runBeside('node', 'dist/main.js')
  await stack.plan('no changes')
}

function chosenFlavor(): Flavor {
  const { values } = parseArgs({ options: { flavor: { type: 'string', default: 'cdktn' } } })
  const flavor = flavors.find((name) => name === values.flavor)
  if (flavor) return flavor
  throw new Error(`Unknown flavor ${values.flavor}. Choose one of ${flavors.join(', ')}.`)
}

runDemo(async (interruption) => demo(chosenFlavor(), interruption))
