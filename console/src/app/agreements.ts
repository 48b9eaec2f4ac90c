/** The version of both agreements that a login accepts; the brand's `brand.json` raises it with their text, so that everybody is asked again. */
export const AGREEMENT_VERSION = import.meta.env.VITE_AGREEMENT_VERSION ?? ''
