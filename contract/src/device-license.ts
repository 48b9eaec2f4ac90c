import { z } from 'zod'

/** What a device is known by beside its DID: its licence, in the telecom variant its CTEI. */
export const DeviceLicense = z.string().trim().max(64)
