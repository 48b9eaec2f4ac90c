const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Gives a workbook or a list as text, in base64, to the browser's downloads. */
export function saveFile(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: name.endsWith('.csv') ? 'text/csv' : XLSX }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Once the browser has taken it over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
