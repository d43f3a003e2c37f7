import type { Fault } from '../../src/emulator/fault'
import type { DeclaredCategory } from './configuration'
import { type ApplyStep, applyAgain, type Edit, type Step } from './steps'

/** Sequences that found a mistake once, tried before the random ones. */
export const onceFound: readonly (readonly Step[])[] = [
  // Who was to let go of a category failed, and took the sites of its successor out later.
  handedOverWhile({ operation: 'delete', times: 4, effect: 'refuse', error: 'DISK_FULL' }),
  handedOverWhile({ operation: 'list', times: 2, effect: 'queue-full' }),
]

function handedOverWhile(fault: Fault): readonly Step[] {
  return [
    applied([declare('three', 'ads', ['c.example'])]),
    applied([declare('three', 'Médias', []), declare('one', 'ads', ['c.example'])], [fault]),
    applyAgain,
  ]
}

function applied(edits: readonly Edit[], faults: readonly Fault[] = []): ApplyStep {
  return { ...applyAgain, edits, faults }
}

function declare(address: string, name: string, sites: readonly string[]): Edit {
  const category: DeclaredCategory = {
    name,
    sites,
    onConflict: 'keep',
    compile: true,
    onDestroy: 'remove',
    oddSpelling: false,
  }
  return { edit: 'declare', address, category }
}
