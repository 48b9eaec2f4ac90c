/** A camera that turns: what it can, whose hand it is in, and how it is moved. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  aimPtz,
  goPtzPreset,
  ptzHome,
  type PtzLease,
  ptzMethod,
  ptzState,
  type PtzState,
  removePtzPreset,
  renamePtzPreset,
  savePtzPreset,
  setMsgIn,
  type ShortenedTour,
} from '@vedette/contract/calls/device-message'
import { ptzTours } from '@vedette/contract/calls/ptz-tour'
import { METHOD, PtzBody } from '@vedette/contract/push'
import { useCallback, useEffect, useMemo, useState } from 'react'

import { push } from '../../../app/push.ts'
import type { DeviceChannel } from '../../../ui/device-tree/device-text.ts'
import { CallFailure } from '../../../wire/failure.ts'
import { ask, send } from '../../../wire/send.ts'
import type { Aim } from './aim.ts'
import { HOLD_MS, PtzDrive } from './drive.ts'

const NOBODY: PtzLease = { Account: '', IsMine: false, Until: 0 }

export interface PtzControls {
  state: PtzState | undefined
  isFailed: boolean
  lease: PtzLease
  drive: PtzDrive
  aim: (aim: Aim) => Promise<void>
  goPreset: (token: string) => Promise<void>
  /** With the token of a preset, in its place. */
  savePreset: (name: string, token?: string) => Promise<void>
  renamePreset: (token: string, name: string) => Promise<void>
  /** Returns the tours that it is taken out of. */
  removePreset: (token: string) => Promise<ShortenedTour[]>
  home: (act: 'go' | 'set') => Promise<void>
}

export function usePtz({ did, channel }: DeviceChannel): PtzControls {
  const client = useQueryClient()
  const key = useMemo(() => [ptzState.path, did, channel], [did, channel])
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask(ptzState, { DID: did, Channel: channel }, { signal }),
    retry: 1,
  })
  const { data, dataUpdatedAt, isError, refetch } = query
  const [told, setTold] = useState<{ lease: PtzLease; at: number }>()
  const setLease = useCallback((heard: PtzLease) => setTold({ lease: heard, at: Date.now() }), [])
  const lease = told && told.at >= dataUpdatedAt ? told.lease : (data?.Lease ?? NOBODY)

  useEffect(() => {
    const stops = [
      push.on(METHOD.ptz, (body) => {
        const news = PtzBody.safeParse(body).data
        if (news?.DID !== did || news.Channel !== channel) return
        setLease(news)
        void client.invalidateQueries({ queryKey: [ptzTours.path, did, channel] })
        // Who lets go may leave other presets behind, and a picture of where the camera was sent.
        if (news.Account === '') void refetch()
      }),
      // What was told while the socket was down is lost.
      push.on(METHOD.loginReply, () => void refetch()),
    ]
    return () => stops.forEach((stop) => stop())
  }, [did, channel, client, refetch, setLease])

  const drive = useMemo(
    () =>
      new PtzDrive(async (PTZControl, PTZType, Step) => {
        const hold = PTZControl === 'start' ? { HoldMs: HOLD_MS } : {}
        const ReqBody = JSON.stringify({ PTZControl, PTZType, Step, ChannelNum: channel, ...hold })
        try {
          const reply = await send(setMsgIn, { DID: did, Method: ptzMethod.number, ReqBody })
          const held = ptzMethod.reply.safeParse(reply).data
          if (held) setLease(held.Lease)
          return true
        } catch (cause) {
          // It has been said; the camera stops by itself.
          if (!(cause instanceof CallFailure)) throw cause
          return false
        }
      }),
    [did, channel, setLease],
  )
  useLetGo(drive)

  const aim = useCallback(
    async (wanted: Aim) => {
      await drive.said
      setLease((await send(aimPtz, { DID: did, Channel: channel, ...wanted })).Lease)
    },
    [did, channel, drive, setLease],
  )

  const at = { DID: did, Channel: channel }
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: key })
  return {
    state: data,
    isFailed: isError,
    lease,
    drive,
    aim,
    async goPreset(Token) {
      await drive.said
      setLease((await send(goPtzPreset, { ...at, Token })).Lease)
    },
    async savePreset(Name, Token) {
      await drive.said
      await send(savePtzPreset, { ...at, Name, ...(Token === undefined ? {} : { Token }) })
      await refresh()
    },
    async renamePreset(Token, Name) {
      await send(renamePtzPreset, { ...at, Token, Name })
      await refresh()
    },
    async removePreset(Token) {
      const { Tours } = await send(removePtzPreset, { ...at, Token })
      await Promise.all([refresh(), client.invalidateQueries({ queryKey: [ptzTours.path, did, channel] })])
      return Tours
    },
    async home(Act) {
      await drive.said
      setLease((await send(ptzHome, { ...at, Act })).Lease)
    },
  }
}

/** Whatever takes the hand off the camera stops it: another window, another tab, another camera, the page's end. */
function useLetGo(drive: PtzDrive): void {
  useEffect(() => {
    const letGo = (): void => drive.stopAll()
    const letGoUnseen = (): void => {
      if (document.hidden) letGo()
    }
    addEventListener('blur', letGo)
    addEventListener('pagehide', letGo)
    document.addEventListener('visibilitychange', letGoUnseen)
    return () => {
      removeEventListener('blur', letGo)
      removeEventListener('pagehide', letGo)
      document.removeEventListener('visibilitychange', letGoUnseen)
      letGo()
    }
  }, [drive])
}
