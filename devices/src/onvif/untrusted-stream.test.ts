import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'

import { expect, it } from 'vitest'

import { onvifDriver } from './probe.ts'
import { PASSWORD, scriptedDevice, USERNAME } from './testing/scripted-device.ts'

const MEDIA =
  '<Service><Namespace>http://www.onvif.org/ver20/media/wsdl</Namespace><XAddr>http://10.0.0.9/onvif/media2</XAddr>' +
  '<Version><Major>2</Major><Minor>60</Minor></Version></Service>'
const PROFILE =
  '<Profiles token="only"><Name>only</Name>' +
  '<Configurations><VideoSource token="s"><SourceToken>1</SourceToken></VideoSource>' +
  '<VideoEncoder token="e-only" GovLength="50"><Encoding>H264</Encoding>' +
  '<Resolution><Width>640</Width><Height>360</Height></Resolution>' +
  '<RateControl><FrameRateLimit>25</FrameRateLimit><BitrateLimit>2048</BitrateLimit></RateControl></VideoEncoder>' +
  '</Configurations></Profiles>'

it('a probe tells of a stream whose certificate cannot be verified, and does not call it silent', async () => {
  const pem = readFileSync(new URL('../../../media/src/rtsp/fixtures/self-signed.pem', import.meta.url))
  const server = createServer({ key: pem, cert: pem }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const GetStreamUri = `<Uri>rtsps://127.0.0.1:${port}/</Uri>`
  const device = await scriptedDevice({ answers: { GetServices: MEDIA, GetProfiles: PROFILE, GetStreamUri } })
  const at = { ok: true, connectHost: '127.0.0.1' } as const
  const outcome = await onvifDriver.probe(
    { ...at, url: device.url, scheme: 'http:', port: device.port },
    { username: USERNAME, password: PASSWORD, transport: 'auto', tls: 'verify' },
    (url) => Promise.resolve({ ...at, url, scheme: 'rtsps:', port }),
  )
  await device.close()
  server.close()
  expect(outcome.ok ? outcome.device.advice : outcome).toEqual([{ word: 'streamsUntrusted' }])
})
