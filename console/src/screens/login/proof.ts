/** What this browser remembers of earlier logins, never a credential: `loginProof`, reading 13. */
import { z } from 'zod'

import type { Stored } from '../../app/stored.ts'

const MOST_ENTERPRISES = 5

const LoginProof = z.object({
  enterprise: z.string(),
  account: z.string(),
  agreementVersion: z.string(),
  /** Used on this browser, the latest first. */
  enterprises: z.array(z.string()).default([]),
})
type LoginProof = z.infer<typeof LoginProof>

export function readProof(stored: Stored): LoginProof {
  const none = { enterprise: '', account: '', agreementVersion: '', enterprises: [] }
  return stored.read('loginProof', LoginProof) ?? none
}

export function keepProof(stored: Stored, proof: Omit<LoginProof, 'enterprises'>): void {
  const others = readProof(stored).enterprises.filter((it) => it !== proof.enterprise)
  const enterprises = [proof.enterprise, ...others].slice(0, MOST_ENTERPRISES)
  stored.write('loginProof', { ...proof, enterprises })
}

/** `<EnterpriseCode>_<name>`; the form accepts either the full name or the name alone. */
export function fullNameOf(enterprise: string, account: string): string {
  return account.startsWith(`${enterprise}_`) ? account : `${enterprise}_${account}`
}
