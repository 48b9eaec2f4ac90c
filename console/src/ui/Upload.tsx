import './upload.css'

import { type DragEvent, type ReactNode, useId, useState } from 'react'

import { useT } from '../i18n/language.ts'

interface Props {
  label: string
  /** As the input's attribute: `.xlsx,.xls`, `image/*`. What was dropped may be anything: check it. */
  accept: string
  /** Several can be picked at once. */
  isMultiple?: boolean
  /** Which kinds and sizes are taken. */
  hint?: string
  fault?: string | undefined
  /** What was picked before. */
  file: File | undefined
  /** Everything that was picked or dropped, one or several. */
  onFiles: (files: readonly File[]) => void
  /** What was dropped is no file. */
  onNothing?: () => void
}

/** Takes a file by a press, by the keyboard or by dropping it here. */
export function Upload({
  label,
  accept,
  isMultiple = false,
  hint,
  fault,
  file,
  onFiles,
  onNothing,
}: Props): ReactNode {
  const t = useT()
  const id = useId()
  const [isTarget, setIsTarget] = useState(false)
  const take = (files: FileList | null): void => {
    if (files && files.length > 0) onFiles([...files])
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setIsTarget(false)
    if (event.dataTransfer.files.length === 0) onNothing?.()
    take(event.dataTransfer.files)
  }
  return (
    <div className="field">
      <label
        className="upload"
        data-target={isTarget}
        onDragOver={(event) => {
          event.preventDefault()
          setIsTarget(true)
        }}
        onDragLeave={() => setIsTarget(false)}
        onDrop={drop}
      >
        <input
          type="file"
          accept={accept}
          multiple={isMultiple}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-hint ${id}-fault`}
          onChange={({ currentTarget }) => {
            take(currentTarget.files)
            // The same file, mended, can be picked again.
            currentTarget.value = ''
          }}
        />
        <b>{label}</b>
        <span>{file ? file.name : t('ui.dropHere')}</span>
      </label>
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
      <p id={`${id}-fault`} className="fault" role="alert">
        {fault}
      </p>
    </div>
  )
}
