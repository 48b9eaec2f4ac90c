/** The one cookie of the platform: it binds a log-in that leads elsewhere to the browser that began it. */
import type { Config } from '../config.ts'

const NAME = 'vedette-login'
const VALUE = /^[\w-]{43}$/

export interface LoginCookie {
  /** Undefined where the browser has none, or one that was never ours. */
  read(header: string | undefined): string | undefined
  /** The header that sets it. */
  write(value: string, lifetimeMs: number): string
}

export function loginCookie({ publicUrl, tls }: Pick<Config, 'publicUrl' | 'tls'>): LoginCookie {
  const isSecure = publicUrl ? publicUrl.protocol === 'https:' : tls !== undefined
  // No neighbour of this host can set a cookie of such a name.
  const name = isSecure ? `__Host-${NAME}` : NAME
  return {
    read(header = '') {
      const pairs = header.split(';').map((pair) => pair.trim().split('='))
      const value = pairs.find(([key]) => key === name)?.[1]
      return value !== undefined && VALUE.test(value) ? value : undefined
    },
    write: (value, lifetimeMs) =>
      [
        `${name}=${value}`,
        `Max-Age=${Math.floor(lifetimeMs / 1000)}`,
        'Path=/',
        'HttpOnly',
        'SameSite=Strict',
        ...(isSecure ? ['Secure'] : []),
      ].join('; '),
  }
}
