/** `PT1M30S` and its like in ms; undefined for anything else. */
export function durationMs(text: string | undefined): number | undefined {
  const parts =
    /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})(?:\.(\d{1,3})\d*)?S)?)?$/.exec(
      text ?? '',
    )
  if (parts === null) return undefined
  const [, days = 0, hours = 0, minutes = 0, seconds = 0, fraction = '0'] = parts
  const wholeS = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
  return wholeS * 1000 + Number(fraction.padEnd(3, '0'))
}
