import carPark from '../../assets/car-park/scene.json' with { type: 'json' }
import carParkNight from '../../assets/car-park-night/scene.json' with { type: 'json' }
import corridor from '../../assets/corridor/scene.json' with { type: 'json' }
import corridorNight from '../../assets/corridor-night/scene.json' with { type: 'json' }
import gate from '../../assets/gate/scene.json' with { type: 'json' }
import gateNight from '../../assets/gate-night/scene.json' with { type: 'json' }
import yard from '../../assets/yard/scene.json' with { type: 'json' }
import yardNight from '../../assets/yard-night/scene.json' with { type: 'json' }
import type { Layout, SceneScript } from './layout.ts'
import { type Backdrop, loadBackdrop, type Quality } from './scene.ts'

export const viewpoints = ['gate', 'yard', 'corridor', 'car-park'] as const
export type Viewpoint = (typeof viewpoints)[number]
export type Light = 'day' | 'night'

type Described = Record<Quality, Layout> & { script: SceneScript }

const described: Readonly<Record<Viewpoint, Record<Light, Described>>> = {
  gate: { day: gate, night: gateNight },
  yard: { day: yard, night: yardNight },
  corridor: { day: corridor, night: corridorNight },
  'car-park': { day: carPark, night: carParkNight },
}

const loaded = new Map<string, Backdrop>()

/** Read when somebody first looks at it; all cameras at a viewpoint share it. */
export function backdropOf(viewpoint: Viewpoint, light: Light, quality: Quality): Backdrop {
  const name = light === 'day' ? viewpoint : `${viewpoint}-night`
  const key = `${name}/${quality}`
  const known = loaded.get(key)
  if (known !== undefined) return known
  const scene = described[viewpoint][light]
  const backdrop = loadBackdrop(name, quality, scene[quality], scene.script)
  loaded.set(key, backdrop)
  return backdrop
}

/** What happens at the viewpoint, by day and by night. */
export function scriptOf(viewpoint: Viewpoint): SceneScript {
  return described[viewpoint].day.script
}

export function layoutOf(viewpoint: Viewpoint, quality: Quality): Layout {
  return described[viewpoint].day[quality]
}
