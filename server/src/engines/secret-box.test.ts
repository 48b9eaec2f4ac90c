import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format, inspect } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSecretBox, Secret } from './secret-box.ts'

const owner = { companyId: 'company', did: 'CAMERA-0001' }
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vedette-secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a secret shows itself in no kind of printing', () => {
  const secret = new Secret('hunter2')
  const printed = [
    String(secret),
    JSON.stringify({ secret }),
    inspect({ secret }),
    format('%s %o %j', secret, secret, secret),
  ]
  for (const text of [...printed, inspect(secret, { showHidden: true, depth: 9 })]) {
    expect(text).not.toContain('hunter2')
    expect(text).toContain('[secret]')
  }
  expect(secret.reveal()).toBe('hunter2')
})

test('what was sealed for a device opens for that device of that company alone', async () => {
  const box = await openSecretBox(folder, undefined)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (password) => {
      const sealed = box.seal(new Secret(password), owner)
      expect(box.open(sealed, owner).reveal()).toBe(password)
      expect(() => box.open(sealed, { ...owner, did: 'CAMERA-0002' })).toThrow('another device')
      expect(() => box.open(sealed, { ...owner, companyId: 'other' })).toThrow('another device')
    }),
  )
})

test('the same secret is sealed differently each time', async () => {
  const box = await openSecretBox(folder, undefined)
  expect(box.seal(new Secret('same'), owner)).not.toBe(box.seal(new Secret('same'), owner))
})

test('a box with any byte changed does not open, and arbitrary text is an error', async () => {
  const box = await openSecretBox(folder, undefined)
  const sealed = Buffer.from(box.seal(new Secret('password'), owner), 'base64url')
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
      const bad = Buffer.from(sealed)
      bad[place] = (bad[place] ?? 0) ^ change
      expect(() => box.open(bad.toString('base64url'), owner)).toThrow('CAMERA-0001')
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => box.open(text, owner)).toThrow('CAMERA-0001')
    }),
  )
})

test('the key in the folder is made once, for its owner alone, and used again', async () => {
  const sealed = (await openSecretBox(folder, undefined)).seal(new Secret('password'), owner)
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect((await openSecretBox(folder, undefined)).open(sealed, owner).reveal()).toBe('password')
})

test('a key file that others can read, or that holds no key, is refused', async () => {
  const path = join(folder, 'secret.key')
  await openSecretBox(folder, undefined)
  await chmod(path, 0o640)
  await expect(openSecretBox(folder, undefined)).rejects.toThrow('can be read by other users')
  await chmod(path, 0o600)
  await writeFile(path, (await readFile(path, 'utf8')).slice(0, 20))
  await expect(openSecretBox(folder, undefined)).rejects.toThrow('is no key')
})

test('a configured key is used in base64 and hex alike, and a wrong one is refused without being shown', async () => {
  const key = Buffer.alloc(32, 7)
  const byHex = await openSecretBox(folder, new Secret(key.toString('hex')))
  const byBase64 = await openSecretBox(folder, new Secret(key.toString('base64')))
  expect(byBase64.open(byHex.seal(new Secret('password'), owner), owner).reveal()).toBe('password')
  const refused = openSecretBox(folder, new Secret('short-key'))
  await expect(refused).rejects.toThrow('VEDETTE_SECRET_KEY is no key')
  await expect(refused).rejects.not.toThrow('short-key')
})

test('who only reads makes no key: one made anew would call every row altered', async () => {
  await expect(openSecretBox(folder, undefined, 'refuse')).rejects.toThrow('secret.key is not there')
  await expect(stat(join(folder, 'secret.key'))).rejects.toThrow('ENOENT')
})
