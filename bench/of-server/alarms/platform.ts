/** The platform, and what raises alarms in it: a process that the bench kills. */
import { readConfig } from '../../../server/src/config.ts'
import { startPlatform } from '../../../server/src/platform.ts'
import { type FromPlatform, ToPlatform } from './messages.ts'

const TICK_MS = 20

const platform = await startPlatform(readConfig(process.env))
const { storage, events } = platform
const [company] = await storage.read(storage.db.selectFrom('company').select('id'))
if (!company) throw new Error('no company was founded')

const tell = (message: FromPlatform): void => void process.send?.(message)

/** Trouble of the platform itself: of no device, announced each time, and never merged. */
async function raiseOne(): Promise<string> {
  const noticed = {
    companyId: company?.id ?? '',
    did: '',
    channel: 0,
    type: 'storage',
    origin: 'server',
  } as const
  const begun = await events.intake.begin({ ...noticed, at: Date.now() })
  return begun?.eventId ?? ''
}

function raise(perSecond: number, count: number): void {
  const startedAt = performance.now()
  let raised = 0
  const timer = setInterval(() => {
    const due = Math.min(count, Math.floor(((performance.now() - startedAt) / 1000) * perSecond))
    const some = Array.from({ length: due - raised }, raiseOne)
    raised = due
    if (raised >= count) clearInterval(timer)
    void Promise.all(some).then((ids) => tell({ type: 'stored', ids }))
  }, TICK_MS)
}

process.on('message', (said) => {
  const message = ToPlatform.parse(said)
  if (message.type === 'raise') return raise(message.perSecond, message.count)
  void storage
    .read(storage.db.selectFrom('event').where('company_id', '=', company.id).select('id'))
    .then((rows) => tell({ type: 'list', ids: rows.map(({ id }) => id) }))
})
process.on('disconnect', () => process.exit(0))
tell({ type: 'ready', address: platform.address })
