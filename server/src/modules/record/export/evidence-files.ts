/** Evidence as files: one page with everything in it, or a zip of a page and one script for each recorded file. */
import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { type ZipEntry, zipStream } from '../../../engines/zip.ts'
import { soundScript } from './sound-script.ts'

export interface EvidenceText {
  id: string
  bytes: Buffer
}

interface Content {
  title: string
  texts: readonly EvidenceText[]
  /** The recorded files, by their places on the disk. */
  files: readonly { id: string; path: string }[]
  /** Some of it has sound that browsers don't play as it was recorded. */
  hasG711: boolean
  signal: AbortSignal
  /** Hears how many bytes of footage were written. */
  onBytes: (bytes: number) => void
}

const VIEWER = join(import.meta.dirname, 'viewer')
/** Lines as `base64` writes them. */
const BASE64_LINE = /.{1,76}/g

export async function writePage(path: string, content: Content): Promise<number> {
  return written(path, async (out) => {
    const { head, foot } = await pageAround(content, '')
    await out.writeFile(head)
    for (const { id, path: source } of content.files) {
      content.signal.throwIfAborted()
      const bytes = await readFile(source)
      await out.writeFile(element(id, bytes))
      content.onBytes(bytes.length)
    }
    await out.writeFile(foot)
  })
}

/** A page at `file://` cannot fetch its neighbours, but it can run them: each part is a script that hands its bytes over. */
export async function writeZip(path: string, content: Content): Promise<number> {
  return written(path, async (out) => {
    for await (const piece of zipStream(entriesOf(content))) await out.writeFile(piece)
  })
}

async function* entriesOf(content: Content): AsyncGenerator<ZipEntry> {
  const { head, foot } = await pageAround(content, 'parts/')
  yield { name: 'evidence.html', content: Buffer.from(head + foot) }
  for (const { id, path } of content.files) {
    content.signal.throwIfAborted()
    const bytes = await readFile(path)
    yield { name: `parts/${id}.js`, content: Buffer.from(`part('${id}',\`\n${lines(bytes)}\n\`)\n`) }
    content.onBytes(bytes.length)
  }
}

/** `parts`: the folder of the scripts, empty where the footage is in the page. */
async function pageAround(
  { title, texts, hasG711 }: Content,
  parts: string,
): Promise<{ head: string; foot: string }> {
  const read = (name: string): Promise<string> => readFile(join(VIEWER, name), 'utf8')
  const [page, style, script, verify, recipe, sound] = await Promise.all([
    read('page.html'),
    read('page.css'),
    read('page.js'),
    read('verify.js'),
    read('recipe.sh'),
    hasG711 ? soundScript() : '',
  ])
  const filled = page
    .replaceAll('{{title}}', () => escaped(title))
    .replace('{{parts}}', () => escaped(parts))
    .replace('<!-- style -->', () => `<style>\n${style}</style>`)
    .replace('<!-- recipe -->', () => `<pre id="recipe">\n${escaped(recipe)}</pre>`)
    .replace('<!-- verify -->', () => `<script type="text/plain" id="verify">\n${verify}</script>`)
    .replace('<!-- sound -->', () => (sound === '' ? '' : `<script>\n${sound}</script>`))
    .replace('<!-- script -->', () => `<script>\n${script}</script>`)
  // Each thing of the data begins a line.
  const [head = '', foot = ''] = filled.split(/ *<!-- data -->\n/)
  return { head: head + texts.map(({ id, bytes }) => element(id, bytes)).join(''), foot }
}

const element = (id: string, bytes: Buffer): string =>
  `<script type="text/plain" id="${id}">\n${lines(bytes)}\n</script>\n`

const lines = (bytes: Buffer): string => bytes.toString('base64').match(BASE64_LINE)?.join('\n') ?? ''

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`)

async function written(path: string, write: (out: FileHandle) => Promise<void>): Promise<number> {
  const out = await open(path, 'w', 0o600)
  try {
    await write(out)
    await out.sync()
  } finally {
    await out.close()
  }
  return (await stat(path)).size
}
