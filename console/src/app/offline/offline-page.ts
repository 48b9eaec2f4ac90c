/** A page that needs nothing else: it is made where nothing can be fetched. */
import { brand } from '../../wire/settings.ts'

export interface OfflineText {
  title: string
  text: string
  again: string
}

const LOOK_AGAIN_MS = 5000

/** Colours of the tokens in `theme.css`. */
const STYLE = `
:root{color-scheme:light dark}
body{margin:0}
main{min-height:100dvh;display:grid;place-content:center;justify-items:center;gap:16px;padding:24px;
  box-sizing:border-box;text-align:center;font:400 14px/20px system-ui,sans-serif;
  background:light-dark(#f5f7f9,#0a0e13);color:light-dark(#10171f,#e8edf2)}
h1{margin:0;font:600 20px/28px system-ui,sans-serif}
p{margin:0;max-width:44ch;color:light-dark(#46525e,#aab5c0)}
svg{width:48px;fill:none;stroke:light-dark(#bf2b22,#ff7a6e);stroke-width:1.7;stroke-linecap:round;
  stroke-linejoin:round}
button{min-height:44px;padding:0 24px;border:0;border-radius:6px;background:#22bca8;color:#03201c;
  font:600 14px/20px system-ui,sans-serif;cursor:pointer}
`

/** Back to the page that was asked for, with its place after #, as soon as the server answers. */
const SCRIPT = `
const look = () => fetch('/', { cache: 'no-store' }).then(({ ok }) => { if (ok) location.reload() }, () => {})
document.querySelector('button').addEventListener('click', look)
addEventListener('online', look)
setInterval(look, ${LOOK_AGAIN_MS})
`

const PLUG =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20l3-3M20 4l-3 3M7.5 10.5l6 6-1.4 1.4a4.2 4.2 0 0 1-6-6Z' +
  'M10.5 7.5l1.4-1.4a4.2 4.2 0 0 1 6 6l-1.4 1.4M9 13l2-2M11 15l2-2"/></svg>'

export function offlinePage({ title, text, again }: OfflineText, lang: string): Response {
  const nonce = crypto.randomUUID()
  const page = `<!doctype html>
<html lang="${lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${brand}</title>
<style nonce="${nonce}">${STYLE}</style>
<main>
${PLUG}
<h1>${title}</h1>
<p>${text}</p>
<button type="button">${again}</button>
</main>
<script nonce="${nonce}">${SCRIPT}</script>
</html>
`
  const policy =
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; ` +
    `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}
