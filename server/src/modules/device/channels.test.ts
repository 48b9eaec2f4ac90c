import { addByAddress, deviceList, updateDeviceAddress } from '@vedette/contract/calls/device'
import {
  PASSWORD,
  type ScriptedDevice,
  scriptedDevice,
  USERNAME,
} from '@vedette/devices/onvif/testing/scripted-device'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const SERVICE =
  '<Service><Namespace>http://www.onvif.org/ver10/media/wsdl</Namespace><XAddr>http://10.0.0.9/media</XAddr></Service>'
const profile = (encoding: string, at: number) =>
  `<Profiles token="P${at}"><Name>Camera ${at + 1}</Name><VideoSourceConfiguration><SourceToken>S${at}</SourceToken>` +
  `</VideoSourceConfiguration><VideoEncoderConfiguration token="V${at}"><Encoding>${encoding}</Encoding><Resolution>` +
  '<Width>1920</Width><Height>1080</Height></Resolution></VideoEncoderConfiguration></Profiles>'

describe.each(engines)('the channels of a device, on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let recorder: ScriptedDevice | undefined
  beforeAll(async () => {
    app = await startTestApp({ engine, config: { trustedProxies: [] } })
    company = await app.company()
  })
  afterEach(async () => {
    await recorder?.close()
    recorder = undefined
  })
  afterAll(() => app.close())

  const counted = async (Keyword: string) =>
    (await app.ask(deviceList, { Keyword }, company.token)).List.map(({ Channels }) => Channels)

  it('keep their numbers where one between them cannot be played, so that the last one is listed', async () => {
    let encodings = ['H264', 'JPEG', 'H264']
    recorder = await scriptedDevice({
      answers: {
        GetServices: SERVICE,
        GetProfiles: () => encodings.map(profile).join(''),
        GetStreamUri: '<MediaUri><Uri>rtsp://10.0.0.9:1/main</Uri></MediaUri>',
      },
    })
    const at = { Url: recorder.url, Username: USERNAME, Password: PASSWORD }
    const added = { GID: company.rootGid, DevName: 'Recorder', DevType: 4, ...at }
    const { DID } = await app.ask(addByAddress, added, company.token)
    expect(await counted(DID)).toEqual([3])
    encodings = ['JPEG', 'H264', 'JPEG']
    await app.ask(updateDeviceAddress, { DID, ...at }, company.token)
    expect(await counted(DID)).toEqual([2])
  })

  it('begin at the first one, whichever was added', async () => {
    const body = {
      GID: company.rootGid,
      DevName: 'Fourth',
      DevType: 4,
      Url: 'rtsp://192.0.2.7/4',
      Channel: 3,
    }
    const { DID } = await app.ask(addByAddress, body, company.token)
    expect(await counted(DID)).toEqual([4])
  })
})
