/** The version of both agreements that a login accepts; raised when their text changes, so that everybody is asked again. */
export const AGREEMENT_VERSION = import.meta.env.VITE_AGREEMENT_VERSION ?? '2026-12-2'
