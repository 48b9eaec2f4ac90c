import { describe, expect, it } from 'vitest'

import { ConfigError, readConfig } from './config.ts'

describe('the configuration', () => {
  it('listens on loopback at 8080 when nothing is set, and takes an empty variable as not set', () => {
    const config = readConfig({ VEDETTE_PORT: '', VEDETTE_HOST: ' ' })
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, shards: 1, variants: ['base'] })
    expect(config.adminPassword).toBeUndefined()
  })

  it('reads lists', () => {
    const config = readConfig({
      VEDETTE_ALLOWED_ORIGINS: 'https://a.example, http://b.example:8443/',
      VEDETTE_TRUSTED_PROXIES: '10.0.0.1,fd00::/8',
      VEDETTE_VARIANTS: 'community,telecom',
    })
    expect(config.allowedOrigins).toEqual(['https://a.example', 'http://b.example:8443'])
    expect(config.trustedProxies).toEqual(['10.0.0.1', 'fd00::/8'])
    expect(config.variants).toEqual(['base', 'community', 'telecom'])
  })

  it.each([
    ['VEDETTE_PORT', '80a'],
    ['VEDETTE_PORT', '65536'],
    ['VEDETTE_SHARDS', '0'],
    ['VEDETTE_UDP_PORTS', '20000'],
    ['VEDETTE_UDP_PORTS', '20000-19999'],
    ['VEDETTE_LOG_LEVEL', 'loud'],
    ['VEDETTE_VARIANTS', 'base'],
    ['VEDETTE_LANGUAGE', 'de'],
    ['VEDETTE_DATABASE_URL', 'mysql://localhost/vedette'],
    ['VEDETTE_PUBLIC_URL', 'video.example.com'],
    ['VEDETTE_PUBLIC_URL', 'https://video.example.com/vedette'],
    ['VEDETTE_ALLOWED_ORIGINS', '*'],
    ['VEDETTE_ALLOWED_ORIGINS', 'https://a.example/console'],
    ['VEDETTE_TRUSTED_PROXIES', 'everybody'],
    ['VEDETTE_CAMERA_NETWORKS', '192.168.0.0'],
    ['VEDETTE_CAMERA_NETWORKS', '192.168.0.0/33'],
    ['VEDETTE_TLS_CERT', 'cert.pem'],
    ['VEDETTE_TLS_KEY', 'key.pem'],
    ['VEDETTE_NATS_URL', 'nats://localhost'],
    ['VEDETTE_S3_URL', 'https://s3.example'],
    ['VEDETTE_INSECURE_HTTP', 'yes'],
  ])('refuses %s=%s by its name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })

  it.each([
    ['short1!', '8 to 14 characters'],
    ['longer-than-14-Characters', '8 to 14 characters'],
    ['Qwerty#2021', 'order'],
    ['My#Admin99', 'admin'],
    ['nimdA#9922', 'admin'],
    ['alllowercase', 'three of'],
  ])('refuses %s as the first password, says why, and does not repeat it', (password, reason) => {
    const start = () => readConfig({ VEDETTE_ADMIN_PASSWORD: password })
    expect(start).toThrow(new RegExp(`VEDETTE_ADMIN_PASSWORD.*${reason}`))
    expect(start).not.toThrow(password)
  })

  it('holds a good first password so that it cannot be printed by mistake', () => {
    const config = readConfig({ VEDETTE_ADMIN_PASSWORD: 'Tr1cky#Horse' })
    expect(JSON.stringify(config)).not.toContain('Tr1cky#Horse')
    expect(config.adminPassword?.reveal()).toBe('Tr1cky#Horse')
  })

  it.each(['0.0.0.0', '::', '192.168.1.5', 'video.example.com'])(
    'encrypts at %s unless told otherwise',
    (host) => {
      expect(readConfig({ VEDETTE_HOST: host }).tls).toEqual({ kind: 'own' })
      expect(readConfig({ VEDETTE_HOST: host, VEDETTE_INSECURE_HTTP: '0' }).tls).toEqual({ kind: 'own' })
      expect(readConfig({ VEDETTE_HOST: host, VEDETTE_INSECURE_HTTP: '1' }).tls).toBeUndefined()
      const tls = { VEDETTE_TLS_CERT: 'cert.pem', VEDETTE_TLS_KEY: 'key.pem' }
      expect(readConfig({ VEDETTE_HOST: host, ...tls }).tls?.kind).toBe('files')
    },
  )

  it.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('speaks plain HTTP at %s', (host) => {
    expect(readConfig({ VEDETTE_HOST: host })).toMatchObject({ host, tls: undefined })
  })
})
