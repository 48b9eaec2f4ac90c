import { describe, expect, it } from 'vitest'

import { responseOf } from './answer.ts'
import { readXml } from './read-xml.ts'
import { parseXml, XmlFault } from './xml.ts'

describe('a large answer', () => {
  const enveloped = (text: string) => `<s:Envelope xmlns:s="x"><s:Body>${text}</s:Body></s:Envelope>`
  const answered = (text: string) => responseOf({ status: 200, body: Buffer.from(enveloped(text)) })

  it('of two megabytes of entities is read while the platform goes on with others', async () => {
    const others = new Promise((resolve) => setImmediate(resolve, 'others'))
    const read = answered(`<Name>${'&lt;'.repeat(500_000)}</Name>`)
    expect(await Promise.race([read, others])).toBe('others')
    expect((await read).text).toBe('<'.repeat(500_000))
  })

  it('is the same tree as a small one, or the same fault', async () => {
    const rows = `<r a="1" b="&quot;">x<c/>y</r><__proto__ constructor="1"/>`.repeat(2000)
    expect(await readXml(`<a>${rows}</a>`)).toEqual(parseXml(`<a>${rows}</a>`))
    const broken = [
      `<a>${rows}`,
      `<!DOCTYPE a><a>${rows}</a>`,
      `<a>${'<b>'.repeat(20_000)}`,
      'x'.repeat(40_000),
    ]
    const faults = await Promise.all(broken.map((text) => readXml(text).catch((error: unknown) => error)))
    for (const [at, text] of broken.entries()) {
      expect(faults[at]).toBeInstanceOf(XmlFault)
      expect(() => parseXml(text)).toThrow(faults[at])
    }
    await expect(answered(rows.slice(0, -1))).rejects.toThrow('cannot be read')
  })
})
