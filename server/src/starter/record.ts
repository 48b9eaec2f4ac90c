/** What the starter remembers about the simulated cameras between two starts, readable by the operator alone. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { OperatorError } from '../engines/operator-error.ts'

const DemoRecord = z.object({
  rtspPort: z.int(),
  onvifPort: z.int().optional(),
  cameraPassword: z.string(),
  isEnrolled: z.boolean(),
  /** Only until the cameras are enrolled, so that a start cut short can be finished. */
  adminPassword: z.string().optional(),
})
export type DemoRecord = z.infer<typeof DemoRecord>

export function readDemo(dataFolder: string): DemoRecord | undefined {
  let text: string
  try {
    text = readFileSync(fileIn(dataFolder), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return DemoRecord.parse(JSON.parse(text))
  } catch (cause) {
    throw new OperatorError(
      `${fileIn(dataFolder)} is damaged: delete it, and the simulated cameras are added anew`,
      { cause },
    )
  }
}

export function writeDemo(dataFolder: string, record: DemoRecord): void {
  const temporary = `${fileIn(dataFolder)}.new`
  writeFileSync(temporary, JSON.stringify(record), { mode: 0o600 })
  renameSync(temporary, fileIn(dataFolder))
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'simulated.json')
}
