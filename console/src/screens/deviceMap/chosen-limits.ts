/** How many of the devices that were chosen on the map each thing takes. */
import { MOST_AT_ONCE } from '@vedette/contract/calls/device-edit'
import { MOST_TOUR_DEVICES } from '@vedette/contract/calls/patrol'

import type { Translate } from '../../i18n/language.ts'

const MOST = { patrol: MOST_TOUR_DEVICES, region: MOST_AT_ONCE }

/** What is said where not all of them are taken; undefined where all are. The wall's windows are the wall's to know. */
export function limitText(
  t: Translate,
  use: keyof typeof MOST | { windows: number },
  count: number,
): string | undefined {
  const most = typeof use === 'string' ? MOST[use] : use.windows
  if (count <= most) return undefined
  if (use === 'region') return t('map.mostAtOnce', { most })
  return t(use === 'patrol' ? 'map.firstIncluded' : 'map.firstShown', { most, count })
}
