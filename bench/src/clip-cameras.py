#!/usr/bin/python3
"""A clip as cameras of GStreamer's RTSP server on loopback: each path plays it once, from its own viewer's beginning.

usage: clip-cameras.py FILE CAMERAS FRAME EVERY
Prints "port N" when it listens, and "sent CAMERA MS" (wall clock) when frame FRAME, FRAME + EVERY… of /CAMERA has left.
"""
import sys
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

LAUNCH = "( filesrc location={file} ! qtdemux ! h264parse config-interval=-1 ! rtph264pay name=pay0 pt=96 )"


def watched(camera: int, frame: int, every: int):
    """A payloader takes the next frame when the one before has been sent in its time."""

    def configured(_factory: GstRtspServer.RTSPMediaFactory, media: GstRtspServer.RTSPMedia) -> None:
        count = 0

        def arrived(_pad: Gst.Pad, _info: Gst.PadProbeInfo) -> Gst.PadProbeReturn:
            nonlocal count
            if count > frame and (count - 1 - frame) % every == 0:
                print("sent", camera, int(time.time() * 1000), flush=True)
            count += 1
            return Gst.PadProbeReturn.OK

        payloader = media.get_element().get_by_name("pay0")
        payloader.get_static_pad("sink").add_probe(Gst.PadProbeType.BUFFER, arrived)

    return configured


def main() -> None:
    file, cameras, frame, every = sys.argv[1], *map(int, sys.argv[2:5])
    Gst.init(None)
    server = GstRtspServer.RTSPServer(address="127.0.0.1", service="0")
    for camera in range(cameras):
        factory = GstRtspServer.RTSPMediaFactory(shared=True)
        factory.set_launch(LAUNCH.format(file=file))
        factory.connect("media-configure", watched(camera, frame, every))
        server.get_mount_points().add_factory(f"/{camera}", factory)
    if server.attach(None) == 0:
        sys.exit("the RTSP server could not be attached")
    print("port", server.get_bound_port(), flush=True)
    GLib.MainLoop().run()


main()
