/** Floor plans by the places that they belong to, with the alarms of all that lies within. */
import type { FloorPlan } from '@vedette/contract/calls/floor-plan'
import type { GroupNode } from '@vedette/contract/calls/group'

export interface Floor {
  gid: string
  name: string
  /** Undefined for a region that has none itself. */
  plan: FloorPlan | undefined
  /** Alarms of the region and all below it. */
  alarms: number
}

/** A region whose floors stand beside one another: those right below it that have plans, and its own. */
export interface Place {
  gid: string
  /** Regions from the top to it. */
  path: readonly string[]
  alarms: number
  floors: readonly Floor[]
}

/** Sorted like the tree; `alarms` are those of each region alone. */
export function placesOf(
  forest: readonly GroupNode[],
  plans: readonly FloorPlan[],
  alarms: ReadonlyMap<string, number>,
): Place[] {
  const planOf = new Map(plans.map((plan) => [plan.GID, plan]))
  const total = (node: GroupNode): number =>
    node.Childs.reduce((sum, child) => sum + total(child), alarms.get(node.GID) ?? 0)
  const floorOf = (node: GroupNode): Floor => ({
    gid: node.GID,
    name: node.GroupName,
    plan: planOf.get(node.GID),
    alarms: total(node),
  })
  const places: Place[] = []
  const visit = (node: GroupNode, above: readonly string[], isCovered: boolean): void => {
    const path = [...above, node.GroupName]
    const below = node.Childs.filter(({ GID }) => planOf.has(GID))
    const own = planOf.has(node.GID)
    // A floor without floors of its own is shown with its siblings.
    if (below.length > 0 || (own && !isCovered)) {
      const floors = [
        ...(own ? [{ ...floorOf(node), alarms: alarms.get(node.GID) ?? 0 }] : []),
        ...below.map(floorOf),
      ]
      places.push({ gid: node.GID, path, alarms: total(node), floors })
    }
    for (const child of node.Childs) visit(child, path, planOf.has(child.GID))
  }
  for (const root of forest) visit(root, [], false)
  return places
}
