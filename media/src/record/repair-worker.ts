/** Repairs files beside the event loop of the shard: hashing a minute of video takes a while. */
import { parentPort } from 'node:worker_threads'

import { repair, type RepairJob, type Repaired } from './repair.ts'

export interface RepairTask {
  number: number
  job: RepairJob
}
export type RepairAnswer = { number: number } & ({ repaired: Repaired } | { error: string })

async function answer({ number, job }: RepairTask): Promise<RepairAnswer> {
  try {
    return { number, repaired: await repair(job) }
  } catch (error) {
    return { number, error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (task: RepairTask) => {
  void answer(task).then((said) => parentPort?.postMessage(said))
})
