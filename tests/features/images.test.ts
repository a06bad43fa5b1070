import { describe, expect, test } from 'vitest';
import { createImages } from '#server/infra/images.ts';
import {
  A_SCRIPT,
  aBomb,
  aClearPng,
  aGif,
  aJpeg,
  aJpegOfAPhone,
  anAnimation,
  anAvif,
  aPng,
  aPngWithScript,
  aPolyglot,
  aProgressiveJpeg,
  aTiff,
  aWebp,
  inspectImage,
  readMiddlePixel,
} from '#tests/support/images.ts';
import { expectBelow } from '#tests/support/measured.ts';

const making = createImages();
const images = { photo: (bytes: Uint8Array) => making.photo(bytes, 'somebody') };
const REFUSED = { code: 'upload.photo_type', message: 'Please select a valid image file (JPG, PNG, or GIF)' };
const MB = 1024 * 1024;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

describe('a photo', () => {
  // spec validation.9 | D Tutor profile and verification | The server judges by content and makes it anew, upright, without metadata; a bomb is
  //   refused unpacked | src/server/infra/images.ts
  test.each([
    ['JPG', aJpeg],
    ['PNG', aPng],
    ['GIF', aGif],
  ])('a photo of type %s is re-encoded', async (_, photo) => {
    const { bytes, extension, contentType } = await images.photo(await photo({ width: 300, height: 200 }));
    expect([extension, contentType]).toEqual(['webp', 'image/webp']);
    expect(await inspectImage(bytes)).toEqual({ format: 'webp', width: 300, height: 200, pages: 1, hasMetadata: false, colour: 'red' });
  });

  // spec validation.9
  test('a photo is turned upright and loses its location', async () => {
    const original = await aJpegOfAPhone({ width: 300, height: 200 });
    expect(original.includes('A phone')).toBe(true);
    const { bytes } = await images.photo(original);
    expect(await inspectImage(bytes)).toMatchObject({ width: 200, height: 300, hasMetadata: false });
    expect(Buffer.from(bytes).includes('A phone')).toBe(false);
  });

  test('a photo has at most 1,024 pixels on each side, and a smaller one keeps its size', async () => {
    const sizeOf = async (width: number, height: number) => {
      const { width: w, height: h } = await inspectImage((await images.photo(await aJpeg({ width, height }))).bytes);
      return [w, h];
    };
    expect(await sizeOf(1025, 1025)).toEqual([1024, 1024]);
    expect(await sizeOf(4000, 1000)).toEqual([1024, 256]);
    expect(await sizeOf(1000, 4000)).toEqual([256, 1024]);
    expect(await sizeOf(1024, 10)).toEqual([1024, 10]);
    expect(await sizeOf(1, 1)).toEqual([1, 1]);
  });

  test('an animation becomes its first frame', async () => {
    const { bytes } = await images.photo(await anAnimation());
    expect(await inspectImage(bytes)).toMatchObject({ width: 300, height: 200, pages: 1, colour: 'red' });
  });
});

describe('files that are no photos', () => {
  // spec validation.9
  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['a WebP', () => aWebp()],
    ['a TIFF', () => aTiff()],
    ['an AVIF', () => anAvif()],
    ['an SVG', () => Buffer.from(SVG)],
    ['an SVG that says it is XML', () => Buffer.from(`<?xml version="1.0"?>${SVG}`)],
    ['a PDF', () => Buffer.from('%PDF-1.4\n1 0 obj\n')],
    ['a page of HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a page of HTML behind the first bytes of a GIF', () => Buffer.from('GIF89a<script>alert(1)</script>')],
    ['a text', () => Buffer.from('not an image')],
    ['nothing at all', () => new Uint8Array()],
    ['half a JPG', async () => half(await aJpeg({ width: 1200, height: 800 }))],
    ['half a PNG', async () => half(await aPng({ width: 1200, height: 800 }))],
    ['half a GIF', async () => half(await aGif({ width: 1200, height: 800 }))],
    ['the first bytes of a PNG', async () => (await aPng()).subarray(0, 8)],
  ])('%s is refused', async (_, photo) => {
    await expect(images.photo(await photo())).rejects.toMatchObject(REFUSED);
  });

  // spec validation.9
  test('a decompression bomb of 900 million pixels is refused at once, without being decoded', async () => {
    const bomb = aBomb({ width: 30_000, height: 30_000 });
    expect(bomb.length).toBeLessThan(MB / 8);
    const before = process.memoryUsage.rss();
    const began = performance.now();
    await expect(images.photo(bomb)).rejects.toMatchObject(REFUSED);
    // Unpacked it would be 2.7 GB and take a quarter of a minute: bounds that a busy machine keeps, too.
    expectBelow(performance.now() - began, 5_000);
    expectBelow(process.memoryUsage.rss() - before, 500 * MB);
  });

  test('fifty million pixels are the limit, and half of that for interlaced images', async () => {
    await expect(images.photo(aBomb({ width: 10_000, height: 5_001 }))).rejects.toMatchObject(REFUSED);
    await expect(images.photo(aBomb({ width: 10_000, height: 2_501 }, { isInterlaced: true }))).rejects.toMatchObject(REFUSED);
    await expect(images.photo(await aProgressiveJpeg({ width: 10_000, height: 2_501 }))).rejects.toMatchObject(REFUSED);
    for (const image of [aBomb({ width: 10_000, height: 5_000 }), aBomb({ width: 10_000, height: 2_500 }, { isInterlaced: true })]) {
      expect((await images.photo(image)).bytes.length).toBeGreaterThan(0);
    }
  });

  test('a refused image delays nobody', async () => {
    const uploads = [images.photo(Buffer.from('rubbish')), images.photo(await aJpeg()), images.photo(new Uint8Array()), images.photo(await aPng())];
    const answered = await Promise.allSettled(uploads);
    expect(answered.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  });

  test('an image that waits too long for its turn is dropped', async () => {
    const hurried = createImages({ timeoutMs: 5 });
    const [large, small] = [await aJpeg({ width: 4000, height: 4000 }), await aJpeg()];
    const answered = await Promise.allSettled([hurried.photo(large, 'one'), hurried.photo(small, 'other')]);
    expect(answered[1]).toMatchObject({ status: 'rejected', reason: { code: 'server.unavailable' } });
    expect((await hurried.photo(small, 'other')).contentType).toBe('image/webp');
  });

  test('a person who sends many images waits for their own; the next person waits for one of them at most', async () => {
    const small = await aJpeg();
    const finished: string[] = [];
    const send = (owner: string) => making.photo(small, owner).then(() => void finished.push(owner));
    await Promise.all(['many', 'many', 'many', 'one'].map(send));
    expect(finished).toEqual(['many', 'one', 'many', 'many']);
  });
});

