import { describe, expect, test } from 'vitest';
import { createImages } from '#server/infra/images.ts';
import { aBomb, aGif, aJpeg, aJpegOfAPhone, anAnimation, anAvif, aPng, aProgressiveJpeg, aTiff, aWebp, looked } from '#tests/support/images.ts';

const making = createImages();
const images = { photo: (bytes: Uint8Array) => making.photo(bytes, 'somebody') };
const REFUSED = { code: 'upload.photo_type', message: 'Please select a valid image file (JPG, PNG, or GIF)' };
const MB = 1024 * 1024;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

describe('a photo', () => {
  test.each([
    ['JPG', aJpeg],
    ['PNG', aPng],
    ['GIF', aGif],
  ])('of a %s is made anew', async (_, made) => {
    const { bytes, extension, contentType } = await images.photo(await made({ width: 300, height: 200 }));
    expect([extension, contentType]).toEqual(['webp', 'image/webp']);
    expect(await looked(bytes)).toEqual({ format: 'webp', width: 300, height: 200, pages: 1, hasMetadata: false, colour: 'red' });
  });

  test('stands upright and tells nothing of where it was taken', async () => {
    const taken = await aJpegOfAPhone({ width: 300, height: 200 });
    expect(taken.includes('A phone')).toBe(true);
    const { bytes } = await images.photo(taken);
    expect(await looked(bytes)).toMatchObject({ width: 200, height: 300, hasMetadata: false });
    expect(Buffer.from(bytes).includes('A phone')).toBe(false);
  });

  test('has at most 1,024 pixels on each side, and as many as it came with when it is smaller', async () => {
    const sizeOf = async (width: number, height: number) => {
      const { width: w, height: h } = await looked((await images.photo(await aJpeg({ width, height }))).bytes);
      return [w, h];
    };
    expect(await sizeOf(1025, 1025)).toEqual([1024, 1024]);
    expect(await sizeOf(4000, 1000)).toEqual([1024, 256]);
    expect(await sizeOf(1000, 4000)).toEqual([256, 1024]);
    expect(await sizeOf(1024, 10)).toEqual([1024, 10]);
    expect(await sizeOf(1, 1)).toEqual([1, 1]);
  });

  test('of an animation is its first picture', async () => {
    const { bytes } = await images.photo(await anAnimation());
    expect(await looked(bytes)).toMatchObject({ width: 300, height: 200, pages: 1, colour: 'red' });
  });
});

describe('what is no photo', () => {
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
  ])('%s is refused', async (_, made) => {
    await expect(images.photo(await made())).rejects.toMatchObject(REFUSED);
  });

  test('a bomb of 900 million pixels is refused at once, without being unpacked', async () => {
    const bomb = aBomb({ width: 30_000, height: 30_000 });
    expect(bomb.length).toBeLessThan(MB / 8);
    const before = process.memoryUsage.rss();
    const began = performance.now();
    await expect(images.photo(bomb)).rejects.toMatchObject(REFUSED);
    // Unpacked it would be 2.7 GB and take a quarter of a minute: bounds that a busy machine keeps, too.
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(500 * MB);
  });

  test('fifty million pixels are the most, half of them when they come in passes', async () => {
    await expect(images.photo(aBomb({ width: 10_000, height: 5_001 }))).rejects.toMatchObject(REFUSED);
    await expect(images.photo(aBomb({ width: 10_000, height: 2_501 }, { isInterlaced: true }))).rejects.toMatchObject(REFUSED);
    await expect(images.photo(await aProgressiveJpeg({ width: 10_000, height: 2_501 }))).rejects.toMatchObject(REFUSED);
    for (const image of [aBomb({ width: 10_000, height: 5_000 }), aBomb({ width: 10_000, height: 2_500 }, { isInterlaced: true })]) {
      expect((await images.photo(image)).bytes.length).toBeGreaterThan(0);
    }
  });

  test('one that is refused holds up nobody', async () => {
    const asked = [images.photo(Buffer.from('rubbish')), images.photo(await aJpeg()), images.photo(new Uint8Array()), images.photo(await aPng())];
    const answered = await Promise.allSettled(asked);
    expect(answered.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  });

  test('one whose turn comes too late is left', async () => {
    const hurried = createImages({ patienceMs: 5 });
    const [large, small] = [await aJpeg({ width: 4000, height: 4000 }), await aJpeg()];
    const answered = await Promise.allSettled([hurried.photo(large, 'one'), hurried.photo(small, 'other')]);
    expect(answered[1]).toMatchObject({ status: 'rejected', reason: { code: 'server.unavailable' } });
    expect((await hurried.photo(small, 'other')).contentType).toBe('image/webp');
  });

  test('whoever sends many waits for the own ones; another comes after one of them', async () => {
    const small = await aJpeg();
    const made: string[] = [];
    const send = (who: string) => making.photo(small, who).then(() => void made.push(who));
    await Promise.all(['many', 'many', 'many', 'one'].map(send));
    expect(made).toEqual(['many', 'one', 'many', 'many']);
  });
});
