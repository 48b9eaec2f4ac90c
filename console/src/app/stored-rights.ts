/** What this browser holds of a person's rights. */
import type { CompanyInfo } from '@vedette/contract/calls/user'
import { z } from 'zod'

export const FULL_ADMINISTRATOR = 1

export type Rights = Pick<CompanyInfo, 'Role' | 'RoleStatus' | 'Permissions'>

const Stored = z.array(
  z.object({
    pageKey: z.string(),
    apis: z.array(z.string()).default([]),
    feature: z.array(z.object({ key: z.string(), apis: z.array(z.string()).default([]) })).default([]),
  }),
)
export type StoredEntry = z.infer<typeof Stored>[number]

/** Whether other pages or features are permitted, however the two lists spell them. */
export function isOther(known: Rights, now: Rights): boolean {
  if (known.Role !== now.Role || known.RoleStatus !== now.RoleStatus) return true
  return now.RoleStatus !== FULL_ADMINISTRATOR && grantsIn(known) !== grantsIn(now)
}

function grantsIn({ Permissions }: Rights): string {
  return storedIn(Permissions)
    .flatMap(({ pageKey, feature }) => [pageKey, ...feature.map(({ key }) => `${pageKey}.${key}`)])
    .toSorted()
    .join()
}

export function storedIn(permissions: string): StoredEntry[] {
  try {
    return Stored.safeParse(JSON.parse(permissions)).data ?? []
  } catch {
    // No JSON: nothing is stored that could be compared.
    return []
  }
}