describe('a document', () => {
  const document = (bytes: Uint8Array, name = 'degree.jpg') => making.document({ name, bytes }, 'a tutor');
  const refusal = (name: string) => ({
    code: 'upload.document_type',
    message: `${name} is not a supported file type. Please upload JPG or PNG images only.`,
    refusal: { params: { file: name } },
  });

  // spec rest-uploads.8 | D Tutor profile and verification, S3 | Documents are recognised by content, made anew as JPG, upright, without metadata or
  //   whatever else the file was | src/server/infra/images.ts
  test.each([
    ['JPG', aJpeg],
    ['PNG', aPng],
  ])('a document of type %s is re-encoded as a JPG', async (_, image) => {
    const { bytes, extension, contentType } = await document(await image({ width: 300, height: 200 }));
    expect([extension, contentType]).toEqual(['jpg', 'image/jpeg']);
    expect(await inspectImage(bytes)).toEqual({ format: 'jpeg', width: 300, height: 200, pages: 1, hasMetadata: false, colour: 'red' });
  });

  // spec rest-uploads.8
  test('a document is turned upright and loses its location', async () => {
    const original = await aJpegOfAPhone({ width: 300, height: 200 });
    const { bytes } = await document(original);
    expect(await inspectImage(bytes)).toMatchObject({ width: 200, height: 300, hasMetadata: false });
    for (const tag of ['A phone', 'Exif']) expect([original.includes(tag), Buffer.from(bytes).includes(tag)]).toEqual([true, false]);
  });

  test('a document stays large enough to be read, and transparent areas become white', async () => {
    expect(await inspectImage((await document(await aPng({ width: 2400, height: 1700 }))).bytes)).toMatchObject({ width: 2400, height: 1700 });
    expect(await inspectImage((await document(await aPng({ width: 1200, height: 4800 }))).bytes)).toMatchObject({ width: 600, height: 2400 });
    expect(await readMiddlePixel((await document(await aClearPng())).bytes)).toEqual([255, 255, 255]);
  });

  // spec rest-uploads.8
  test.each([
    ['a JPG that is a page and an archive, too', aPolyglot],
    ['a PNG with a script in it', aPngWithScript],
  ])('a document of %s contains nothing but the image', async (_, image) => {
    const sent = await image({ width: 300, height: 200 });
    const { bytes } = await document(sent, 'page.html');
    expect(await inspectImage(bytes)).toMatchObject({ format: 'jpeg', width: 300, height: 200, hasMetadata: false, colour: 'red' });
    for (const rest of [A_SCRIPT, '<html', 'script']) expect([sent.includes(rest), Buffer.from(bytes).includes(rest)]).toEqual([true, false]);
    expect(Buffer.from(bytes).includes(Buffer.from('504b0506', 'hex'))).toBe(false);
    expect([...bytes.slice(-2)]).toEqual([0xff, 0xd9]);
  });

  // spec rest-uploads.8
  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['a GIF', () => aGif()],
    ['a WebP', () => aWebp()],
    ['a TIFF', () => aTiff()],
    ['an SVG with a script', () => Buffer.from(SVG)],
    ['a PDF', () => Buffer.from('%PDF-1.4\n1 0 obj\n')],
    ['a text', () => Buffer.from('not an image')],
    ['nothing at all', () => new Uint8Array()],
    ['half a JPG', async () => half(await aJpeg({ width: 1200, height: 800 }))],
  ])('%s is not accepted as a document, whatever its name is', async (_, file) => {
    await expect(document(await file(), 'degree.jpg')).rejects.toMatchObject(refusal('degree.jpg'));
  });

  // spec rest-uploads.8
  test('a document of 50,000 by 50,000 pixels is refused at once, without being decoded', async () => {
    const bomb = aBomb({ width: 50_000, height: 50_000 });
    expect(bomb.length).toBeLessThan(MB / 2);
    const before = process.memoryUsage.rss();
    const began = performance.now();
    await expect(document(bomb, 'huge.png')).rejects.toMatchObject(refusal('huge.png'));
    expectBelow(performance.now() - began, 5_000);
    expectBelow(process.memoryUsage.rss() - before, 500 * MB);
  });

  test('a document waits for its turn like a photo, behind documents of the same person only', async () => {
    const small = await aJpeg();
    const finished: string[] = [];
    const send = (owner: string) => making.document({ name: 'a.jpg', bytes: small }, owner).then(() => void finished.push(owner));
    await Promise.all([making.photo(small, 'many').then(() => void finished.push('photo of many')), send('many'), send('many'), send('one')]);
    expect(finished).toEqual(['photo of many', 'one', 'many', 'many']);
  });
});
