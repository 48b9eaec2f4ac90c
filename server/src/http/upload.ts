/** Calls that bring a file: multipart/form-data, whose field `file` is the file and whose others are the BODY. */
import { Refusal } from '@vedette/contract/codes'

export interface UploadedFile {
  name: string
  bytes: Buffer
}

export class Upload {
  readonly body: Readonly<Record<string, string>>
  readonly files: readonly UploadedFile[]

  constructor(body: Readonly<Record<string, string>>, files: readonly UploadedFile[]) {
    this.body = body
    this.files = files
  }
}

/** Throws Refusal `badEnvelope` for what cannot be read. */
export async function readUpload(contentType: string, bytes: Buffer): Promise<Upload> {
  const form = await new Response(Uint8Array.from(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new Refusal('badEnvelope')
    })
  const fields: [string, string][] = []
  const files: UploadedFile[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.push([name, value])
    else if (name === 'file') files.push({ name: value.name, bytes: Buffer.from(await value.arrayBuffer()) })
  }
  // The last of several fields with one name counts; `__proto__` is a name like any other here.
  return new Upload(Object.fromEntries(fields), files)
}
