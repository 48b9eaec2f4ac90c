/** The keys of the wall (reading 39); 1 to 9 alone are left to the presets of a PTZ window. */
export const WALL_KEYS = {
  left: ['ArrowLeft'],
  up: ['ArrowUp'],
  right: ['ArrowRight'],
  down: ['ArrowDown'],
  enlarge: ['Enter'],
  close: ['Delete', 'Backspace'],
  sound: ['m'],
  fullScreen: ['f'],
  popOut: ['o'],
  zoomIn: ['+', '='],
  zoomOut: ['-'],
  zoomReset: ['0', 'Escape'],
  leaveEnlarged: ['Escape'],
  nextPage: ['PageDown'],
  previousPage: ['PageUp'],
  devices: ['d'],
  ptz: ['c'],
  patrol: ['t'],
  snapshot: ['s'],
  keepForAlarms: ['a'],
  replay: ['h'],
  pictureInPicture: ['u'],
  cycle: ['y'],
  savedWalls: ['w'],
  larger: ['b'],
} as const

/** Columns and rows of the wall. */
export const GRID_KEYS = ['g'] as const

/** Held down while one speaks. */
export const TALK_KEYS = ['v'] as const

export function layoutKeys(windows: number): string[] {
  return [`Alt+${windows}`]
}
