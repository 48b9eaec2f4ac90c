import gate from '../../assets/gate/scene.json' with { type: 'json' }
import mirrored from '../../assets/gate-mirrored/scene.json' with { type: 'json' }
import monochrome from '../../assets/gate-monochrome/scene.json' with { type: 'json' }
import { type Backdrop, loadBackdrop, type Quality } from './scene.ts'

export type Scene = Record<Quality, Backdrop>

/** The scenes in the order in which cameras take them. */
export function loadScenes(): [Scene, ...Scene[]] {
  const load = (name: string, { main, sub, script }: typeof gate | typeof mirrored | typeof monochrome) => ({
    main: loadBackdrop(name, 'main', main, script),
    sub: loadBackdrop(name, 'sub', sub, script),
  })
  return [load('gate', gate), load('gate-mirrored', mirrored), load('gate-monochrome', monochrome)]
}
