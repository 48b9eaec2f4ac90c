"""OpenCV's people detector on five pictures a second of a clip: a line of JSON for each picture looked at.
It knows people from 96 pixels on, so pictures are made twice as large for it."""
import json
import sys

import cv2

path, fps, least = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
hog = cv2.HOGDescriptor()
hog.setSVMDetector(cv2.HOGDescriptor_getDefaultPeopleDetector())
clip = cv2.VideoCapture(path)
frame, next_ms = 0, 0.0
while True:
    there, picture = clip.read()
    if not there:
        break
    at_ms = frame * 1000 / fps
    if at_ms >= next_ms - 1:
        next_ms += 200
        picture = cv2.resize(picture, None, fx=2, fy=2)
        height, width = picture.shape[:2]
        boxes, weights = hog.detectMultiScale(picture, winStride=(8, 8), padding=(8, 8), scale=1.05)
        found = [
            {"x": x / width, "y": y / height, "width": w / width, "height": h / height, "score": float(score)}
            for (x, y, w, h), score in zip(boxes, weights)
            if float(score) >= least
        ]
        print(json.dumps(found), flush=True)
    frame += 1
