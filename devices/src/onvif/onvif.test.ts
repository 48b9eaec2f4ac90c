import { described, startScriptedCamera, usual } from '@vedette/media/rtsp/testing/scripted-camera'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import type { AddressOutcome } from '../address.ts'
import { OnvifClient } from './client.ts'
import { getName, informationOf, setName } from './device.ts'
import { createPullPoint, pullMessages } from './events.ts'
import { outcomeOf } from './fault.ts'
import { getVideoEncoders, setVideoEncoder, streamUrlAt } from './media.ts'
import { onvifDriver } from './probe.ts'
import {
  PASSWORD,
  type Script,
  type ScriptedDevice,
  scriptedDevice,
  USERNAME,
} from './testing/scripted-device.ts'
import { child, childrenOf, escapeXml, parseXml, XmlFault } from './xml.ts'

let device: ScriptedDevice | undefined
afterEach(async () => {
  await device?.close()
  device = undefined
})

async function clientOf(
  script: Script,
  { username = USERNAME, password = PASSWORD, path = '' } = {},
  deadlineMs = 20_000,
) {
  device = await scriptedDevice(script)
  const url = new URL(path, device.url).href
  return new OnvifClient({ url, connectHost: '127.0.0.1', username, password, tls: 'any' }, { deadlineMs })
}

const service = (namespace: string, address: string) =>
  `<Service><Namespace>${namespace}</Namespace><XAddr>${address}</XAddr><Version><Major>2</Major><Minor>60</Minor></Version></Service>`
const MEDIA1 = service('http://www.onvif.org/ver10/media/wsdl', 'http://10.0.0.9/onvif/media')
const MEDIA2 = service('http://www.onvif.org/ver20/media/wsdl', 'http://10.0.0.9/onvif/media2')
const EVENTS = service('http://www.onvif.org/ver10/events/wsdl', 'http://10.0.0.9/onvif/events')

describe.each(['wsse', 'digest'] as const)('a device that is logged in to by %s', (auth) => {
  it('is opened with the right password, also where its clock is years off', async () => {
    const client = await clientOf({
      auth,
      clockOffsetMs: -3 * 365 * 86_400_000,
      answers: { GetServices: MEDIA1 },
    })
    expect(informationOf(await client.open())).toEqual({
      vendor: 'Acme',
      model: 'Eye 3',
      firmware: '1.2.3',
      serial: 'A-77',
      hardware: '1',
    })
    expect(client.has('media')).toBe(true)
    expect(client.has('ptz')).toBe(false)
  })

  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['no user name', { username: '', password: '' }],
  ])('refuses %s, and nothing of it is half accepted', async (_what, access) => {
    const client = await clientOf({ auth, answers: { GetServices: MEDIA1 } }, access)
    expect(await outcomeOf(client.open())).toMatchObject({ ok: false, reason: 'credentials' })
    expect(device?.asked).toEqual(['GetSystemDateAndTime'])
  })
})

