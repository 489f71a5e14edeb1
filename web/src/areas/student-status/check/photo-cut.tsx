import { CUT_PHOTO, MAX_PHOTO_BYTES } from '@jwxt/contracts/student-status/check/student-photo.vocabulary.ts';
import { Slider } from '@mantine/core';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import classes from './check.module.css';
import { heightOf, LEAST_WIDTH, placed, resized, widest, type Frame } from './photo-frame.model.ts';

/** Longest side of the picture on the screen. */
const SHOWN = 380;
const STEP = 10;

type PhotoCutProps = { image: HTMLImageElement; frame: Frame; onChange: (frame: Frame) => void };

/** A picture with the 3:4 frame that is cut out of it: dragged, moved by the arrow keys, resized by the slider. */
export function PhotoCut({ image, frame, onChange }: PhotoCutProps) {
  const picture = { width: image.naturalWidth, height: image.naturalHeight };
  const scale = SHOWN / Math.max(picture.width, picture.height);
  const dragged = useRef<{ x: number; y: number; frame: Frame } | null>(null);
  const move = (from: Frame, left: number, top: number) => {
    onChange(placed({ ...from, left: from.left + left, top: from.top + top }, picture));
  };
  const drag = (event: PointerEvent) => {
    const from = dragged.current;
    if (from) move(from.frame, (event.clientX - from.x) / scale, (event.clientY - from.y) / scale);
  };
  const walk = (event: KeyboardEvent) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    move(frame, (way[0] ?? 0) * STEP, (way[1] ?? 0) * STEP);
  };
  return (
    <div>
      <div className={classes['cut']} style={{ width: picture.width * scale, height: picture.height * scale }}>
        <img src={image.src} alt="" draggable={false} />
        <button
          type="button"
          className={classes['frame']}
          aria-label="裁剪框，用方向键移动"
          style={{
            left: frame.left * scale,
            top: frame.top * scale,
            width: frame.width * scale,
            height: heightOf(frame) * scale,
          }}
          onKeyDown={walk}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            dragged.current = { x: event.clientX, y: event.clientY, frame };
          }}
          onPointerMove={drag}
          onPointerUp={() => {
            dragged.current = null;
          }}
        />
      </div>
      <Slider
        mt={12}
        aria-label="裁剪框大小"
        label={null}
        min={Math.min(LEAST_WIDTH, widest(picture))}
        max={widest(picture)}
        value={frame.width}
        onChange={(width) => {
          onChange(resized(frame, width, picture));
        }}
      />
    </div>
  );
}

/** Reads a chosen file as a picture. Rejects what is none. */
export async function readPicture(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(typeof reader.result === 'string' ? reader.result : '');
    };
    reader.onerror = () => {
      reject(new Error('读取失败'));
    };
    reader.readAsDataURL(file);
  });
  await image.decode();
  return image;
}

/** The frame's part of a picture as a jpg of 480×640, as good as 100 kB allow. */
export async function cutPhoto(image: HTMLImageElement, frame: Frame): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = CUT_PHOTO.width;
  canvas.height = CUT_PHOTO.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('浏览器不能处理图片');
  // What is transparent becomes white, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, frame.left, frame.top, frame.width, heightOf(frame), 0, 0, canvas.width, canvas.height);
  for (const quality of [0.92, 0.85, 0.75, 0.6, 0.4]) {
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', quality);
    });
    if (blob && blob.size <= MAX_PHOTO_BYTES) return blob;
  }
  throw new Error('图片内容过于复杂，请换一张照片');
}
