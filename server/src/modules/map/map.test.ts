import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { mapSettings, searchPlaces } from '@vedette/contract/calls/map'
import { CODES } from '@vedette/contract/codes'
import { toDatum } from '@vedette/contract/datum'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readConfig } from '../../config.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { SEARCHES } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'vedette-map-'))
let written = 0
function mapFile(content: unknown): string {
  const path = join(folder, `map-${++written}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
afterAll(() => rmSync(folder, { recursive: true }))

const TILES = 'https://tiles.example.com/{z}/{x}/{y}.png'
const read = (content: unknown) => readConfig({ VEDETTE_MAP: mapFile(content) })

describe('the file of maps', () => {
  it.each([
    ['{', 'is no JSON'],
    [{ sources: [{ name: 'A', tiles: 'https://tiles.example.com/{z}/{x}.png' }] }, 'needs {z}, {x} and {y}'],
    [{ sources: [{ name: 'A', tiles: 'https://{z}.example.com/{x}/{y}' }] }, 'no https'],
    [{ sources: [{ name: 'A', tiles: TILES, datum: 'bd09' }] }, 'sources.0'],
    [{ source: [] }, 'source'],
    [{ geocoder: { url: 'https://geocoder.example.com/' } }, 'needs {query}'],
  ])('%j stops the start with what is wrong', (content, why) => {
    expect(() => read(content)).toThrow(/^VEDETTE_MAP: /)
    expect(() => read(content)).toThrow(why)
  })

  it('that is not there stops the start', () => {
    expect(() => readConfig({ VEDETTE_MAP: join(folder, 'none.json') })).toThrow('cannot be read')
  })
})

describe('maps', () => {
  let geocoder: Server
  let app: TestApp
  let company: TestCompany
  let answer: unknown
  let asked: string[] = []
  beforeAll(async () => {
    geocoder = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.statusCode = answer === undefined ? 500 : 200
      response.end(JSON.stringify(answer ?? ''))
    })
    await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve))
    const address = geocoder.address()
    if (address === null || typeof address === 'string') throw new TypeError('no port')
    const { map } = read({
      sources: [
        { name: 'Streets', tiles: TILES, attribution: '© somebody' },
        {
          name: 'City',
          style: 'https://maps.example.com/style.json',
          origins: ['https://glyphs.example.com'],
        },
        { name: '高德', tiles: 'https://map.example.cn/{z}/{x}/{y}', datum: 'gcj02', maxZoom: 18 },
      ],
      geocoder: {
        url: `http://127.0.0.1:${address.port}/search?key=hidden&q={query}&l={language}`,
        datum: 'gcj02',
      },
    })
    writeFileSync(join(folder, 'index.html'), '<div id="root"></div>')
    app = await startTestApp({ config: { map }, overrides: { consoleFolder: folder } })
    company = await app.company()
  })
  afterAll(async () => {
    await app?.close()
    await new Promise((resolve) => geocoder.close(resolve))
  })

  it('are drawn from what the operator set, and the page may fetch from those hosts alone', async () => {
    const { Sources, HasGeocoder } = await app.ask(mapSettings, {}, company.token)
    expect(Sources.map(({ Name, Kind, Datum, MaxZoom }) => [Name, Kind, Datum, MaxZoom])).toEqual([
      ['Streets', 'tiles', 'wgs84', 19],
      ['City', 'style', 'wgs84', 22],
      ['高德', 'tiles', 'gcj02', 18],
    ])
    expect(HasGeocoder).toBe(true)
    expect(JSON.stringify(Sources)).not.toContain('hidden')
    const policy = (await app.platform.http.inject('/')).headers['content-security-policy']
    const hosts = [TILES, 'https://maps.example.com', 'https://glyphs.example.com', 'https://map.example.cn']
    const origins = hosts.map((it) => new URL(it).origin).join(' ')
    expect(policy).toContain(`connect-src 'self' ${origins};`)
    expect(policy).toContain(`img-src 'self' ${origins} data: blob:;`)
  })

  it.each([
    ['Nominatim', [{ lon: '116.4037', lat: '39.91', name: 'Gate', display_name: 'Gate, Beijing' }]],
    [
      'Photon',
      {
        features: [
          {
            geometry: { type: 'Point', coordinates: [116.4037, 39.91] },
            properties: { name: 'Gate', city: 'Beijing' },
          },
        ],
      },
    ],
    ['AMap', { geocodes: [{ location: '116.4037,39.91', formatted_address: 'Gate' }, { location: [] }] }],
  ])('find a place by the answer of %s, in WGS-84', async (_whose, said) => {
    answer = said
    const { List } = await app.ask(searchPlaces, { Keyword: 'Gate & co', Language: 'zh-cn' }, company.token)
    expect(asked.at(-1)).toBe('/search?key=hidden&q=Gate%20%26%20co&l=zh-cn')
    expect(List).toMatchObject([{ Name: 'Gate' }])
    const [{ Lng, Lat } = { Lng: 0, Lat: 0 }] = List
    const onMap = toDatum('gcj02', { lng: Lng, lat: Lat })
    expect(onMap.lng).toBeCloseTo(116.4037, 6)
    expect(onMap.lat).toBeCloseTo(39.91, 6)
    expect(Lng).toBeLessThan(116.4)
  })

  it('say that the geocoder failed, never its address', async () => {
    answer = undefined
    const { CODE } = await app.send(searchPlaces, { Keyword: 'Gate' }, company.token)
    expect(CODE).toBe(CODES.requestFailed.code)
    expect(app.logged()).toContain('the geocoder answered 500')
    expect(app.logged()).not.toContain('hidden')
  })

  it('let one account ask only so often', async () => {
    answer = []
    const { token } = await app.account(company, { deviceMap: [] })
    for (let n = 0; n < SEARCHES.limit; n++) await app.ask(searchPlaces, { Keyword: 'Gate' }, token)
    const { CODE } = await app.send(searchPlaces, { Keyword: 'Gate' }, token)
    expect(CODE).toBe(CODES.tooManyTries.code)
  })
})
