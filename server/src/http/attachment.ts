/** RFC 6266: names that are not ASCII go into the extended form. */
export function attachment(name: string): Record<string, string> {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')
  return {
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
  }
}
