/** Names of a device's sources, configurations and profiles, as clients hand them back. */
import type { Camera, Device } from '../../device.ts'
import type { Quality } from '../../scene/scene.ts'
import { invalidArgument } from '../soap.ts'

export interface Profile {
  camera: Camera
  quality: Quality
}

export const sourceToken = (camera: Camera): string => `source${camera.channel}`
export const sourceConfigurationToken = (camera: Camera): string => `view${camera.channel}`
export const profileToken = ({ camera, quality }: Profile): string => `${quality}${camera.channel}`
export const encoderToken = ({ camera, quality }: Profile): string => `encoder-${quality}${camera.channel}`

export function profilesOf(device: Device): Profile[] {
  return device.cameras.flatMap((camera) => [
    { camera, quality: 'main' as const },
    { camera, quality: 'sub' as const },
  ])
}

export function profileBy(device: Device, token: string | undefined): Profile {
  const found = profilesOf(device).find((profile) => profileToken(profile) === token)
  if (found === undefined) throw invalidArgument(`There is no profile ${token ?? ''}`, 'ter:NoProfile')
  return found
}

export function encoderBy(device: Device, token: string | undefined): Profile {
  const found = profilesOf(device).find((profile) => encoderToken(profile) === token)
  if (found === undefined) throw invalidArgument(`There is no configuration ${token ?? ''}`, 'ter:NoConfig')
  return found
}

export function sourceBy(device: Device, token: string | undefined): Camera {
  const found = device.cameras.find((camera) => sourceToken(camera) === token)
  if (found === undefined) throw invalidArgument(`There is no video source ${token ?? ''}`, 'ter:NoSource')
  return found
}

export function sourceConfigurationBy(device: Device, token: string | undefined): Camera {
  const found = device.cameras.find((camera) => sourceConfigurationToken(camera) === token)
  if (found === undefined) throw invalidArgument(`There is no configuration ${token ?? ''}`, 'ter:NoConfig')
  return found
}