describe('a hostile device', () => {
  it('leads us to no other host or port by a path that reads as one', async () => {
    const followed: string[] = []
    const elsewhere = await scriptedDevice({ answers: {}, instead: (action) => followed.push(action) === 0 })
    const { host } = new URL(elsewhere.url)
    const client = await clientOf({
      auth: 'wsse',
      answers: {
        GetProfiles: '',
        GetServices: service('http://www.onvif.org/ver10/media/wsdl', `http://10.0.0.9//${host}/onvif/media`),
      },
    })
    try {
      await client.open()
      await outcomeOf(client.call('media', 'GetProfiles'))
      await outcomeOf(client.callAt(`http://10.0.0.9//${host}/events`, 'events', 'PullMessages'))
      expect(client.placeOf(`http://10.0.0.9//${host}/firmware?of=eye`).url.href).toBe(
        `${new URL(device?.url ?? '').origin}//${host}/firmware?of=eye`,
      )
      expect(followed).toEqual([])
      expect(device?.asked).toContain('GetProfiles')
    } finally {
      await elsewhere.close()
    }
  })

  const opened = async (instead: Script['instead'], deadlineMs?: number) =>
    outcomeOf((await clientOf({ answers: {}, ...(instead ? { instead } : {}) }, {}, deadlineMs)).open())
  const withBody =
    (body: string): Script['instead'] =>
    (_action, _request, response) => {
      response.end(body)
      return true
    }

  it('that answers without end is cut off', async () => {
    const outcome = await opened((_action, _request, response) => {
      const piece = Buffer.alloc(1024 * 1024, 'a')
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
      }
      response.on('drain', more)
      more()
      return true
    })
    expect(outcome).toMatchObject({ ok: false, reason: 'protocol', detail: expect.stringContaining('bytes') })
  })

  it('that never answers is given up', async () => {
    expect(await opened(() => true, 300)).toMatchObject({ ok: false, reason: 'unreachable' })
  })

  it('that sends on to another address is not followed', async () => {
    const followed: string[] = []
    const lure = await scriptedDevice({ answers: {}, instead: (action) => followed.push(action) > 0 })
    const outcome = await opened((_action, _request, response) => {
      response.writeHead(307, { location: lure.url }).end()
      return true
    })
    await lure.close()
    expect(outcome).toMatchObject({ ok: false, reason: 'protocol' })
    expect(followed).toEqual([])
  })

  it.each([
    [
      'entities of its own',
      '<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;">]><Envelope>&c;</Envelope>',
    ],
    ['what is not XML', '<html><body>hello'],
    ['an endless depth', '<a>'.repeat(5000)],
    ['nothing', ''],
  ])('that answers with %s is no ONVIF device', async (_what, body) => {
    expect(await opened(withBody(body))).toMatchObject({ ok: false, reason: 'protocol' })
  })

  it('whose name is markup is shown as text of one bounded line', async () => {
    const name = `<script>alert(1)</script>\n${'x'.repeat(500)}`
    const client = await clientOf({
      answers: {
        GetServices: MEDIA1,
        GetScopes: `<Scopes><ScopeItem>onvif://www.onvif.org/name/${encodeURIComponent(name)}</ScopeItem></Scopes>`,
      },
    })
    await client.open()
    const shown = await getName(client)
    expect(shown).toHaveLength(100)
    expect(shown.startsWith('<script>alert(1)</script> x')).toBe(true)
  })

  it('is not asked at the address that it names, but where it is', async () => {
    const client = await clientOf({ answers: { GetServices: MEDIA1, GetVideoEncoderConfigurations: '' } })
    await client.open()
    expect(await getVideoEncoders(client)).toEqual([])
  })
})

describe('XML', () => {
  it('with the names of object properties is read like any other', () => {
    const root = parseXml('<a:__proto__ constructor="1"><toString>x</toString></a:__proto__>')
    expect(root.name).toBe('__proto__')
    expect(root.attributes.get('constructor')).toBe('1')
    expect(child(root, 'toString')?.text).toBe('x')
    expect(child(root, 'hasOwnProperty')).toBeUndefined()
  })

  it('of any text is a tree or an XmlFault', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `<a>${text}</a>`),
        ),
        (text) => {
          try {
            expect(parseXml(text).name).not.toBe('')
          } catch (error) {
            expect(error).toBeInstanceOf(XmlFault)
          }
        },
      ),
    )
  })

  it('carries any text that was escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('&', '<', '>', '"', "'", 'ä', '漢', ' ') }), (text) => {
        expect(parseXml(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`).text).toBe(text)
      }),
    )
  })
})

describe('the encoders of Media1', () => {
  const encoder = (bitrate: string) =>
    '<Configurations token="v1"><Name>Video</Name><UseCount>2</UseCount><Encoding>H264</Encoding><Resolution>' +
    '<Width>1920</Width><Height>1080</Height></Resolution><Quality>4</Quality><RateControl>' +
    '<FrameRateLimit>25</FrameRateLimit><EncodingInterval>1</EncodingInterval>' +
    `<BitrateLimit>${bitrate}</BitrateLimit></RateControl><H264><GovLength>50</GovLength>` +
    '<H264Profile>High</H264Profile></H264><SessionTimeout>PT30S</SessionTimeout></Configurations>'

  it('are changed in what is named, and keep the rest', async () => {
    let set = ''
    const client = await clientOf({
      answers: {
        GetServices: MEDIA1,
        GetVideoEncoderConfigurations: encoder('4096'),
        SetVideoEncoderConfiguration(request) {
          const [config] = childrenOf(request, 'Configuration')
          const at = (...path: string[]) => child(config, ...path)?.text
          set = [
            at('RateControl', 'BitrateLimit'),
            at('RateControl', 'FrameRateLimit'),
            at('H264', 'GovLength'),
            at('H264', 'H264Profile'),
            at('SessionTimeout'),
            config?.attributes.get('token'),
          ].join(' ')
          return ''
        },
      },
    })
    await client.open()
    expect((await getVideoEncoders(client))[0]).toMatchObject({
      token: 'v1',
      encoding: 'H264',
      width: 1920,
      gop: 50,
    })
    await setVideoEncoder(client, 'v1', { bitrateKbps: 2048, gop: 25 })
    expect(set).toBe('2048 25 25 High PT30S v1')
    expect(await outcomeOf(setVideoEncoder(client, 'gone', {}))).toMatchObject({ reason: 'refused' })
  })
})

it('a name is set beside the other scopes', async () => {
  let scopes: string[] = []
  const client = await clientOf({
    answers: {
      GetServices: MEDIA1,
      GetScopes:
        '<Scopes><ScopeDef>Fixed</ScopeDef><ScopeItem>onvif://www.onvif.org/type/video_encoder</ScopeItem>' +
        '</Scopes><Scopes><ScopeDef>Configurable</ScopeDef><ScopeItem>onvif://www.onvif.org/name/Old</ScopeItem>' +
        '</Scopes><Scopes><ScopeDef>Configurable</ScopeDef>' +
        '<ScopeItem>onvif://www.onvif.org/location/hall</ScopeItem></Scopes>',
      SetScopes(request) {
        scopes = childrenOf(request, 'Scopes').map((scope) => scope.text)
        return ''
      },
    },
  })
  await client.open()
  await setName(client, 'Tor & Süd')
  expect(scopes).toEqual([
    'onvif://www.onvif.org/location/hall',
    `onvif://www.onvif.org/name/${encodeURIComponent('Tor & Süd')}`,
  ])
})

