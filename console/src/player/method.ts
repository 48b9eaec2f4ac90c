export const METHODS = ['mse', 'webcodecs'] as const
/** How a picture is made: by Media Source Extensions, which play smoothly, or by WebCodecs, which show it at once. */
export type Method = (typeof METHODS)[number]

export const WAYS = ['auto', ...METHODS] as const
/** How a person wants to see live pictures; `auto`: at once, as long as this machine keeps up. */
export type Way = (typeof WAYS)[number]
