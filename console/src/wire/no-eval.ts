/**
 * Imported before everything else, in the page and in its workers: zod compiles validators with `new Function` unless told not to,
 * and even the probe for it breaks the content security policy.
 */
import { config } from 'zod'

config({ jitless: true })
