import { engineMatter } from '../../../diagnostics/engine-messages'
import type { EngineCommand } from '../../engine'
import { errorOf, errorsIn } from '../failure'
import type { Message } from '../plan/messages'
import { visible } from '../visible'
import { EngineFailure } from './failure'

/**
 * Why a plan failed of which messages were kept: an error among them. Nothing of a plan beside them is read, as it is an older one, or
 * only a part of one.
 *
 * @returns undefined where there is no error
 */
export function failureInMessages(messages: readonly Message[]): EngineFailure | undefined {
  const failures = messages.filter(({ severity }) => severity === 'error')
  if (failures.length === 0) return undefined
  return new EngineFailure(
    'The plan failed, so there is nothing to review. Fix the reported errors, and plan again.',
    `The messages report:\n${failures.map(reasonOf).join('\n\n')}`,
    errorsIn(failures),
  )
}

/**
 * Why a plan failed that was just made, and what to do about it.
 *
 * @param failures what the engine said of it as JSON
 * @param errors what it wrote to standard error, which counts where it said nothing else
 */
export function planFailure(
  engine: EngineCommand,
  folder: string,
  failures: readonly Message[],
  errors: string,
): Error {
  const reasons = failures.length === 0 ? said(errors) : failures.map(reasonOf).join('\n\n')
  const advice = adviceOn(failures, engine, folder)
  const written = errors.trim().replaceAll(/\s*\n\s*/g, ' ')
  return new EngineFailure(
    `The plan failed, so drift cannot be determined. ${advice}`,
    `${engine} reported:\n${reasons}`,
    failures.length > 0
      ? errorsIn(failures)
      : [errorOf(written === '' ? `${engine} ended without a message` : written)],
  )
}

/** What the engine wrote, indented, without any control character that it may hold. */
export function said(text: string): string {
  const lines = text.trim() === '' ? ['(nothing)'] : text.trimEnd().split('\n')
  return lines.map((line) => `  ${visible(line.trimEnd(), 1_000)}`.trimEnd()).join('\n')
}

function reasonOf({ summary, detail, address, place }: Message): string {
  const line = place && `${place.file}, line ${place.line}`
  const where = [address, line].filter((each) => each !== undefined).join(', ')
  return said(`${summary}${where === '' ? '' : ` (${where})`}\n${detail}`)
}

function adviceOn(failures: readonly Message[], engine: EngineCommand, folder: string): string {
  const matters = failures.map(({ summary, detail }) => engineMatter(summary, detail))
  if (matters.includes('init-needed')) {
    const place = folder === '.' ? 'this folder' : JSON.stringify(folder)
    return `Run \`${engine} init\` in ${place} first, and again after each change of its providers or modules.`
  }
  if (matters.includes('state-locked')) {
    return 'The state is locked: run the command again after the other run has ended, or let it wait with `-- -lock-timeout=10m`.'
  }
  return 'Fix the reported errors, and run the command again.'
}
