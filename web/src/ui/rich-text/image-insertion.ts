/** Wider images than this are scaled down, except png and gif (PICKERS-137). */
export const IMAGE_MAX_WIDTH = 400;
/** Quality of the jpeg that a scaled image becomes. */
export const IMAGE_QUALITY = 0.8;
/** What may be inserted. */
export const IMAGE_TYPES = ['image/png', 'image/gif', 'image/jpeg', 'image/bmp', 'image/webp'] as const;

/**
 * The size an image is drawn at: null when it stays as it is, else at most {@link IMAGE_MAX_WIDTH} wide with the same
 * proportions.
 */
export function scaledSize(type: string, width: number, height: number): { width: number; height: number } | null {
  if (type === 'image/png' || type === 'image/gif' || width <= IMAGE_MAX_WIDTH) return null;
  return { width: IMAGE_MAX_WIDTH, height: Math.max(1, Math.round((height * IMAGE_MAX_WIDTH) / width)) };
}

/**
 * An image file as the `data:` address that goes into the text, scaled where {@link scaledSize} says so. Rejects when
 * the file is not a picture that the browser can read.
 */
export async function imageAddress(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  try {
    const size = scaledSize(file.type, bitmap.width, bitmap.height);
    return size === null ? await dataAddress(file) : drawn(bitmap, size);
  } finally {
    bitmap.close();
  }
}

function drawn(bitmap: ImageBitmap, { width, height }: { width: number; height: number }): string {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (context === null) throw new DOMException('No canvas to draw the picture on', 'NotSupportedError');
  // Jpeg knows no transparency: what was see-through would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.toDataURL('image/jpeg', IMAGE_QUALITY);
}

function dataAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      resolve(reader.result as string);
    });
    reader.addEventListener('error', () => {
      reject(reader.error ?? new DOMException('The file cannot be read', 'NotReadableError'));
    });
    reader.readAsDataURL(file);
  });
}
