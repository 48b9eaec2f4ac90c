import { Refusal } from '@vedette/contract/codes'

import { ADMIN_NAMES, type OwnLanguage } from '../../config.ts'
import { Secret } from '../../engines/secret-box.ts'
import type { Companies } from './company.ts'
import { randomPassword } from './random-password.ts'

/** Founds the company `demo` where there is none yet. Returns its first password when that is one that nobody knows. */
export async function foundFirstCompany(
  companies: Companies,
  given: Secret | undefined,
  language: OwnLanguage,
): Promise<Secret | undefined> {
  if (await companies.hasAny()) return undefined
  const password = given?.reveal() ?? randomPassword(ADMIN_NAMES)
  try {
    await companies.found({
      code: 'demo',
      name: language === 'en' ? 'Demo' : '演示企业',
      language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      administrator: { name: 'admin', password },
    })
  } catch (error) {
    // Another machine on the same database was faster; its first login stands.
    if (error instanceof Refusal && error.reason === 'accountExists') return undefined
    throw error
  }
  return given ? undefined : new Secret(password)
}
