import { mkdir, open, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { segmentBytes } from '@vedette/media/testing/segment-bytes'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { Processes } from './testing/processes.ts'

const COMMANDS = join(import.meta.dirname, 'archive-commands.ts')
const STREAM = { company: 'c', did: 'GATE-0001', channel: 0, quality: 'main' } as const

let processes: Processes
beforeEach(async () => {
  processes = await Processes.open()
})
afterEach(() => processes.close())

async function command(word: string): Promise<{ code: number | null; said: string }> {
  const run = processes.run({}, COMMANDS, [word])
  const code = await run.ended
  return { code, said: run.stdout() + run.stderr() }
}

it('a garbled index is said in a sentence, and made anew from the files', async () => {
  const run = processes.run()
  await run.address()
  run.child.kill('SIGTERM')
  await run.ended
  for (let minute = 0; minute < 3; minute++) {
    const { segment, bytes } = segmentBytes(STREAM, Date.now() - (9 - minute) * 60_000, 10)
    const path = join(processes.dataFolder, 'archive', segment.path)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  expect(await command('rebuild')).toMatchObject({ code: 0 })
  expect(await command('verify')).toMatchObject({ code: 0, said: expect.stringContaining('3 files, ') })

  const path = join(processes.dataFolder, 'index.db')
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc((await stat(path)).size - 1024, 0xa5), 0, undefined, 1024)
  await file.close()
  const found = await command('verify')
  expect(found.code).toBe(2)
  expect(found.said).toMatch(
    /^the archive's index cannot be read \(.*\): stop the platform and run npm run repair-index\n$/,
  )
  expect(await command('repair')).toMatchObject({
    code: 0,
    said: expect.stringContaining('3 files were missing'),
  })
  expect((await readdir(processes.dataFolder)).filter((name) => name.includes('.broken-'))).toHaveLength(1)
  expect(await command('verify')).toMatchObject({ code: 0, said: expect.stringContaining('0 faults') })
})
