import { call, Empty } from '@vedette/contract/call'
import { login } from '@vedette/contract/calls/user'
import { type CodeName, CODES } from '@vedette/contract/codes'
import { describe, expect, it } from 'vitest'

import { meaningOf, reactionTo } from './reactions.ts'

const TOLD = { title: { en: 'Try', 'zh-cn': '尝试' }, example: () => ({}) }
const ordinary = call('/vms/test/ordinary', { ...TOLD, access: 'session', body: Empty, reply: Empty })
const quiet = call('/vms/test/quiet', {
  ...TOLD,
  access: 'session',
  body: Empty,
  reply: Empty,
  isQuiet: true,
})
const open = call('/vms/test/open', { ...TOLD, access: 'public', body: Empty, reply: Empty })

const EXPIRING: readonly CodeName[] = ['tokenExpired', 'notLoggedIn', 'socketTokenExpired']
const IN_THE_FORM: readonly CodeName[] = [
  'wrongPassword',
  'wrongPasswordOuter',
  'accountDisabled',
  'deviceNotQueried',
  'addedByOthers',
  'noSuchAccount',
  'accountExists',
  'phoneExists',
  'regionHasDevices',
  'badInput',
  'tooManyTries',
  'addressNotAllowed',
  'deviceUnreachable',
  'deviceCertificate',
  'deviceCredentials',
  'noUsableStream',
  'roleInUse',
  'beyondOwnRights',
  'lastAdministrator',
  'ownAccount',
  'inUse',
  'nameTaken',
]

const NAMES = Object.keys(CODES).filter((name): name is CodeName => Object.hasOwn(CODES, name))

function expectedOf(name: CodeName): string {
  if (EXPIRING.includes(name)) return 'expire'
  if (IN_THE_FORM.includes(name)) return 'form'
  return name === 'pictureNotReady' ? 'quiet' : 'toast'
}

describe('what the console does with a code', () => {
  it.each(NAMES)('%s: does what the specification says for an ordinary call', (name) => {
    expect(reactionTo(ordinary, name)).toBe(expectedOf(name))
  })

  it.each(NAMES)('%s: never toasts for a quiet call, but still ends a dead session', (name) => {
    expect(reactionTo(quiet, name)).toBe(EXPIRING.includes(name) ? 'expire' : 'quiet')
  })

  it.each(NAMES)('%s: is shown in the login form and never reloads it', (name) => {
    expect(reactionTo(login, name)).toBe('form')
  })

  it.each(EXPIRING)('%s: does not reload a page that has no session', (name) => {
    expect(reactionTo(open, name)).toBe('form')
  })

  it('toasts a code outside the table', () => {
    expect(reactionTo(ordinary, undefined)).toBe('toast')
  })
})

describe('what a code means at the login', () => {
  it.each(['wrongPasswordOuter', 'tokenExpired', 'wrongPassword'] as const)(
    '%s says that account or password are wrong',
    (name) => {
      expect(meaningOf(login, name)).toBe('wrongPassword')
    },
  )

  it('keeps every other meaning, and these three for other calls', () => {
    expect(meaningOf(login, 'accountDisabled')).toBe('accountDisabled')
    expect(meaningOf(ordinary, 'tokenExpired')).toBe('tokenExpired')
    expect(meaningOf(login, undefined)).toBeUndefined()
  })
})
