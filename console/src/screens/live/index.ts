export { Live } from './Live.tsx'
export { wallAddressOf } from './wall-of.ts'
export { playOnWall } from './play-on-wall.ts'
export { Preview } from './Preview.tsx'
