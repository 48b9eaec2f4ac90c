/** Trouble of the archive, as an event of the platform itself: it is of no device. */
import type { Clock } from '../../engines/clock.ts'
import type { EventIntake } from '../event/index.ts'

interface Needs {
  intake: Pick<EventIntake, 'begin'>
  /** The company of the platform's operator. */
  firstCompany: () => Promise<string | undefined>
  clock: Clock
  onError: (error: unknown) => void
}

/** Returns what hears of the archive's state. */
export function storageEvents({ intake, firstCompany, clock, onError }: Needs) {
  return (state: string): void => {
    if (state === 'ok') return
    const tell = async (): Promise<void> => {
      const companyId = await firstCompany()
      if (companyId === undefined) return
      const noticed = { companyId, did: '', channel: 0, type: 'storage', origin: 'server' } as const
      await intake.begin({ ...noticed, at: clock.now() })
    }
    tell().catch(onError)
  }
}
