import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

import type { TlsPolicy } from '@vedette/media/rtsp/target'
import { footage } from '@vedette/media/testing/footage'
import { RtspPeer } from '@vedette/media/testing/rtsp-peer'
import { afterEach, describe, expect, it } from 'vitest'

import { validateAddress } from '../address.ts'
import type { ProbeOutcome } from '../driver.ts'
import { driverOf } from '../drivers.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function probe(
  url: string,
  credentials = { username: '', password: '' },
  tls: TlsPolicy = 'any',
): Promise<ProbeOutcome> {
  const rules = { ownPorts: [], loopbackEndpoints: [], servesOwnMachineAlone: true }
  const address = await validateAddress(url, rules)
  if (!address.ok) throw new Error(address.detail)
  const check = (named: string) => validateAddress(named, rules)
  return driverOf(address).probe(address, { ...credentials, transport: 'auto', tls }, check)
}

async function camera(): Promise<RtspPeer> {
  const peer = await RtspPeer.start(footage('plain'))
  closers.push(() => peer.close())
  return peer
}

/** A camera that sends this session description to everybody. */
async function cameraThatOffers(...media: string[]): Promise<string> {
  const sdp = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=x', 't=0 0', ...media, ''].join('\r\n')
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (request) => {
      const cseq = /^CSeq: *(\d+)/im.exec(request.toString())?.[1] ?? '0'
      const body = request.toString().startsWith('DESCRIBE') ? sdp : ''
      const lines = [
        'RTSP/1.0 200 OK',
        `CSeq: ${cseq}`,
        'Server: Test Camera 3',
        `Content-Length: ${body.length}`,
      ]
      socket.write([...lines, '', body].join('\r\n'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  return `rtsp://127.0.0.1:${portOf(server.address())}/x`
}

function portOf(address: string | AddressInfo | null): number {
  if (typeof address !== 'object' || !address) throw new Error(`not listening on a port: ${address}`)
  return address.port
}

describe('probing over RTSP', () => {
  it('tells the streams that a camera offers', async () => {
    const { url } = await camera()
    expect(await probe(url)).toMatchObject({
      ok: true,
      device: { streams: [{ kind: 'video', codec: 'H264', isPlayable: true }], advice: [] },
    })
  })

  it('tells the size of the picture, which stands in the session description', async () => {
    const peer = await camera()
    expect(await probe(peer.url)).toMatchObject({
      ok: true,
      device: { channels: [{ streams: [{ codec: 'H264', width: 160, height: 96 }] }] },
    })
    const sets =
      'sprop-vps=QAEMAf//AWAAAAMAkAAAAwAAAwA/ugJA;sprop-pps=RAHAcYMS;' +
      'sprop-sps=QgEBAWAAAAMAkAAAAwAAAwA/oAUCAXHy5bpKTC//AAEAAWoMDAwIAAADAAgAAAMAeEA='
    const other = ['m=video 0 RTP/AVP 96', 'a=rtpmap:96 H265/90000', `a=fmtp:96 ${sets}`]
    expect(await probe(await cameraThatOffers(...other))).toMatchObject({
      ok: true,
      device: { channels: [{ streams: [{ codec: 'H265', width: 640, height: 360 }] }] },
    })
  })

  it('says that a camera refuses the credentials, without repeating them', async () => {
    const peer = await camera()
    peer.refuseEveryone()
    const outcome = await probe(peer.url, { username: 'admin', password: 'hunter22' })
    expect(outcome).toMatchObject({ ok: false, reason: 'credentials' })
    expect(JSON.stringify(outcome)).not.toContain('hunter22')
  })

  it('says that nothing answers where nothing listens', async () => {
    const peer = await RtspPeer.start(footage('plain'))
    const { url } = peer
    await peer.close()
    expect(await probe(url)).toMatchObject({ ok: false, reason: 'unreachable' })
  })

  it('names what a camera offers when nothing of it can be played', async () => {
    const url = await cameraThatOffers('m=video 0 RTP/AVP 26', 'm=audio 0 RTP/AVP 0')
    const outcome = await probe(url)
    expect(outcome).toMatchObject({ ok: false, reason: 'noUsableStream' })
    expect(outcome).toHaveProperty('detail', expect.stringContaining('video JPEG, audio PCMU'))
  })

  it('advises about H.265 and about sound that is not played', async () => {
    const url = await cameraThatOffers(
      'm=video 0 RTP/AVP 96',
      'a=rtpmap:96 H265/90000',
      'm=audio 0 RTP/AVP 97',
      'a=rtpmap:97 opus/48000/2',
    )
    const outcome = await probe(url)
    expect(outcome).toMatchObject({ ok: true, device: { server: 'Test Camera 3' } })
    expect(outcome).toHaveProperty('device.advice', [
      { word: 'h265' },
      { word: 'silentAudio', values: { codec: 'OPUS' } },
    ])
  })
})

describe('a device whose certificate is to be verified and cannot be', () => {
  const pem = readFileSync(new URL('../../../media/src/rtsp/fixtures/self-signed.pem', import.meta.url))

  it.each(['rtsps:', 'https:'])('is said to be so, not silent, at %s', async (scheme) => {
    const server = createTlsServer({ key: pem, cert: pem })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise((resolve) => server.close(resolve)))
    const outcome = await probe(`${scheme}//127.0.0.1:${portOf(server.address())}/`, undefined, 'verify')
    expect(outcome).toEqual({
      ok: false,
      reason: 'certificate',
      detail: expect.stringContaining('SELF_SIGNED'),
    })
  })
})
