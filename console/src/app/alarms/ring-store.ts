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
  /** This page has answered or declined, and waits to hear whether it was the first. */
  isActing: boolean
  /** This page speaks with who rang. */
  isAnswered: boolean
}

/** Who stood at the door has gone. */
const RINGS_MS = 45_000
const SOUND_EACH_MS = 3200

const NOBODY: RingState = { ringing: undefined, isActing: false, isAnswered: false }

export const useRing = create<RingState>(() => NOBODY)

let ending: ReturnType<typeof setTimeout> | undefined
let sounding: ReturnType<typeof setInterval> | undefined

/** One at a time: while somebody is spoken with, another ring is an alarm like others. */
export function startRinging(ringing: Ringing, isHeard: boolean): void {
  if (useRing.getState().isAnswered) return
  stopRinging()
  useRing.setState({ ...NOBODY, ringing })
  ending = setTimeout(() => stopRinging(), RINGS_MS)
  if (isHeard) sounding = setInterval(() => soundAlarm(), SOUND_EACH_MS)
}

/** Between the press and what the platform says to it, news of the ring are of this very press, or said by the reply. */
export function actOnRing(isActing: boolean): void {
  useRing.setState({ isActing })
}

/** It is answered here. */
export function answerHere(): void {
  clearTimeout(ending)
  clearInterval(sounding)
  useRing.setState({ isActing: false, isAnswered: true })
}

/** Ends this ring, or any when no id is given. Returns whether it rang here until now. */
export function stopRinging(eid?: string): boolean {
  const { ringing, isActing, isAnswered } = useRing.getState()
  if (!ringing || (eid !== undefined && (ringing.eid !== eid || isActing || isAnswered))) return false
  clearTimeout(ending)
  clearInterval(sounding)
  useRing.setState(NOBODY)
  return true
}
