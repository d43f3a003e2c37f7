import { parsedJson } from '@webfilter/appliance-names'
import { numberText } from '@webfilter/text'
import { z } from 'zod'
import { readRefresh } from '../plan/messages'
import { visible } from '../report/phrase'

/** How far a plan is: what the engine has read of the appliance, and what it waits for. */
export class PlanProgress {
  /** Addresses of the resources that the appliance was asked for, to the end. */
  readonly asked = new Set<string>()
  /** Addresses of those that it is being asked for, in the order in which that began. */
  readonly #waiting = new Set<string>()
  #isLocked = false

  /** Takes a line of what `plan -json` prints. @returns whether it says how far the plan is */
  hear(line: string): boolean {
    const refresh = readRefresh(line)
    if (refresh === undefined) {
      const isWaiting = isLockAwaited(line)
      this.#isLocked ||= isWaiting
      return isWaiting
    }
    const { address, isComplete } = refresh
    this.#isLocked = false
    if (isComplete) this.asked.add(address)
    if (isComplete) this.#waiting.delete(address)
    else this.#waiting.add(address)
    return true
  }

  get text(): string {
    if (this.#isLocked) return 'waiting for the lock of the state'
    const [first, ...others] = this.#waiting
    if (first === undefined && this.asked.size === 0) return 'planning'
    const more = others.length === 0 ? '' : ` and ${numberText(others.length)} more`
    const waiting = first === undefined ? '' : `, waiting for ${visible(first)}${more}`
    return `${numberText(this.asked.size)} read${waiting}`
  }
}

function isLockAwaited(line: string): boolean {
  return line.includes('"state_lock_acquire"') && lockMessage.safeParse(parsedJson(line)).success
}

/** As Terraform 1.11 and OpenTofu 1.10 print it before they wait. */
const lockMessage = z.object({ type: z.literal('state_lock_acquire') })
