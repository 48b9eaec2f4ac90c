/** Sections and readings that code cites stand in docs/rules.md; sections of standards are named with them. */
const READINGS = /\breadings? (\d+(?:(?:, | and | to | or )\d+)*)/gi
const SECTIONS = /\b(?:section|sections) (\d+(?:(?:, | and | to | or )\d+)*)(?![.\d])/gi
const STANDARD = /RFC|ISO|ITU|ONVIF|MQTT|T\.8|H\.26|OpenID|XML|WS-|specification of/

export interface Cited {
  readings: number[]
  sections: number[]
}

/** Returns the numbers that the lines of a file cite. */
export function citedIn(source: string): Cited {
  const lines = source.split('\n').filter((line) => !STANDARD.test(line))
  const numbersOf = (pattern: RegExp) =>
    lines
      .flatMap((line) => [...line.matchAll(pattern)])
      .flatMap(([, list = '']) => (list.match(/\d+/g) ?? []).map(Number))
  return { readings: numbersOf(READINGS), sections: numbersOf(SECTIONS) }
}

/** Returns the numbers that the page has, each at the beginning of a line. */
export function rulesOf(page: string): Cited {
  const [sections = '', ...readings] = page.split(/^## Readings/m)
  const numbersOf = (text: string) => (text.match(/^\d+(?=\. )/gm) ?? []).map(Number)
  return { sections: numbersOf(sections), readings: readings.flatMap(numbersOf) }
}
