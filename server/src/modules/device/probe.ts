import { type CodeName, Refusal } from '@vedette/contract/codes'
import { type ReasonWord } from '@vedette/contract/reasons'
import type { AddressOutcome, AddressRefusal } from '@vedette/devices/address'
import type {
  Access,
  AllowedAddress,
  AddressCheck,
  ProbedDevice,
  ProbeOutcome,
} from '@vedette/devices/driver'

import type { Semaphore } from '../../http/semaphore.ts'

export interface ProbeNeeds {
  /** Checks what an operator typed, or a device said. */
  checkAddress: AddressCheck
  /** Asks the device what it is. */
  probe: (address: AllowedAddress, access: Access, check: AddressCheck) => Promise<ProbeOutcome>
  /** A probe dials out and may wait for 10 s, so few may at once. */
  probeSemaphore: Semaphore
}

/** What answers at the address. */
export async function probeAddress(typed: string, access: Access, needs: ProbeNeeds): Promise<ProbedDevice> {
  const address = await allowed('Url', typed, needs)
  const { probe, checkAddress } = needs
  const outcome = await needs.probeSemaphore.take(() => probe(address, access, checkAddress))
  if (outcome.ok) return outcome.device
  throw probeRefusal(outcome)
}

export function probeRefusal({ reason, detail }: Extract<ProbeOutcome, { ok: false }>): Refusal {
  const [code, Word] = PROBE_REFUSALS[reason]
  return new Refusal<FieldCode>(code, { Field: 'Url', Reason: detail, Word, Values: {} })
}

type FieldCode =
  | 'deviceUnreachable'
  | 'deviceCertificate'
  | 'deviceCredentials'
  | 'noUsableStream'
  | 'unavailable'
  | 'addressNotAllowed'

const PROBE_REFUSALS = {
  unreachable: ['deviceUnreachable', 'deviceSilent'],
  certificate: ['deviceCertificate', 'deviceCertificate'],
  credentials: ['deviceCredentials', 'deviceLogin'],
  noUsableStream: ['noUsableStream', 'deviceNoStream'],
  unavailable: ['unavailable', 'deviceNoStream'],
} as const satisfies Record<string, readonly [FieldCode & CodeName, ReasonWord]>

/** The address as it may be dialled, or the refusal for the person who typed it. */
export async function allowed(
  Field: string,
  typed: string,
  { checkAddress }: Pick<ProbeNeeds, 'checkAddress'>,
): Promise<AllowedAddress> {
  const outcome = await checkAddress(typed)
  if (outcome.ok) return outcome
  throw addressRefusal(Field, outcome)
}

function addressRefusal(Field: string, { reason, detail }: Extract<AddressOutcome, { ok: false }>): Refusal {
  const code: FieldCode = reason === 'unresolved' ? 'deviceUnreachable' : 'addressNotAllowed'
  return new Refusal<FieldCode>(code, { Field, Reason: detail, Word: ADDRESS_WORDS[reason], Values: {} })
}

/** Why an address may not be used, for the person. */
export const ADDRESS_WORDS = {
  tooLong: 'addressTooLong',
  malformed: 'addressMalformed',
  scheme: 'addressScheme',
  credentialsInside: 'addressCredentials',
  unresolved: 'addressUnresolved',
  forbidden: 'addressForbidden',
  ownPort: 'addressOwnPort',
  loopback: 'addressLoopback',
  outsideNetworks: 'addressOutside',
} as const satisfies Record<AddressRefusal, ReasonWord>
