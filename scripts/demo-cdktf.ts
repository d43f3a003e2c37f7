import { parseArgs } from 'node:util'
import { type Flavour, flavours, layOutProject } from '../engine/cdktf-project'
import { chapter, say } from './demo/narration'
import { runDemo } from './demo/run-demo'
import { onStage, type Stage } from './demo/stage'

/**
 * Shows examples/cdktf at work, without the command line of CDKTF: the program writes the configuration, and the real engine
 * applies it to an emulated appliance. The demo checks the claim of each step before the next one begins.
 */
async function demo(flavour: Flavour, interruption: AbortSignal): Promise<void> {
  await onStage(interruption, (folder) => layOutProject(flavour, folder), play)
  say('\nEnd of the demo. The emulated appliance and its folder are removed.')
}

async function play({ engine, administrator, directory }: Stage): Promise<void> {
  chapter(
    'Compile',
    'The compiler checks the project against the types of the provider. A wrong attribute fails here.',
  )
  await engine.runBeside('npx', '--no-install', 'tsc')

  chapter('Synthesise', 'The program writes a configuration for each stack, and rejects an invalid policy.')
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
    'Synthesise and plan again',
    'The same program writes the same configuration, so the plan has no changes.',
  )
  await engine.runBeside('node', 'dist/main.js')
  await stack.plan('no changes')
}

function chosenFlavour(): Flavour {
  const { values } = parseArgs({ options: { flavour: { type: 'string', default: 'cdktf' } } })
  const flavour = flavours.find((name) => name === values.flavour)
  if (flavour) return flavour
  throw new Error(`Unknown flavour ${values.flavour}. Choose one of ${flavours.join(', ')}.`)
}

runDemo(async (interruption) => demo(chosenFlavour(), interruption))
