/** What refusals say beside their code: docs/protocol.md, "Refusals". */
import { z } from 'zod'

/**
 * `Field` is the path into BODY (`Url`, `List.3.DID`), empty for BODY itself; `Reason` one sentence in English. Where the
 * reason is one of `reasons.ts`, `Word` and `Values` let a console say it in the person's language.
 */
export const FieldFault = z.object({
  Field: z.string(),
  Reason: z.string(),
  Word: z.string().optional(),
  Values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** Seconds until another try is checked. */
export const Wait = z.object({ RetryAfter: z.int().min(1) })

/** The most that is taken: bytes of a body, or the objects that it names. */
export const TooLarge = z.object({ Limit: z.int() })

/** How many of them stand in the way. */
export const Hindrance = z.object({ Count: z.int() })
/** Some of the accounts that have the role, and how many there are. */
export const RoleHolders = z.object({ Accounts: z.array(z.string()), Total: z.int() })

/** The parts of its settings that a device refused, all of what it was to take; empty where it refused to move. */
export const ChangeFailed = z.object({ Refused: z.array(z.string()) })

/** Who has a camera in hand, and until when at least, ms since 1970. */
export const InHand = z.object({ Account: z.string(), Until: z.number() })

/** The pages, features or regions that the caller lacks; empty where those of other accounts are at stake. */
export const Lacking = z.object({ Missing: z.array(z.string()) })

/** The BODY of each refusal that has one, by the code's name; that of all others is empty. */
export const REFUSAL_BODIES = {
  badInput: FieldFault,
  loginInvalid: FieldFault,
  tooManyTries: Wait,
  tooLarge: TooLarge,
  unavailable: FieldFault,
  addressNotAllowed: FieldFault,
  deviceUnreachable: FieldFault,
  deviceCertificate: FieldFault,
  deviceCredentials: FieldFault,
  noUsableStream: FieldFault,
  regionHasDevices: Hindrance,
  roleInUse: RoleHolders,
  beyondOwnRights: Lacking,
  cameraInHand: InHand,
  deviceChangeFailed: ChangeFailed,
  inUse: Hindrance,
} as const

export type RefusalBodies = { [Name in keyof typeof REFUSAL_BODIES]: z.infer<(typeof REFUSAL_BODIES)[Name]> }
