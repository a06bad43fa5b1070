import { type ImageSize, isTooLarge, redrawnSizes } from '#shared/domain/image-rules.ts';
import { UPLOADS } from '#shared/vocabulary/limits.ts';

const TYPE = 'image/jpeg';

/** Rejects what this browser cannot decode. */
export async function redrawImage(file: File): Promise<File> {
  const url = URL.createObjectURL(file);
  try {
    // An element turns the photo as its EXIF says, also where `createImageBitmap` does not, and decodes HEIC in Safari.
    const image = new Image();
    image.src = url;
    await image.decode();
    const smaller = await encodeSmallEnough(image);
    return new File([smaller], toJpegName(file.name), { type: TYPE, lastModified: file.lastModified });
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function encodeSmallEnough(image: HTMLImageElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  let smallest: Blob | null = null;
  for (const size of redrawnSizes({ width: image.naturalWidth, height: image.naturalHeight })) {
    draw(image, size, canvas);
    smallest = await encode(canvas);
    if (!isTooLarge(smallest.size)) break;
  }
  // Safari holds on to the memory of a canvas until it is empty.
  canvas.width = canvas.height = 0;
  if (!smallest) throw new Error('no size to draw');
  return smallest;
}

function draw(image: HTMLImageElement, { width, height }: ImageSize, canvas: HTMLCanvasElement): void {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('this browser draws no pictures');
  // A JPEG has no transparency: what shows through a PNG would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
}

function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the photo could not be drawn'))), TYPE, UPLOADS.redrawnQuality);
  });
}

const toJpegName = (name: string): string => `${name.replace(/\.[^.]+$/, '')}.jpg`;
