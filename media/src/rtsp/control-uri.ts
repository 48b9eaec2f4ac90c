/**
 * Where `a=control` points (RFC 2326 section C.1.1), in the way cameras mean it: a relative one is appended behind a
 * slash to the whole base, its query included, and not resolved as RFC 3986 has it.
 */
export function controlUri(base: string, control: string): string {
  if (/^rtsps?:\/\//i.test(control)) return control
  if (control === '' || control === '*') return base
  if (control.startsWith('/')) return URL.parse(control, base)?.href ?? base
  return (base.endsWith('/') ? base : `${base}/`) + control
}

/** Content-Base, else Content-Location, else what was asked for; what is no RTSP address is passed over. */
export function baseUri(
  requestUri: string,
  contentBase: string | undefined,
  contentLocation: string | undefined,
): string {
  const isUsable = (uri: string | undefined): uri is string =>
    uri !== undefined && /^rtsps?:\/\/[^\s]+$/i.test(uri)
  return [contentBase, contentLocation].find(isUsable) ?? requestUri
}
