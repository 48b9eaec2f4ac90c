import { lazy } from 'react'

/** Loaded with its microphone and encoders, which most windows never need. */
export const TalkBar = lazy(async () => ({ default: (await import('./TalkBar.tsx')).TalkBar }))
