import type { PageKey } from '@vedette/contract/pages'

/** Who asks, and what the role and the regions of the account admit. A snapshot: it is true for its company's `epoch`. */
export interface Principal {
  readonly companyId: string
  readonly companyCode: string
  readonly accountId: string
  /** The bare name, lower case. */
  readonly accountName: string
  readonly sessionId: string
  readonly roleId: string
  /** 1: the company's full administrator. */
  readonly roleStatus: number
  /** The pages of the active variants that the role holds, each with its features. */
  readonly pages: ReadonlyMap<PageKey, ReadonlySet<string>>
  /** Ids of the regions that the account sees, all sub-regions included. `all`: an account bound to none. */
  readonly regions: Regions
  /** The session only looks at what a role may do: nothing is changed in it. */
  readonly preview: boolean
  readonly epoch: number
  /** Limits an access token to these calls about this device. */
  readonly only?: { readonly did: string; readonly calls: readonly string[] }
}

export type Regions = 'all' | ReadonlySet<string>

/** Whether a device of this region is within these regions; one without a region is seen by `all` alone. */
export function includesRegion(regions: Regions, regionId: string | null): boolean {
  return regions === 'all' || (regionId !== null && regions.has(regionId))
}
