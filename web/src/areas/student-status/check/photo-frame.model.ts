/** A picture's size in its own pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}
/** The part of a picture that becomes the photo: 3:4. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** Width to height. */
const RATIO = 0.75;
/** Narrowest frame: what is cut from less is no photo any more. */
export const LEAST_WIDTH = 310;

export const heightOf = ({ width }: Pick<Frame, 'width'>): number => width / RATIO;
/** The widest frame that a picture has. */
export const widest = ({ width, height }: PictureSize): number => Math.floor(Math.min(width, height * RATIO));

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** A width that a frame may have. */
const possible = (width: number, picture: PictureSize): number =>
  between(width, Math.min(LEAST_WIDTH, widest(picture)), widest(picture));

/** A frame inside the picture, as near as possible to what was wanted. */
export function placed({ left, top, width }: Frame, picture: PictureSize): Frame {
  const kept = possible(width, picture);
  return {
    width: kept,
    left: between(left, 0, picture.width - kept),
    top: between(top, 0, picture.height - heightOf({ width: kept })),
  };
}

/** The first frame: as large as can be, in the middle, and high up, where faces are. */
export function firstFrame(picture: PictureSize): Frame {
  const width = widest(picture);
  return placed({ width, left: (picture.width - width) / 2, top: (picture.height - heightOf({ width })) / 4 }, picture);
}

/** The frame of another width around the same middle. */
export function resized(frame: Frame, wanted: number, picture: PictureSize): Frame {
  const { left, top } = frame;
  const width = possible(wanted, picture);
  return placed(
    { width, left: left + (frame.width - width) / 2, top: top + (heightOf(frame) - heightOf({ width })) / 2 },
    picture,
  );
}
