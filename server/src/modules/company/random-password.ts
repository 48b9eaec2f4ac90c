import { randomInt } from 'node:crypto'

import { passwordFault } from '@vedette/contract/password-rule'

/** Leaves out those that are taken for each other when read off a screen. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
const PASSWORD_LENGTH = 14

/** One that obeys both rules for an account of these names. */
export function randomPassword(names: readonly string[]): string {
  for (;;) {
    const letters = Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
    const password = letters.join('')
    if (!passwordFault(password, names)) return password
  }
}
