import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import {
  type ConfigurationFile,
  problem,
  type ReadConfiguration,
  readConfiguration,
} from './doctor/configuration'

/**
 * The settings of the provider: those of the environment, and those of a file, which go first. What is wrong with them is part of
 * the result.
 *
 * @param file with the attributes of the provider block as JSON; `-` for the standard input
 */
export async function providerSettings(file: string | undefined): Promise<ReadConfiguration> {
  const content = file === undefined ? undefined : await contentOf(file)
  if (!(content instanceof Error)) return await readConfiguration(content, process.env)
  const finding = `${file} cannot be read: ${content.message}.`
  return { problems: [problem(finding, 'Set --config to the name of an existing file.')] }
}

async function contentOf(name: string): Promise<ConfigurationFile | Error> {
  if (name === '-') return { name: 'The standard input', text: await textOf(process.stdin) }
  try {
    return { name, text: await readFile(name, 'utf8') }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
