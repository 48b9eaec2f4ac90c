import { LIVE_PATH } from '@vedette/contract/live'

import { push } from '../../app/push.ts'
import { MediaLink } from '../../player/media-link.ts'
import { socketUrl } from '../../wire/settings.ts'

let link: MediaLink | undefined

/** The page's one media link, made with the first wall or talk. */
export function liveLink(): MediaLink {
  link ??= new MediaLink(
    socketUrl(LIVE_PATH),
    () => push.ticket(),
    (nowUs) => push.learnGateTime(nowUs),
  )
  return link
}
