/** ISO BMFF boxes, ISO 14496-12 section 4.2. */

export const u8 = (...values: number[]): Buffer => Buffer.from(values)

export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, i) => bytes.writeUInt16BE(value, i * 2))
  return bytes
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => bytes.writeUInt32BE(value, i * 4))
  return bytes
}

export function box(type: string, ...content: Buffer[]): Buffer {
  const size = content.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([u32(size), Buffer.from(type, 'latin1'), ...content], size)
}

export function fullBox(type: string, version: number, flags: number, ...content: Buffer[]): Buffer {
  return box(type, u32(version * 2 ** 24 + flags), ...content)
}
