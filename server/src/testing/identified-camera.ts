import { type ScriptedDevice, scriptedDevice } from '@vedette/devices/onvif/testing/scripted-device'

const SERVICE =
  '<Service><Namespace>http://www.onvif.org/ver20/media/wsdl</Namespace><XAddr>http://10.0.0.9/media2</XAddr></Service>'
const PROFILE =
  '<Profiles token="P"><Name>P</Name><Configurations><VideoSource token="s"><SourceToken>1</SourceToken></VideoSource>' +
  '<VideoEncoder token="e"><Encoding>H264</Encoding><Resolution><Width>640</Width><Height>360</Height></Resolution></VideoEncoder></Configurations></Profiles>'

/** A camera that is known by this endpoint, at an address of its own; it answers once `before` has ended. */
export function identifiedCamera(
  endpoint: string,
  before: () => Promise<void> | undefined = () => undefined,
): Promise<ScriptedDevice> {
  return scriptedDevice({
    before,
    answers: {
      GetServices: SERVICE,
      GetProfiles: PROFILE,
      GetStreamUri: '<Uri>rtsp://10.0.0.9:1/main</Uri>',
      GetEndpointReference: `<GUID>urn:uuid:${endpoint}</GUID>`,
    },
  })
}
