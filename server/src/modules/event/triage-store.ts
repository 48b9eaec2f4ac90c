import type { AlarmState } from '@vedette/contract/events'

import { listed } from '../../engines/storage/listed.ts'
import type { Storage } from '../../engines/storage/storage.ts'

export interface Handling {
  companyId: string
  accountId: string
  /** Whether what others have claimed is changed too. */
  overrules: boolean
  ids: readonly string[]
  state: AlarmState
  note: string | undefined
  nowMs: number
}

export function triageStore(storage: Storage) {
  return {
    /** Those that are of the state now: what another person has claimed is not changed while that one can log in. */
    async setState({
      companyId,
      accountId,
      overrules,
      ids,
      state,
      note,
      nowMs,
    }: Handling): Promise<string[]> {
      const isNew = state === 'new'
      const { rows } = await storage.transaction((transaction) =>
        transaction.run(
          storage.db
            .updateTable('event')
            .set({ state, state_by: isNew ? null : accountId, state_at: isNew ? null : nowMs })
            .$if(note !== undefined, (query) => query.set({ note: note ?? '' }))
            .where('company_id', '=', companyId)
            .where('id', 'in', listed(storage, ids))
            .$if(!overrules, (query) =>
              query.where((row) =>
                row.or([
                  row('state', '!=', 'claimed'),
                  row('state_by', '=', accountId),
                  row.not(
                    row.exists(
                      row
                        .selectFrom('account')
                        .where('account.company_id', '=', companyId)
                        .whereRef('account.id', '=', 'event.state_by')
                        .where('account.disabled', '=', 0)
                        .select('account.id'),
                    ),
                  ),
                ]),
              ),
            )
            .returning('id'),
        ),
      )
      return rows.map(({ id }) => id)
    },
  }
}

export type TriageStore = ReturnType<typeof triageStore>
