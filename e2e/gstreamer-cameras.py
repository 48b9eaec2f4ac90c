#!/usr/bin/python3
"""Cameras that nobody here wrote: GStreamer's RTSP server on loopback, one path for each kind of stream.

usage: gstreamer-cameras.py [--auth USER PASSWORD]
Prints "port N" when it listens. Needs python3-gi, gir1.2-gst-rtsp-server-1.0 and the GStreamer plugins.
"""
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

PICTURE = (
    "videotestsrc is-live=true pattern=ball background-color=0xff204060 "
    "! video/x-raw,format=I420,width=640,height=360,framerate=25/1 ! timeoverlay ! videoconvert "
)
H264 = "! x264enc tune=zerolatency speed-preset=ultrafast key-int-max={gop} bitrate=600 ! video/x-h264,profile=baseline "
PAY = "! rtph264pay name=pay0 pt=96 config-interval={interval} "
AAC = (
    "audiotestsrc is-live=true wave=ticks ! audioconvert ! audioresample "
    "! audio/x-raw,rate=16000,channels=1 ! avenc_aac ! rtpmp4gpay name=pay1 pt=97"
)

PATHS = {
    "/h264-aac": PICTURE + H264.format(gop=25) + PAY.format(interval=-1) + AAC,
    "/h264": PICTURE + H264.format(gop=50) + PAY.format(interval=1),
    "/mjpeg": PICTURE + "! jpegenc ! rtpjpegpay name=pay0 pt=26",
}


def main() -> None:
    Gst.init(None)
    server = GstRtspServer.RTSPServer(address="127.0.0.1", service="0")
    secured = len(sys.argv) == 4 and sys.argv[1] == "--auth"
    if secured:
        auth = GstRtspServer.RTSPAuth()
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
        token = GstRtspServer.RTSPToken()
        token.set_string("media.factory.role", "viewer")
        auth.add_digest(sys.argv[2], sys.argv[3], token)
        server.set_auth(auth)
    for path, pipeline in PATHS.items():
        factory = GstRtspServer.RTSPMediaFactory(shared=True)
        factory.set_launch(f"( {pipeline} )")
        if secured:
            role = Gst.Structure.new_empty("viewer")
            role.set_value("media.factory.access", True)
            role.set_value("media.factory.construct", True)
            factory.add_role_from_structure(role)
        server.get_mount_points().add_factory(path, factory)
    if server.attach(None) == 0:
        sys.exit("the RTSP server could not be attached")
    print("port", server.get_bound_port(), flush=True)
    GLib.MainLoop().run()


main()
