import { type Config, isUnknown, type Unknown } from '@webfilter/terraform-plugin'
import { formFields, mostAlternativeNames } from '../../appliance/certificates/certificate-forms'
import {
  certificateFieldKnown,
  certificateKindUnclear,
  certificateNamesTooMany,
} from '../../diagnostics/other-areas'

import type { Problem } from '../problem'
import type { certificateAttributes } from './certificate-attributes'

/** The three ways to make a certificate, of which a resource uses one. */
type CertificateOrders = Pick<
  Config<typeof certificateAttributes>,
  'signing_request' | 'self_signed' | 'server'
>

/** What attributes cannot check one by one. Values that are not known yet are not looked at. */
export function certificateProblems(orders: CertificateOrders): readonly Problem[] {
  const bodies = (['self_signed', 'server'] as const).flatMap((kind) => {
    const order = orders[kind]
    return order === null || isUnknown(order)
      ? []
      : [...tooManyNames(kind, order.alternative_names), ...noExtraFields(kind, order.extra_fields)]
  })
  return [...notExactlyOne(orders), ...bodies]
}

function notExactlyOne(orders: CertificateOrders): readonly Problem[] {
  const kinds = ['signing_request', 'self_signed', 'server'] as const
  const [first = '', second] = kinds.filter((kind) => orders[kind] !== null && !isUnknown(orders[kind]))
  if (second) return [{ ...certificateKindUnclear({ set: [first, second] }), path: [second] }]
  if (first || kinds.some((kind) => isUnknown(orders[kind]))) return []
  return [{ ...certificateKindUnclear({ set: [] }), path: [] }]
}

function tooManyNames(
  kind: string,
  names: readonly (string | Unknown)[] | Unknown | null,
): readonly Problem[] {
  if (names === null || isUnknown(names) || names.length <= mostAlternativeNames) return []
  const told = certificateNamesTooMany({ given: names.length, most: mostAlternativeNames })
  return [{ ...told, path: [kind, 'alternative_names'] }]
}

function noExtraFields(
  kind: string,
  fields: { readonly [name: string]: string | Unknown } | Unknown | null,
): readonly Problem[] {
  if (fields === null || isUnknown(fields)) return []
  return Object.keys(fields)
    .filter((name) => formFields.has(name.toLowerCase()))
    .map((key) => ({ ...certificateFieldKnown({ field: key }), path: [kind, 'extra_fields', { key }] }))
}
