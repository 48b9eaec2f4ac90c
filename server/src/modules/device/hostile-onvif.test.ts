/** ONVIF devices that mean harm, met through the calls that an installer uses. */
import { addByAddress, deviceList, probeDevice } from '@vedette/contract/calls/device'
import { type CodeName, CODES } from '@vedette/contract/codes'
import {
  PASSWORD,
  type Script,
  type ScriptedDevice,
  scriptedDevice,
  USERNAME,
} from '@vedette/devices/onvif/testing/scripted-device'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const MEBIBYTE = 1024 * 1024
const service =
  '<Service><Namespace>http://www.onvif.org/ver10/media/wsdl</Namespace><XAddr>http://10.0.0.9/onvif/media</XAddr></Service>'
const profile =
  '<Profiles token="P1"><Name>Main</Name><VideoSourceConfiguration><SourceToken>S1</SourceToken>' +
  '</VideoSourceConfiguration><VideoEncoderConfiguration token="V1"><Encoding>H264</Encoding><Resolution>' +
  '<Width>1920</Width><Height>1080</Height></Resolution></VideoEncoderConfiguration></Profiles>'

/** Ten times as many with each: a thousand million in all. */
const ENTITIES = Array.from({ length: 9 }, (_, i) => {
  const earlier = i === 0 ? 'a' : 'b'.repeat(i)
  return `<!ENTITY ${'b'.repeat(i + 1)} "${`&${earlier};`.repeat(10)}">`
})
const FLOOD =
  `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${ENTITIES.join('')}]>` +
  '<Envelope><Body><x>&bbbbbbbbb;</x></Body></Envelope>'

describe.each(engines)('a hostile ONVIF device on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let device: ScriptedDevice | undefined
  beforeAll(async () => {
    // Reached from its own machine alone, so that its loopback may hold cameras.
    app = await startTestApp({ engine, config: { trustedProxies: [] } })
    company = await app.company()
  })
  afterEach(async () => {
    await device?.close()
    device = undefined
  })
  afterAll(() => app.close())

  const place = async (script: Script) => {
    device = await scriptedDevice(script)
    return { Url: device.url, Username: USERNAME, Password: PASSWORD }
  }
  const refusal = async (script: Script): Promise<CodeName | undefined> => {
    const { CODE } = await app.send(probeDevice, await place(script), company.token)
    const names: CodeName[] = [
      'deviceUnreachable',
      'noUsableStream',
      'addressNotAllowed',
      'deviceCredentials',
    ]
    return names.find((name) => CODES[name].code === CODE)
  }

  it('with an answer of 50 MB is cut off long before its end', async () => {
    let written = 0
    const answer: Script['instead'] = (_action, _request, response) => {
      const piece = Buffer.alloc(MEBIBYTE, '<a>')
      const more = (): void => {
        while (written < 50 * MEBIBYTE && !response.destroyed) {
          written += piece.length
          if (!response.write(piece)) return
        }
        response.end()
      }
      response.on('drain', more)
      more()
      return true
    }
    expect(await refusal({ answers: {}, instead: answer })).toBe('deviceUnreachable')
    expect(written).toBeLessThan(50 * MEBIBYTE)
  })

  it.each([
    ['a flood of entities', FLOOD],
    [
      'a file of ours as an entity',
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Envelope>&b;</Envelope>',
    ],
    ['an endless depth', '<a>'.repeat(100_000)],
    ['HTML', '<!doctype html><html><body>Login</body></html>'],
  ])('that answers with %s is none', async (_what, body) => {
    const answer: Script['instead'] = (_action, _request, response) => {
      response.end(body)
      return true
    }
    expect(await refusal({ answers: {}, instead: answer })).toBe('deviceUnreachable')
  })

  it('that sends on to this machine, or names its ports as its stream, leads nowhere', async () => {
    const asked: string[] = []
    const lure = await scriptedDevice({ answers: {}, instead: (action) => asked.push(action) > 0 })
    const redirect: Script['instead'] = (_action, _request, response) => {
      response.writeHead(307, { location: lure.url }).end()
      return true
    }
    expect(await refusal({ answers: {}, instead: redirect })).toBe('deviceUnreachable')
    const { port } = new URL(app.platform.address)
    for (const uri of [`rtsp://127.0.0.1:${port}/`, `rtsp://192.0.2.9:${app.platform.mqttPort}/x`])
      expect(
        await refusal({
          answers: {
            GetServices: service,
            GetProfiles: profile,
            GetStreamUri: `<MediaUri><Uri>${uri}</Uri></MediaUri>`,
          },
        }),
      ).toBe('noUsableStream')
    await device?.close()
    device = undefined
    await lure.close()
    expect(asked).toEqual([])
  })

  it('with markup in its name is listed by it as text of one bounded line', async () => {
    const markup = `<img src=x onerror=alert(1)>\u202e\n${'x'.repeat(300)}`
    const body = {
      ...(await place({
        answers: {
          GetServices: service,
          GetProfiles: profile,
          GetStreamUri: '<MediaUri><Uri>rtsp://10.0.0.9:1/main</Uri></MediaUri>',
          GetScopes: `<Scopes><ScopeItem>onvif://www.onvif.org/name/${encodeURIComponent(markup)}</ScopeItem></Scopes>`,
          GetDeviceInformation: `<Manufacturer>Acme</Manufacturer><Model>&lt;b&gt;Eye&lt;/b&gt;&#x202e;</Model><SerialNumber>A-1</SerialNumber>`,
        },
      })),
      GID: company.rootGid,
      DevName: 'Gate',
      DevType: 1,
    }
    const { Name } = await app.ask(probeDevice, body, company.token)
    expect(Name).toMatch(/^<img src=x onerror=alert\(1\)> x+$/)
    expect(Name.length).toBeLessThanOrEqual(100)
    await app.ask(addByAddress, body, company.token)
    const { List } = await app.ask(deviceList, {}, company.token)
    expect(List[0]?.Model).toBe('<b>Eye</b>')
  })
})
