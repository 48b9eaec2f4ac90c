/** The map of a region. */
interface FloorPlanTable {
  company_id: string
  region_id: string
  picture_id: string
}

/** Where a device is on the plan of the region that it was in then; void once it is in another. */
interface FloorPlaceTable {
  company_id: string
  did: string
  region_id: string
  /** Parts of the picture's width and height. */
  x: number
  y: number
}

/** What a camera sees, on the map. */
interface FieldOfViewTable {
  company_id: string
  did: string
  /** Degrees clockwise from north. */
  heading: number
  /** Degrees. */
  angle: number
  /** Metres. */
  reach: number
}

export interface MapTables {
  floor_plan: FloorPlanTable
  floor_place: FloorPlaceTable
  field_of_view: FieldOfViewTable
}
