/**
 * Numbers without loss.
 *
 * Terraform's numbers are decimal with hundreds of digits. In here a number is a JavaScript `number` where that says it
 * exactly (a safe integer, or a fraction whose shortest text is the value), a `bigint` where an integer is larger, and a
 * `Decimal` otherwise. Each value has exactly one of these forms, so equality of values is equality of forms.
 */
export type TerraformNumber = number | bigint | Decimal

/** A decimal fraction that no JavaScript number writes exactly: `coefficient * 10 ** exponent`. */
export class Decimal {
  readonly coefficient: bigint
  readonly exponent: number

  constructor(coefficient: bigint, exponent: number) {
    this.coefficient = coefficient
    this.exponent = exponent
  }

  toString(): string {
    return decimalText(this.coefficient, this.exponent)
  }

  toJSON(): string {
    return this.toString()
  }
}

/**
 * Reads a number as decimal text: `0.1`, `-18446744073709551616`, `1e-7`.
 * @throws {RangeError} when the text is no number
 */
export function numberFromText(text: string): TerraformNumber {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/.exec(text)
  const whole = match?.[2] ?? ''
  const fraction = match?.[3] ?? ''
  if (!match || whole + fraction === '')
    throw new RangeError(`"${text.slice(0, 40)}" is not a decimal number.`)
  const magnitude = BigInt(whole + fraction)
  return numberFromDecimal(match[1] === '-' ? -magnitude : magnitude, Number(match[4] ?? 0) - fraction.length)
}

/** The number that a double holds, to its last digit. Infinities stay as they are. */
export function numberFromDouble(double: number): TerraformNumber {
  if (Number.isNaN(double)) throw new RangeError('NaN is not a Terraform number.')
  if (!Number.isFinite(double)) return double
  if (Number.isInteger(double)) return numberFromInteger(BigInt(double))
  const [coefficient, exponent] = exactDecimal(double)
  return numberFromDecimal(coefficient, exponent)
}

/** A number where JavaScript holds the integer exactly, else the integer itself. */
export function numberFromInteger(integer: bigint): TerraformNumber {
  const narrow = Number(integer)
  return Number.isSafeInteger(narrow) ? narrow : integer
}

/** The one form of `coefficient * 10 ** exponent`. */
function numberFromDecimal(coefficient: bigint, exponent: number): TerraformNumber {
  const [digits, power] = withoutTrailingZeros(coefficient, exponent)
  if (power >= 0 && power <= largestExpandedExponent) return numberFromInteger(digits * 10n ** BigInt(power))
  const double = Number(`${digits}e${power}`)
  if (Number.isFinite(double) && double !== 0 && saysExactly(double, digits, power)) return double
  return new Decimal(digits, power)
}

/** Whether the shortest text of the double is the decimal, so that writing one gives back the other. */
function saysExactly(double: number, coefficient: bigint, exponent: number): boolean {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(double))
  if (!match) return false
  const fraction = match[2] ?? ''
  const [digits, power] = withoutTrailingZeros(
    BigInt(match[1] + fraction),
    Number(match[3] ?? 0) - fraction.length,
  )
  return digits === coefficient && power === exponent
}

function withoutTrailingZeros(coefficient: bigint, exponent: number): [bigint, number] {
  if (coefficient === 0n) return [0n, 0]
  let digits = coefficient
  let power = exponent
  while (digits % 10n === 0n) {
    digits /= 10n
    power += 1
  }
  return [digits, power]
}

/** Every finite double is a whole number of halves of halves, and so a finite decimal. */
function exactDecimal(double: number): [coefficient: bigint, exponent: number] {
  let numerator = double
  let halvings = 0
  while (!Number.isInteger(numerator)) {
    numerator *= 2
    halvings += 1
  }
  return [BigInt(numerator) * 5n ** BigInt(halvings), -halvings]
}

function decimalText(coefficient: bigint, exponent: number): string {
  if (exponent > 0 || exponent < -largestExpandedExponent) return `${coefficient}e${exponent}`
  const sign = coefficient < 0n ? '-' : ''
  const digits = String(coefficient < 0n ? -coefficient : coefficient).padStart(1 - exponent, '0')
  const point = digits.length + exponent
  return exponent === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Beyond this many zeros a number is written with an exponent: digits are not worth memory then. */
const largestExpandedExponent = 2_000
