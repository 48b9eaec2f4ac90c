import { describe, expect, it } from 'vitest'

import { ownHtml, ownScriptUrl } from './trusted-types.ts'

const PAGE = 'https://console.example/#/login'

describe('the policy for trusted types', () => {
  it('passes text and refuses markup', () => {
    expect(ownHtml('5 > 3 & more')).toBe('5 > 3 & more')
    expect(() => ownHtml('<img src=x onerror=alert(1)>')).toThrow('markup')
  })

  it.each(['/assets/media-worker-1a2b.js', 'https://console.example/assets/a.js'])('passes %s', (url) => {
    expect(ownScriptUrl(url, PAGE)).toBe(url)
  })

  it.each([
    'https://elsewhere.example/assets/a.js',
    '/uploads/a.js',
    '/assets/../uploads/a.js',
    'data:text/javascript,alert(1)',
    'blob:https://console.example/1',
    '//elsewhere.example/assets/a.js',
  ])('refuses %s', (url) => {
    expect(() => ownScriptUrl(url, PAGE)).toThrow('no script of this console')
  })
})
