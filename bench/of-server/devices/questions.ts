/** What people ask of a long list, as a call's body and as a plain condition. */
import type { BodyOf } from '@vedette/contract/call'
import type { deviceList } from '@vedette/contract/calls/device'

import type { Site } from './site.ts'

export interface Question {
  what: string
  body: BodyOf<typeof deviceList>
  /** The question as plain SQL, for the peer; it knows nothing of presence, see `hasPeer`. */
  where: string
  order: string
  offset: number
  hasPeer: boolean
}

export const PAGE_SIZE = 100

export function questionsOf({ wide, narrow }: Site, count: number): Question[] {
  const below = (gid: string): string =>
    `region_id in (select descendant_id from region_closure where ancestor_id = '${gid}')`
  const like = (text: string): string =>
    `(name_search like '%${text}%' or alias_search like '%${text}%' or lower(did) like '%${text}%')`
  const ask = (what: string, body: Question['body'], where = '', order = 'name_search', hasPeer = true) => {
    const Page = body.Page ?? 1
    return {
      what,
      body: { PageSize: PAGE_SIZE, ...body },
      where,
      order,
      offset: (Page - 1) * PAGE_SIZE,
      hasPeer,
    }
  }
  const page = (share: number) => Math.max(1, Math.floor((count / PAGE_SIZE) * share))
  const middle = page(1 / 2)
  return [
    ask('all, by name', {}),
    ask('all, the page in the middle', { Page: middle }),
    ask('all, the last page', { Page: page(1) }),
    ask('a region with a tenth of all', { GID: wide }, below(wide)),
    ask('the same, its last page', { GID: wide, Page: page(1 / 10) }, below(wide)),
    ask('a region of 100', { GID: narrow }, below(narrow)),
    ask('a type (a tenth)', { DevTypes: [4] }, 'dev_type in (4)'),
    ask('two types (seven tenths)', { DevTypes: [1, 2] }, 'dev_type in (1, 2)'),
    ask('a model', { Model: 'Eye 5' }, `model = 'Eye 5'`),
    ask('a firmware, by model', { Firmware: '1.3.0', Sort: 'Model' }, `firmware = '1.3.0'`, 'model'),
    ask('text, of many', { Keyword: 'gate' }, like('gate')),
    ask('text, of one', { Keyword: '0000012345' }, like('0000012345')),
    ask(
      'region, type, model and text',
      { GID: wide, DevTypes: [1], Model: 'Eye 3', Keyword: '7' },
      `${below(wide)} and dev_type in (1) and model = 'Eye 3' and ${like('7')}`,
    ),
    ...(
      [
        ['DID', 'did'],
        ['DevType', 'dev_type'],
        ['Model', 'model'],
        ['Firmware', 'firmware'],
        ['Alias', 'alias_search'],
        ['License', 'license'],
        ['CreatedAt', 'created_at'],
      ] as const
    ).map(([Sort, column]) => ask(`by ${Sort}, in the middle`, { Sort, Page: middle }, '', column)),
    ask(
      'a region by alias, descending',
      { GID: wide, Sort: 'Alias', Descending: true },
      below(wide),
      'alias_search desc',
    ),
    ask('online (half)', { Presence: 1 }, '', '', false),
    ask('offline (half), its last page', { Presence: 2, Page: middle }, '', '', false),
    ask('offline, of a region', { Presence: 2, GID: wide }, '', '', false),
    ask('upgrading (100)', { Status: 'upgrading' }, '', '', false),
  ]
}
