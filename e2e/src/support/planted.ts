/** Recordings of any time: files that the platform wrote itself, moved to another time while it is down, and told to its index by the operator's command. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)
/** The file says within its first bytes whose it is and when it begins. */
const HEAD_BYTES = 4096

export type Quality = 'main' | 'sub'

export interface Recorded {
  path: string
  did: string
  startMs: number
  lengthMs: number
}

/** The longest file of a camera that a platform which is down has left. */
export async function longestFile(dataFolder: string, did: string, quality: Quality): Promise<Recorded> {
  const archive = join(dataFolder, 'archive')
  const names = await readdir(archive, { recursive: true })
  const all: Recorded[] = []
  for (const name of names.filter((it) => it.includes(`/${did}/0-${quality}/`) && it.endsWith('.mp4'))) {
    const path = join(archive, name)
    const startMs = Number(/(\d+)-[0-9a-f]+\.mp4$/.exec(name)?.[1])
    all.push({ path, did, startMs, lengthMs: await lengthOf(path) })
  }
  const [longest] = all.toSorted((a, b) => b.lengthMs - a.lengthMs)
  if (!longest) throw new Error(`nothing of ${did} was recorded`)
  return longest
}

/** How long a film is, ms. */
export async function lengthOf(path: string): Promise<number> {
  const fields = ['-show_entries', 'format=duration', '-of', 'csv=p=0']
  const { stdout } = await run('ffprobe', ['-v', 'error', ...fields, path])
  return Math.round(Number(stdout) * 1000)
}

/** The same pictures as the sub stream's of another time. Returns where its file is. */
export async function plant({ path, did }: Recorded, startMs: number): Promise<string> {
  const bytes = await readFile(path)
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1')
  const id = `${startMs}-${randomBytes(6).toString('hex')}`
  const moved = head
    .replace(/"id":"\d{13}-[0-9a-f]{12}"/, `"id":"${id}"`)
    .replace(/"startMs":\d{13}/, `"startMs":${startMs}`)
    // As long as before.
    .replace('"quality":"main",', '"quality":"sub" ,')
  bytes.write(moved, 'latin1')
  const day = new Date(startMs).toISOString().slice(0, 10)
  const folder = resolve(dirname(path), `../../0-sub/${day}`)
  await mkdir(folder, { recursive: true })
  const planted = join(folder, `${id}.mp4`)
  await writeFile(planted, bytes)
  if (!planted.includes(`/${did}/`)) throw new Error(`${path} is not of ${did}`)
  return planted
}

/** The operator's command for an index that lacks files. */
export async function repairIndex(dataFolder: string): Promise<void> {
  const command = join(ROOT, 'server/src/archive-commands.ts')
  await run(process.execPath, [command, 'repair'], { env: { ...process.env, VEDETTE_DATA: dataFolder } })
}
