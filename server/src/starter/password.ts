import { randomInt } from 'node:crypto'

import { passwordFault } from '@vedette/contract/password-rule'

/** Letters and digits that cannot be taken for each other when read off a screen. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 14

/** A random password that obeys the rule of reading 15. */
export function generatePassword(): string {
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (!passwordFault(password, ['admin', 'demo_admin'])) return password
  }
}
