/** What a provider says of a person, as far as it is used: none of it is trusted to be of any form. */
import { withoutUnshown } from '@vedette/contract/names'
import { z } from 'zod'

type Claims = Readonly<Record<string, unknown>>

const MOST_GROUPS = 2000
const LONGEST_NAME = 50
const LONGEST_EMAIL = 254
/** A bare account name has 3 to 32; some room is left for a number behind it. */
const LONGEST_ACCOUNT = 26
const SHORTEST_ACCOUNT = 3

const Group = z.string()
const Nested = z.record(z.string(), z.unknown())

/** Undefined where the claim is not there: `groups`, or `realm_access.roles` for what stands in an object. */
export function groupsIn(claims: Claims, claim: string): string[] | undefined {
  const value = valueAt(claims, claim)
  if (value === undefined || value === null) return undefined
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.slice(0, MOST_GROUPS).flatMap((group) => Group.safeParse(group).data ?? [])
}

function valueAt(claims: Claims, claim: string): unknown {
  // Names of claims may themselves have dots: `https://example.com/groups`.
  if (Object.hasOwn(claims, claim)) return claims[claim]
  let at: unknown = claims
  for (const key of claim.split('.')) {
    const { data } = Nested.safeParse(at)
    if (!data || !Object.hasOwn(data, key)) return undefined
    at = data[key]
  }
  return at
}

/** What an account of this person is called at first; its owner may change the display name. */
export function namesIn(claims: Claims): { account: string; display: string; email: string | null } {
  const text = (claim: string): string => {
    const { data = '' } = z.string().safeParse(claims[claim])
    return withoutUnshown(data).trim()
  }
  const email = text('email')
  const typed = [text('preferred_username'), email].map((it) => it.split('@', 1)[0] ?? '').find(Boolean) ?? ''
  const display = text('name') || typed || text('sub')
  return {
    account: accountOf(typed),
    display: Array.from(display).slice(0, LONGEST_NAME).join(''),
    email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= LONGEST_EMAIL ? email : null,
  }
}

function accountOf(typed: string): string {
  const plain = typed
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]/g, '')
    .replaceAll('_', '-')
    .slice(0, LONGEST_ACCOUNT)
  return plain.length < SHORTEST_ACCOUNT ? `user${plain}` : plain
}
