#!/usr/bin/python3
"""Cameras that nobody here wrote: GStreamer's RTSP server on loopback, one path for each kind of stream.

usage: gstreamer-cameras.py [--auth USER PASSWORD] [--tls FOLDER] [--hears FILE] [--clip FILE]
FOLDER holds cert.pem and key.pem: the server then speaks RTSPS alone.
What is said to /talk, by ONVIF's back channel, goes into FILE as 16-bit samples at 8 kHz; what is said to /talk-aac, which
takes AAC alone, into FILE.aac as 16-bit samples at 16 kHz. /clip plays an MP4 FILE from its beginning, and ends with it.
Prints "port N" when it listens. Needs python3-gi, gir1.2-gst-rtsp-server-1.0 and the GStreamer plugins.
"""
import argparse
import os
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import Gio, GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

PICTURE = (
    "videotestsrc is-live=true pattern=ball background-color=0xff204060 "
    "! video/x-raw,format=I420,width=640,height=360,framerate=25/1 ! videoconvert "
)
# Takes as much work as its encoding, and fills more packets.
DETAILED = PICTURE + "! timeoverlay "
H264 = "! x264enc tune=zerolatency speed-preset=ultrafast key-int-max={gop} bitrate=600 ! video/x-h264,profile=baseline "
B_FRAMES = "! x264enc speed-preset=veryfast key-int-max=50 bframes=2 b-adapt=false bitrate=600 ! video/x-h264,profile=main "
H265 = "! x265enc tune=zerolatency speed-preset=ultrafast key-int-max=25 bitrate=400 ! video/x-h265,profile=main "
PAY = "! rtph264pay name=pay0 pt=96 config-interval={interval} "
PAY_H265 = "! rtph265pay name=pay0 pt=96 config-interval=1 "
SOUND = "audiotestsrc is-live=true wave=ticks ! audioconvert ! audioresample ! audio/x-raw,channels=1,rate={rate} "
AAC = SOUND.format(rate=16000) + "! avenc_aac ! rtpmp4gpay name=pay1 pt=97"
PCMA = SOUND.format(rate=8000) + "! alawenc ! rtppcmapay name=pay1 pt=8"
PCMU = SOUND.format(rate=8000) + "! mulawenc ! rtppcmupay name=pay1 pt=0"

PATHS = {
    "/h264-aac": PICTURE + H264.format(gop=25) + PAY.format(interval=-1) + AAC,
    "/h264-pcma": PICTURE + H264.format(gop=25) + PAY.format(interval=1) + PCMA,
    "/h264": PICTURE + H264.format(gop=50) + PAY.format(interval=1),
    # Parameter sets in the session description alone.
    "/h264-nosps": PICTURE
    + H264.format(gop=25).rstrip()
    + ",stream-format=avc "
    + PAY.format(interval=0),
    "/h265": PICTURE + H265 + PAY_H265,
    "/h265-aac": PICTURE + H265 + PAY_H265 + AAC,
    "/h265-pcmu": PICTURE + H265 + PAY_H265 + PCMU,
    "/bframes": PICTURE + B_FRAMES + PAY.format(interval=1),
    "/longgop": PICTURE + H264.format(gop=250) + PAY.format(interval=1),
    # One packet in two hundred is missing.
    "/lossy": DETAILED
    + H264.format(gop=25)
    + "! rtph264pay pt=96 config-interval=-1 ! identity name=pay0 drop-probability=0.005 ",
    # Three packets in a hundred are missing, and it can't be asked over TCP.
    "/bad-line": DETAILED
    + H264.format(gop=25)
    + "! rtph264pay pt=96 config-interval=-1 ! identity name=pay0 drop-probability=0.03 ",
    # Some 4 Mbit/s, with the time in each picture; `?camera=N` makes as many cameras of it as are asked for.
    "/1080p": "videotestsrc is-live=true pattern=zone-plate kx2=20 ky2=20 kt=1 "
    "! video/x-raw,format=I420,width=1920,height=1080,framerate=25/1 ! timeoverlay "
    "! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=50 bitrate=4000 ! video/x-h264,profile=baseline "
    + PAY.format(interval=-1),
    "/mjpeg": PICTURE + "! jpegenc ! rtpjpegpay name=pay0 pt=26",
}

