import type { ReactNode } from 'react'

import { Icon } from '../../ui/icons.tsx'

const PATHS = {
  eventBefore: 'M18.5 6v12L8.5 12ZM6 6v12',
  eventAfter: 'M5.5 6v12L15.5 12ZM18 6v12',
  camera: 'M4 8h3.5l1.5-2h6l1.5 2H20v10.5H4ZM12 10a3 3 0 1 0 .01 0',
  lock: 'M6.5 11h11v8h-11ZM9 11V8a3 3 0 0 1 6 0v3',
  play: 'M8 5.5v13l10.5-6.5Z',
  pause: 'M8.5 6v12M15.5 6v12',
  back: 'M5 11a7.5 7.5 0 1 1 1.5 6M5 5.5V11h5.5',
  forward: 'M19 11a7.5 7.5 0 1 0-1.5 6M19 5.5V11h-5.5',
  frameBack: 'M15.5 6.5v11L7 12ZM18.5 6.5v11',
  frameOn: 'M8.5 6.5v11L17 12ZM5.5 6.5v11',
  markIn: 'M14 5H8v14h6',
  markOut: 'M10 5h6v14h-6',
  unmark: 'M6 6l12 12M18 6 6 18',
  download: 'M12 4.5v10M7.5 10.5l4.5 4.5 4.5-4.5M5 19h14',
  box: 'M4.5 9v10.5h15V9M4 5h16v4H4ZM9.5 12.5h5',
  calendar: 'M4.5 6h15v13.5h-15ZM4.5 10h15M9 6v13.5M14.5 6v13.5M4.5 14.5h15',
  former: 'M4 8h11v8.5H4ZM15 11l5-2.5v8l-5-2.5M3 20 20 4',
  live: 'M4 7.5h11v9H4ZM15 10.5l5-2.5v8l-5-2.5',
  full: 'M4.5 9.5v-5h5M19.5 9.5v-5h-5M4.5 14.5v5h5M19.5 14.5v5h-5',
  sound: 'M4.5 9.5v5h3.5l4.5 4v-13l-4.5 4ZM16 9.5a4 4 0 0 1 0 5M18.5 7a8 8 0 0 1 0 10',
  cameras: 'M4 6h16M4 12h16M4 18h10',
  events: 'M4 5.5h5v4H4ZM12 6h8M12 9h5M4 14.5h5v4H4ZM12 15h8M12 18h5',
  range: 'M4 12h16M4 8v8M20 8v8',
  windows: 'M4 5h16v14H4ZM4 12h16M12 5v14',
  clock: 'M12 7.5V12l3 2M12 4a8 8 0 1 0 .01 0',
} as const

export function ReplayIcon({ name }: { name: keyof typeof PATHS }): ReactNode {
  return (
    <Icon>
      <path d={PATHS[name]} />
    </Icon>
  )
}
