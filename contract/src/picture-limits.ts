/** The largest pictures that the platform takes: each is decoded and encoded anew. */
const Megabytes = 5
const Megapixels = 24
export const MOST_PICTURE_BYTES = Megabytes * 1024 * 1024
/** 96 MB of pixels. */
export const MOST_PICTURE_PIXELS = Megapixels * 1_000_000
export const LONGEST_PICTURE_SIDE = 12_000
/** What the reason `imageTooLarge` names. */
export const PICTURE_LIMITS = { Megabytes, Megapixels }
