import { AUDIT_DETAILS, AUDIT_WORDS } from '@vedette/contract/audit-details'

import type { Section } from './entry.ts'

/** In the words of the contract, which the exported log has too. */
export const auditDetail = AUDIT_DETAILS satisfies Section
export const auditWord = AUDIT_WORDS satisfies Section
