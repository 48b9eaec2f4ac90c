import type { BodyOf } from '@vedette/contract/call'
import type { addArea } from '@vedette/contract/calls/community'

/** A residential area with all that is required. */
export const AREA: BodyOf<typeof addArea> = {
  Name: 'Garden Court',
  Address: '1 Elm Street',
  Type: 'areaType1',
  Organisation: 'Housing office',
  Street: 'street1',
  Community: 'Riverside',
  Coordinates: '116.331398,39.897445',
  Buildings: 2,
  Units: 4,
  PropertyCompany: 'Elm Estates',
  Contact: 'Li Wei',
  ContactPhone: '010-12345678',
}
