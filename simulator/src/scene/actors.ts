import type { Actor, BlockSink, Layout, SceneScript, Sprite } from './layout.ts'

/** Width of the picture in whose pixels scripts are written. */
export const SCRIPT_WIDTH = 1920

/** Draws whatever moves at this moment of the camera's script into the picture. */
export function drawActors(
  picture: BlockSink,
  layout: Layout,
  script: SceneScript,
  camera: number,
  timeMs: number,
  panned = 0,
) {
  const timeS = timeMs / 1000 + camera * script.stepS
  for (const actor of script.actors) {
    const place = placeOf(actor, timeS)
    const sprite = place === undefined ? undefined : layout.sprites[place.sprite]
    if (place === undefined || sprite === undefined) continue
    const x = Math.round((place.x * layout.width) / SCRIPT_WIDTH) - sprite.anchor - panned
    drawSprite(picture, layout, sprite, x)
  }
}

/** Which sprite of the actor is to be seen, and where; undefined between two crossings. */
export function placeOf(actor: Actor, timeS: number): { sprite: string; x: number } | undefined {
  const since = (((timeS - actor.afterS) % actor.everyS) + actor.everyS) % actor.everyS
  if (since >= actor.crossingS) return undefined
  const sprite = actor.sprites[Math.floor(since * actor.posesPerS) % actor.sprites.length]
  return sprite === undefined ? undefined : { sprite, x: actor.fromX + actor.speed * since }
}

/** Only blocks that the thing touches are copied, so that little of the sprite's own background comes along. */
function drawSprite(picture: BlockSink, layout: Layout, sprite: Sprite, x: number) {
  const dx = sprite.column * 16 - x
  const dy = (sprite.row - sprite.atRow) * 16
  const lastColumn = Math.ceil(layout.width / 16) - 1
  sprite.spans.forEach((span, row) => {
    if (span.first > span.last) return
    const from = Math.max(0, Math.floor((x + span.first) / 16))
    const to = Math.min(lastColumn, Math.floor((x + span.last) / 16))
    for (let column = from; column <= to; column++) picture.copy(column, sprite.atRow + row, dx, dy)
  })
}
