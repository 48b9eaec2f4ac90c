/** What a device says of itself is shown to people: one line of bounded length, not cut within a character. */
export function plainText(text: string, longest = 100): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '')
}
