/** The doorbell that rings now. */
import { create } from 'zustand'

import { soundAlarm } from './alarm-sound.ts'

export interface Ringing {
  did: string
  eid: string
  channel: number
  name: string
  /** Ms since 1970, when it rang. */
  time: number
}

interface RingState {
  ringing: Ringing | undefined
  /** This page speaks with who rang. */
  isAnswered: boolean
}

/** Who stood at the door has gone. */
const RINGS_MS = 45_000
const SOUND_EACH_MS = 3200

export const useRing = create<RingState>(() => ({ ringing: undefined, isAnswered: false }))

let ending: ReturnType<typeof setTimeout> | undefined
let sounding: ReturnType<typeof setInterval> | undefined

/** One at a time: while somebody is spoken with, another ring is an alarm like others. */
export function startRinging(ringing: Ringing, isHeard: boolean): void {
  if (useRing.getState().isAnswered) return
  stopRinging()
  useRing.setState({ ringing, isAnswered: false })
  ending = setTimeout(() => stopRinging(), RINGS_MS)
  if (isHeard) sounding = setInterval(() => soundAlarm(), SOUND_EACH_MS)
}

/** It is answered here. */
export function answerHere(): void {
  clearTimeout(ending)
  clearInterval(sounding)
  useRing.setState({ isAnswered: true })
}

/** Of this ring, or of whichever it is. Answers whether it rang here until now. */
export function stopRinging(eid?: string): boolean {
  const { ringing, isAnswered } = useRing.getState()
  if (!ringing || (eid !== undefined && (ringing.eid !== eid || isAnswered))) return false
  clearTimeout(ending)
  clearInterval(sounding)
  useRing.setState({ ringing: undefined, isAnswered: false })
  return true
}