CLIP = "filesrc location={file} ! qtdemux ! h264parse " + PAY.format(interval=-1)

# Who only speaks sets up neither picture nor sound. They then have no way out, which now and then ends the whole session.
UNASKED = "! errorignore ignore-notlinked=true convert-to=ok name={name} "
TALK = (
    PICTURE
    + H264.format(gop=25)
    + "! rtph264pay pt=96 config-interval=-1 "
    + UNASKED.format(name="pay0")
    + SOUND.format(rate=8000)
    + "! mulawenc ! rtppcmupay pt=0 "
    + UNASKED.format(name="pay1")
)
BACK_CHANNEL = (
    '( capsfilter caps="application/x-rtp, media=audio, payload=0, clock-rate=8000, encoding-name=PCMU" '
    "name=depay_backchannel ! rtppcmudepay ! mulawdec ! audio/x-raw,format=S16LE "
    "! filesink location={file} async=false sync=false buffer-mode=unbuffered )"
)
# 0x1408: AAC-LC, 16 kHz, one channel (ISO 14496-3 section 1.6.2.1).
BACK_CHANNEL_AAC = (
    '( capsfilter caps="application/x-rtp, media=audio, payload=97, clock-rate=16000, encoding-name=MPEG4-GENERIC, '
    "encoding-params=(string)1, streamtype=(string)5, profile-level-id=(string)15, mode=(string)AAC-hbr, config=(string)1408, "
    'sizelength=(string)13, indexlength=(string)3, indexdeltalength=(string)3" '
    "name=depay_backchannel ! rtpmp4gdepay ! avdec_aac ! audioconvert ! audio/x-raw,format=S16LE,channels=1,layout=interleaved "
    "! filesink location={file} async=false sync=false buffer-mode=unbuffered )"
)


def talking(back_channel: str, file: str) -> GstRtspServer.RTSPOnvifMediaFactory:
    factory = GstRtspServer.RTSPOnvifMediaFactory()
    factory.set_launch(f"( {TALK} )")
    factory.set_backchannel_launch(back_channel.format(file=file))
    factory.set_shared(False)
    factory.set_media_gtype(GstRtspServer.RTSPOnvifMedia)
    return factory


def authenticator(arguments: argparse.Namespace) -> GstRtspServer.RTSPAuth:
    auth = GstRtspServer.RTSPAuth()
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "viewer")
    if arguments.auth:
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
        auth.add_digest(*arguments.auth, token)
    else:
        auth.set_default_token(token)
    if arguments.tls:
        files = [os.path.join(arguments.tls, name) for name in ("cert.pem", "key.pem")]
        auth.set_tls_certificate(Gio.TlsCertificate.new_from_files(*files))
    return auth


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--auth", nargs=2, metavar=("USER", "PASSWORD"))
    parser.add_argument("--tls", metavar="FOLDER")
    parser.add_argument("--hears", metavar="FILE")
    parser.add_argument("--clip", metavar="FILE")
    arguments = parser.parse_args()
    Gst.init(None)
    kind = GstRtspServer.RTSPOnvifServer if arguments.hears else GstRtspServer.RTSPServer
    server = kind(address="127.0.0.1", service="0")
    if arguments.hears:
        points = server.get_mount_points()
        points.add_factory("/talk", talking(BACK_CHANNEL, arguments.hears))
        points.add_factory("/talk-aac", talking(BACK_CHANNEL_AAC, arguments.hears + ".aac"))
    secured = arguments.auth or arguments.tls
    if secured:
        server.set_auth(authenticator(arguments))
    clip = {"/clip": CLIP.format(file=arguments.clip)} if arguments.clip else {}
    for path, pipeline in {**PATHS, **clip}.items():
        factory = GstRtspServer.RTSPMediaFactory(shared=True)
        factory.set_launch(f"( {pipeline} )")
        if path == "/bad-line":
            factory.set_protocols(GstRtsp.RTSPLowerTrans.UDP)
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
