import { parseArgs } from 'node:util'
import { type Flavour, flavours, layOutProject } from '../engine/cdktf-project'
import { chapter, say } from './demo/narration'
import { runDemo } from './demo/run-demo'
import { onStage, type Stage } from './demo/stage'

/**
 * Shows examples/cdktf at work, without the command line of CDKTF: the program writes the configuration, and the real engine
 * applies it to an emulated appliance. What a step says is checked before the next one begins.
 */
async function demo(flavour: Flavour, interruption: AbortSignal): Promise<void> {
  await onStage(interruption, (folder) => layOutProject(flavour, folder), play)
  say('\nThat was the demo. Its appliance and its folder are gone again.')
}

async function play({ engine, administrator, directory }: Stage): Promise<void> {
  chapter(
    'Compile',
    'The project is checked against the types of the provider: a wrong attribute ends it here.',
  )
  await engine.runBeside('npx', '--no-install', 'tsc')

  chapter(
    'Synthesise',
    'The program writes a configuration for each stack, and refuses what the policy must not hold.',
  )
  await engine.runBeside('node', 'dist/main.js')

  const stack = engine.inFolderBelow('cdktf.out/stacks/headquarters')
  chapter(
    'Install the provider',
    `${engine.title} takes it from dist/mirror, where the build has put it for this platform alone; hence a warning.`,
  )
  await stack.run('init')

  chapter(
    'Plan and apply',
    'Categories, of which one comes from a file, a directory service, and a team in it.',
  )
  await stack.plan('changes')
  await stack.applyPlan()
  await administrator.seeCategories({ ads: 3, malware: 3, partners: 2, trackers: 2 })
  await administrator.seeSite('botnet.example', ['malware'])
  await administrator.seeSite('adserver.example', ['ads', 'trackers'])
  await directory.seeGroupsOf('ann.lee', ['editors', 'staff'])
  await directory.seeGroupsOf('bob.ray', ['staff'])

  chapter(
    'Synthesise and plan again',
    'The same program writes the same configuration: there is nothing to do.',
  )
  await engine.runBeside('node', 'dist/main.js')
  await stack.plan('no changes')
}

function chosenFlavour(): Flavour {
  const { values } = parseArgs({ options: { flavour: { type: 'string', default: 'cdktf' } } })
  const flavour = flavours.find((name) => name === values.flavour)
  if (flavour) return flavour
  throw new Error(`There is no flavour ${values.flavour}. Choose one of ${flavours.join(', ')}.`)
}

runDemo(async (interruption) => demo(chosenFlavour(), interruption))