it('events are pulled where the subscription says, at the host that was dialled', async () => {
  const client = await clientOf({
    answers: {
      GetServices: MEDIA1 + EVENTS,
      CreatePullPointSubscription:
        '<SubscriptionReference><Address>http://10.0.0.9/onvif/pull?id=7</Address></SubscriptionReference>',
      PullMessages:
        '<NotificationMessage><Topic>tns1:RuleEngine/CellMotionDetector/Motion</Topic><Message>' +
        '<Message UtcTime="2026-01-01T00:00:00Z" PropertyOperation="Changed"><Source>' +
        '<SimpleItem Name="VideoSource" Value="v0"/></Source><Data><SimpleItem Name="IsMotion" Value="true"/>' +
        '</Data></Message></Message></NotificationMessage>',
    },
  })
  await client.open()
  const events = await pullMessages(client, await createPullPoint(client, 60), 1)
  expect(events).toEqual([
    {
      topic: 'RuleEngine/CellMotionDetector/Motion',
      time: '2026-01-01T00:00:00Z',
      operation: 'Changed',
      source: new Map([['VideoSource', 'v0']]),
      data: new Map([['IsMotion', 'true']]),
    },
  ])
})

describe('the address of a stream', () => {
  it.each([
    ['rtsp://10.0.0.9:8554/a?b=1', 'http://cam.example/x', 'rtsp://cam.example:8554/a?b=1'],
    ['rtsp://user:secret@10.0.0.9/a', 'http://192.0.2.7:8000/x', 'rtsp://192.0.2.7/a'],
    ['rtsp://[::1]/a', 'http://[2001:db8::7]/x', 'rtsp://[2001:db8::7]/a'],
    ['http://10.0.0.9/a', 'http://192.0.2.7/', undefined],
    ['', 'http://192.0.2.7/', undefined],
    // A path without a slash would be read as the rest of the host or as its port.
    ['rtsp:0/a', 'http://192.0.2.1/', undefined],
    ['rtsp:.evil.example/a', 'http://192.0.2.7/', undefined],
    ['rtsp::8080/a', 'http://192.0.2.7/', undefined],
    ['rtsp:/a', 'http://192.0.2.7/', 'rtsp://192.0.2.7/a'],
    ['rtsp://10.0.0.9//evil.example/a', 'http://192.0.2.7/', 'rtsp://192.0.2.7//evil.example/a'],
  ])('%s of a device at %s is %s', (said, reached, url) => {
    expect(streamUrlAt(said, reached)).toBe(url)
  })
})

