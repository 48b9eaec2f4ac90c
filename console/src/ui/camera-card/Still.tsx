import { type ReactNode, useState } from 'react'

interface Props {
  picture: { url: string } | undefined
  isPending?: boolean
  /** The kind of device, where there is no picture. */
  icon: ReactNode
  /** Said below the icon where there is room. */
  none?: string
}

/** A picture that may be missing, or turn out to be no picture: its place is as large in any case. */
export function Still({ picture, isPending = false, icon, none }: Props): ReactNode {
  const [broken, setBroken] = useState<string>()
  if (picture && picture.url !== broken)
    return <img className="still" src={picture.url} alt="" onError={() => setBroken(picture.url)} />
  return (
    <span className="still" aria-busy={isPending}>
      {icon}
      {none !== undefined && !isPending && <span>{none}</span>}
    </span>
  )
}
