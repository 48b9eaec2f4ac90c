/** An area as the form of areas sends it, with all that it requires. */
export const AREA = {
  Name: 'Garden Court',
  Address: '1 Elm Street',
  Type: 'areaType1',
  Organisation: 'Housing office',
  Street: 'street1',
  Community: 'Riverside',
  Coordinates: '116.331398,39.897445',
  Buildings: 1,
  Units: 1,
  PropertyCompany: 'Elm Estates',
  Contact: 'Li Wei',
  ContactPhone: '010-12345678',
}