describe('a probe', () => {
  const check = (url: string): Promise<AddressOutcome> =>
    Promise.resolve({ ok: true, url, scheme: 'rtsp:', connectHost: '127.0.0.1', port: 1 })
  const profile = (
    token: string,
    source: string,
    encoding: string,
    width: number,
    height: number,
    gop: number,
  ) =>
    `<Profiles token="${token}"><Name>${token}</Name><Configurations><VideoSource token="s">` +
    `<SourceToken>${source}</SourceToken></VideoSource><VideoEncoder token="e-${token}" GovLength="${gop}">` +
    `<Encoding>${encoding}</Encoding><Resolution><Width>${width}</Width><Height>${height}</Height>` +
    '</Resolution><RateControl><FrameRateLimit>25</FrameRateLimit><BitrateLimit>2048</BitrateLimit>' +
    '</RateControl></VideoEncoder></Configurations></Profiles>'
  const probed = async (answers: Script['answers'], password = PASSWORD, instead?: Script['instead']) => {
    device = await scriptedDevice({
      answers: { GetServices: MEDIA1 + MEDIA2, ...answers },
      ...(instead && { instead }),
    })
    const { url, port } = device
    const access = { username: USERNAME, password, transport: 'auto' as const, tls: 'any' as const }
    return onvifDriver.probe(
      { ok: true, url, scheme: 'http:', connectHost: '127.0.0.1', port },
      access,
      check,
    )
  }
  const uri = (request: { children: { name: string; text: string }[] }) =>
    `<Uri>rtsp://10.0.0.9:1/${request.children.find(({ name }) => name === 'ProfileToken')?.text}</Uri>`

  it('finds the channels of an NVR with the largest stream of each and one for small windows', async () => {
    const outcome = await probed({
      GetProfiles:
        profile('small', 'in1', 'H264', 640, 360, 50) +
        profile('big', 'in1', 'H265', 3840, 2160, 200) +
        profile('middle', 'in1', 'H264', 1280, 720, 50) +
        profile('still', 'in1', 'JPEG', 4000, 3000, 1) +
        profile('second', 'in2', 'H264', 1920, 1080, 50),
      GetStreamUri: uri,
      GetEndpointReference: '<GUID>urn:uuid:1</GUID>',
    })
    expect(outcome).toMatchObject({
      ok: true,
      device: {
        protocol: 'onvif',
        facts: { vendor: 'Acme', model: 'Eye 3', firmware: '1.2.3', identity: 'urn:uuid:1 acme/eye 3/a-77' },
        channels: [
          {
            channel: 0,
            streams: [
              { quality: 'main', url: 'rtsp://127.0.0.1:1/big', codec: 'H265', width: 3840 },
              { quality: 'sub', url: 'rtsp://127.0.0.1:1/small', codec: 'H264', width: 640 },
            ],
          },
          { channel: 1, streams: [{ quality: 'main', url: 'rtsp://127.0.0.1:1/second' }] },
        ],
      },
    })
    const words = outcome.ok ? outcome.device.advice.map(({ word }) => word) : []
    expect(words.toSorted()).toEqual(['longGop', 'streamsSilent', 'wrongOwnAddress'])
  })

  it('says of H.265 what those see who cannot play it', async () => {
    const sdp = ['v=0', 's=-', 'm=video 0 RTP/AVP 96', 'a=rtpmap:96 H265/90000'].join('\r\n')
    const peer = await startScriptedCamera((request) =>
      request.method === 'DESCRIBE' ? described(sdp) : usual(request),
    )
    const adviceOf = async (...profiles: string[]) => {
      const outcome = await probed({
        GetProfiles: profiles.join(''),
        GetStreamUri: `<Uri>${peer.url}</Uri>`,
      })
      await device?.close()
      return outcome.ok ? outcome.device.advice : outcome
    }
    const big = profile('big', '1', 'H265', 2560, 1440, 50)
    const alone = await adviceOf(big)
    const both = await adviceOf(big, profile('small', '1', 'H264', 640, 360, 50))
    await peer.close()
    expect(alone).toEqual([{ word: 'noSubStream' }, { word: 'h265' }])
    expect(both).toEqual([{ word: 'h265Main', values: { width: 640, height: 360 } }])
  })

  it('of a device without a stream that can be played says so', async () => {
    const outcome = await probed({
      GetProfiles: profile('still', 'in1', 'JPEG', 640, 480, 1),
      GetStreamUri: uri,
    })
    expect(outcome).toMatchObject({ ok: false, reason: 'noUsableStream' })
  })

  it('of a web server that speaks no ONVIF finds nothing that can be understood, rather than no stream', async () => {
    const outcome = await probed({}, PASSWORD, (_action, _request, response) => {
      response.writeHead(404).end('<html>Not found</html>')
      return true
    })
    expect(outcome).toMatchObject({ ok: false, reason: 'unreachable' })
  })

  it('with a wrong password is refused', async () => {
    expect(await probed({}, 'wrong')).toMatchObject({ ok: false, reason: 'credentials' })
  })
})
