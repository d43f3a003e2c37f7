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
  #managed: number | undefined
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

  /** Takes what `state list` prints: the addresses of what is managed, and of data sources, which engines do not report as read. */
  count(stateList: string): void {
    const addresses = stateList.split(/\r?\n/u).filter((line) => line.trim() !== '')
    this.#managed = addresses.filter((address) => !dataAddress.test(address)).length
  }

  get text(): string {
    if (this.#isLocked) return 'waiting for the lock of the state'
    const [first, ...others] = this.#waiting
    if (first === undefined && this.asked.size === 0) return 'planning'
    // What is imported is read too, and in no state.
    const isCounted = this.#managed !== undefined && this.asked.size + this.#waiting.size <= this.#managed
    const all = isCounted ? ` of ${numberText(this.#managed ?? 0)}` : ''
    const more = others.length === 0 ? '' : ` and ${numberText(others.length)} more`
    const waiting = first === undefined ? '' : `, waiting for ${visible(first)}${more}`
    return `${numberText(this.asked.size)}${all} read${waiting}`
  }
}

function isLockAwaited(line: string): boolean {
  return line.includes('"state_lock_acquire"') && lockMessage.safeParse(parsedJson(line)).success
}

/** As Terraform 1.11 and OpenTofu 1.10 print it before they wait. */
const lockMessage = z.object({ type: z.literal('state_lock_acquire') })

const key = String.raw`\[(?:"(?:[^"\\]|\\.)*"|\d+)\]`
const dataAddress = new RegExp(String.raw`^(?:module\.[\w-]+(?:${key})?\.)*data\.`, 'u')
