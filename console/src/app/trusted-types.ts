/** The one policy of the page under `require-trusted-types-for 'script'`: text without markup, and scripts of our own build alone. */

interface PolicyRules {
  createHTML: (text: string) => string
  createScriptURL: (url: string) => string
}

function factory(): { createPolicy: (name: string, rules: PolicyRules) => unknown } | undefined {
  return Reflect.get(globalThis, 'trustedTypes')
}

export function ownHtml(text: string): string {
  if (text.includes('<')) throw new TypeError(`markup as text: ${text.slice(0, 80)}`)
  return text
}

/** `base` is the page's address. */
export function ownScriptUrl(url: string, base: string): string {
  const { origin, pathname } = new URL(url, base)
  if (origin !== new URL(base).origin || !pathname.startsWith('/assets/'))
    throw new TypeError(`no script of this console: ${url}`)
  return url
}

if (!import.meta.env.DEV)
  factory()?.createPolicy('default', {
    createHTML: ownHtml,
    createScriptURL: (url) => ownScriptUrl(url, location.href),
  })
