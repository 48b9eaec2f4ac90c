export { DoorTalk } from './talk/DoorTalk.tsx'
export { Live } from './Live.tsx'
export { playOnWall } from './play-on-wall.ts'
export { Preview } from './Preview.tsx'
