import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Size = { width: number; height: number };

const DEFAULT_SIZE = { width: 300, height: 200 };
const RED = { r: 200, g: 20, b: 20 };
const BLUE = { r: 20, g: 20, b: 200 };
const WEBP = 'VipsForeignLoadWebpBuffer';

const drawn = ({ width, height }: Size = DEFAULT_SIZE) => sharp({ create: { width, height, channels: 3, background: RED } });

export const aJpeg = (size?: Size) => drawn(size).jpeg().toBuffer();
export const aPng = (size?: Size) => drawn(size).png().toBuffer();
export const aGif = (size?: Size) => drawn(size).gif().toBuffer();
export const aWebp = (size?: Size) => drawn(size).webp().toBuffer();
export const aTiff = (size?: Size) => drawn(size).tiff().toBuffer();
export const anAvif = () => drawn({ width: 16, height: 16 }).avif({ effort: 0 }).toBuffer();
export const aProgressiveJpeg = (size: Size) => drawn(size).jpeg({ progressive: true }).toBuffer();

export const aJpegOfAPhone = (size: Size) =>
  drawn(size)
    .withMetadata({ orientation: 6, exif: { IFD0: { Make: 'A phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 55/1 0/1' } } })
    .jpeg()
    .toBuffer();

/** Of more than 3 MB, as phones make them. */
export function aNoisyJpeg(): Promise<Buffer> {
  const size = { width: 4000, height: 3000 };
  return sharp({ create: { ...size, channels: 3, background: RED, noise: { type: 'gaussian', mean: 128, sigma: 45 } } })
    .jpeg({ quality: 70 })
    .toBuffer();
}

export function anAnimation({ width, height } = DEFAULT_SIZE): Promise<Buffer> {
  const page = ({ r, g, b }: typeof RED) => Buffer.alloc(width * height * 3, Buffer.from([r, g, b]));
  const pixels = Buffer.concat([page(RED), page(BLUE)]);
  return sharp(pixels, { raw: { width, height: height * 2, channels: 3, pageHeight: height } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

export function aBomb({ width, height }: Size, { isInterlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, isInterlaced ? 1 : 0], 8);
  const bytes = (1 + Math.ceil(width / 8)) * height + (isInterlaced ? 8 * height : 0);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const A_SCRIPT = '<script>alert(document.domain)</script>';
const NOT_TO_RUN = Buffer.from(`<!doctype html><html>${A_SCRIPT}</html>`);

export async function aPolyglot(size?: Size): Promise<Buffer> {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, NOT_TO_RUN.length + 2]), NOT_TO_RUN]);
  const jpeg = await aJpeg(size);
  const archive = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), NOT_TO_RUN, archive]);
}

export async function aPngWithScript(size?: Size): Promise<Buffer> {
  const png = await aPng(size);
  const afterHeader = 8 + 25;
  const text = Buffer.concat([Buffer.from('Comment\0'), NOT_TO_RUN]);
  return Buffer.concat([png.subarray(0, afterHeader), chunk('tEXt', text), chunk('scRp', NOT_TO_RUN), png.subarray(afterHeader), NOT_TO_RUN]);
}

export const aClearPng = ({ width, height }: Size = DEFAULT_SIZE) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer();

export async function readMiddlePixel(image: Uint8Array): Promise<number[]> {
  const { width = 2, height = 2 } = await sharp(image).metadata();
  const pixel = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  return [...(await sharp(image).extract(pixel).raw().toBuffer())];
}

export async function aJpegOf(bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = await aJpeg();
  const comments: Buffer[] = [];
  for (let remaining = bytes - jpeg.length; remaining > 0; ) {
    // No segment may be shorter than its header.
    const size = remaining <= 65_537 ? remaining : Math.min(65_537, remaining - 4);
    const comment = Buffer.alloc(size, 0x20);
    comment.set([0xff, 0xfe], 0);
    comment.writeUInt16BE(size - 2, 2);
    comments.push(comment);
    remaining -= size;
  }
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]));
}

export async function inspectImage(photo: Uint8Array) {
  sharp.unblock({ operation: [WEBP] });
  try {
    const { format, width, height, exif, icc, xmp, pages } = await sharp(photo).metadata();
    const { data } = await sharp(photo).removeAlpha().resize(1, 1).raw().toBuffer({ resolveWithObject: true });
    const [red = 0, , blue = 0] = data;
    return { format, width, height, pages: pages ?? 1, hasMetadata: [exif, icc, xmp].some(Boolean), colour: red > blue ? 'red' : 'blue' };
  } finally {
    sharp.block({ operation: [WEBP] });
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}
