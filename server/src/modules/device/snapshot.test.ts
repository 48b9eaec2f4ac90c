import { probePicture } from '@vedette/contract/calls/device'
import { CODES } from '@vedette/contract/codes'
import {
  PASSWORD,
  type ScriptedDevice,
  scriptedDevice,
  USERNAME,
} from '@vedette/devices/onvif/testing/scripted-device'
import { footage } from '@vedette/media/testing/footage'
import { RtspPeer } from '@vedette/media/testing/rtsp-peer'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { headerOf } from '../../engines/pictures/header.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { pngOf } from '../../testing/png.ts'

const SERVICE =
  '<Service><Namespace>http://www.onvif.org/ver20/media/wsdl</Namespace><XAddr>http://10.0.0.9/media2</XAddr></Service>'
const PROFILE =
  '<Profiles token="P"><Name>P</Name><Configurations><VideoSource token="s"><SourceToken>1</SourceToken>' +
  '</VideoSource><VideoEncoder token="e"><Encoding>H264</Encoding><Resolution><Width>1280</Width>' +
  '<Height>720</Height></Resolution></VideoEncoder></Configurations></Profiles>'

describe('a picture from what is not added yet', () => {
  let app: TestApp
  let company: TestCompany
  let device: ScriptedDevice
  beforeAll(async () => {
    app = await startTestApp({ config: { trustedProxies: [] } })
    company = await app.company()
  })
  afterEach(() => device.close())
  afterAll(() => app.close())

  const start = async (file: Buffer, stream = 'rtsp://10.0.0.9:1/'): Promise<void> => {
    device = await scriptedDevice({
      auth: 'digest',
      answers: {
        GetServices: SERVICE,
        GetProfiles: PROFILE,
        GetSnapshotUri: () => `<Uri>http://10.0.0.9:${device.port}/snap</Uri>`,
        GetStreamUri: `<Uri>${stream}</Uri>`,
      },
      get: (_request, response) => response.end(file),
    })
  }
  const asked = (Password = PASSWORD) =>
    app.send(probePicture, { Url: device.url, Username: USERNAME, Password }, company.token)
  const taken = async () => probePicture.reply.parse((await asked()).BODY)

  it('is made anew of what the device gives out, and small', async () => {
    await start(Buffer.concat([pngOf(1600, 900), Buffer.from('<script>hidden</script>')]))
    const { Type, Data } = await taken()
    const picture = Buffer.from(Data, 'base64')
    expect(Type).toBe('image/webp')
    expect(headerOf(picture)).toEqual({ kind: 'webp', width: 640, height: 360 })
    expect(picture.includes('hidden')).toBe(false)
  })

  it('is a key frame where the device gives out what is none', async () => {
    const peer = await RtspPeer.start(footage('plain'))
    await start(Buffer.from('<svg onload="alert(1)">'), peer.url)
    const { Type, Data } = await taken()
    await peer.close()
    expect([Type, Buffer.from(Data, 'base64').toString('latin1', 4, 8)]).toEqual(['video/mp4', 'ftyp'])
  })

  it('is not given for a wrong password, nor where there is neither', async () => {
    await start(Buffer.from('GIF89a'))
    expect(await asked('wrong')).toMatchObject({ CODE: CODES.deviceCredentials.code, BODY: { Field: 'Url' } })
    expect((await asked()).CODE).toBe(CODES.deviceUnreachable.code)
    expect(app.logged()).not.toContain(PASSWORD)
  })
})
