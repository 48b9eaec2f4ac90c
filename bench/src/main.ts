/** `npm run bench [live] [ingest] [start]`: measures, with a named peer in the same run. Figures of one machine: docs/benchmarks.md. */
import { measureIngest } from './ingest.ts'
import { measureFfmpeg, measureJanus } from './live-peers.ts'
import { measureLive } from './live.ts'
import { measureStart } from './start.ts'

const wanted = process.argv.slice(2)
const wants = (name: string): boolean => wanted.length === 0 || wanted.includes(name)

if (wants('live')) {
  const rows = [...(await measureLive()), ...(await measureJanus()), ...(await measureFfmpeg())]
  console.log('\nlive, ms from camera to painted pixel')
  console.table(
    rows.map((row) => ({
      what: row.what,
      'first p50': Math.round(row.firstP50),
      'first p95': Math.round(row.firstP95),
      'age p50': Math.round(row.ageP50),
      'age p95': Math.round(row.ageP95),
      'longest gap': Math.round(row.gapMax),
      frames: row.frames,
    })),
  )
}

if (wants('ingest')) {
  console.log('\n10 × 1080p25 taken in and packed')
  console.table(
    (await measureIngest()).map((row) => ({
      program: row.program,
      'CPU, % of a core': row.cpuPercent.toFixed(1),
      'memory, MB': Math.round(row.memoryMb),
      'frames/s': (row.frames / row.frameSeconds).toFixed(1),
    })),
  )
}

if (wants('start')) {
  console.log('\nstart and recovery, ms')
  console.table(
    (await measureStart()).map((row) => ({
      what: row.what,
      p50: Math.round(row.p50),
      worst: Math.round(row.worst),
    })),
  )
}
