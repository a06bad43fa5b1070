import { LIMITS, UPLOADS } from '#shared/vocabulary/limits.ts';

/** In pixels of the image. */
export type Area = { x: number; y: number; width: number; height: number };
export type Crop = { image: CanvasImageSource; area: Area; type: string };

const JPEG_QUALITIES = [0.92, 0.8, 0.65];
const MIN_SIDE = 64;

export async function cropToSquare(crop: Crop, makeCanvas: () => HTMLCanvasElement = () => document.createElement('canvas')): Promise<File> {
  for (let side = initialSide(crop.area); side >= MIN_SIDE || side === initialSide(crop.area); side = Math.floor(side / 2)) {
    const canvas = draw(crop, side, makeCanvas());
    const isTransparent = crop.type !== 'image/jpeg' && hasTransparency(canvas);
    for (const quality of isTransparent ? [undefined] : JPEG_QUALITIES) {
      const blob = await encode(canvas, isTransparent ? 'image/png' : 'image/jpeg', quality);
      if (blob.size < LIMITS.imageBytes) return new File([blob], isTransparent ? 'photo.png' : 'photo.jpg', { type: blob.type });
    }
  }
  throw new Error('the photo does not become small enough');
}

function initialSide({ width, height }: Area): number {
  return Math.max(1, Math.min(UPLOADS.photoSide, Math.round(Math.min(width, height))));
}

function draw({ image, area }: Crop, side: number, canvas: HTMLCanvasElement): HTMLCanvasElement {
  canvas.width = side;
  canvas.height = side;
  const context = getContext(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
  return canvas;
}

function hasTransparency(canvas: HTMLCanvasElement): boolean {
  const { data } = getContext(canvas).getImageData(0, 0, canvas.width, canvas.height);
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return true;
  return false;
}

function getContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  return context;
}

function encode(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the photo could not be drawn'))), type, quality);
  });
}
