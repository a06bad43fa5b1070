import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { FileStore } from '#server/core/ports.ts';
import { createFileRoutes } from '#server/edge/files.ts';
import { removeFiles } from '#server/features/uploads/uploads.jobs.ts';
import { createLocalFileStore } from '#server/infra/file-store-local.ts';
import { createPhotoVariants } from '#server/infra/photo-variants.ts';
import { PHOTO_WIDTHS } from '#shared/domain/photo-sizes.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW } from '#tests/support/factories.ts';
import { aJpeg, aWebp } from '#tests/support/images.ts';
import { useRest } from './app.ts';

const CHROME = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
const SAFARI = 'image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5';
const OLD_SAFARI = 'image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5';
const AVIF_LOADER = 'VipsForeignLoadHeifBuffer';

const database = useDatabase();
const rest = useRest(database);
const folder = mkdtempSync(join(tmpdir(), 'vidya-variants-'));
const store = createLocalFileStore({ folder, secret: 'c3f1a97e5d0b4862be17f4a09d6c25e8' });
afterAll(() => rmSync(folder, { recursive: true }));

const routesOf = (files: FileStore, options?: { maxBytes?: number; maxWaiting?: number }) =>
  createFileRoutes({ ...files, ...createPhotoVariants(files, options) }, () => NOW);
const routes = routesOf(store);

async function get(path: string, headers: Record<string, string> = { Accept: CHROME }, from = routes) {
  const response = await from.request(path, { headers });
  return { status: response.status, type: response.headers.get('content-type'), headers: response.headers, bytes: await bytesOf(response) };
}
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

async function measure(bytes: Uint8Array) {
  sharp.unblock({ operation: [AVIF_LOADER] });
  try {
    const { format, compression, width, height } = await sharp(bytes).metadata();
    return { format: compression === 'av1' ? 'avif' : format, width, height };
  } finally {
    sharp.block({ operation: [AVIF_LOADER] });
  }
}

let count = 0;
async function aPhoto(size = { width: 1024, height: 1024 }): Promise<string> {
  count += 1;
  await store.save(`photos/${count}.webp`, await aWebp(size));
  return `photos/${count}.webp`;
}

describe('GET /files/photos/{path}?w=', () => {
  test('makes an uploaded photo as small as it is shown', async () => {
    const as = await rest.tokenOf(await aStudent(database.db));
    const form = new FormData();
    form.append('photo', new File([new Uint8Array(await aJpeg({ width: 800, height: 600 }))], 'me.jpg', { type: 'image/jpeg' }));
    const { body } = await rest.call<{ data: { url: string } }>('POST', '/api/upload/profile-photo', { as, body: form });
    const response = await rest.fetch(new Request(`${body.data.url}?w=192`, { headers: { Accept: CHROME } }));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/avif']);
    expect(await measure(await bytesOf(response))).toEqual({ format: 'avif', width: 192, height: 192 });
  });

  test.each(PHOTO_WIDTHS)('answers a square of %i pixels', async (width) => {
    const { bytes } = await get(`/files/${await aPhoto({ width: 1024, height: 700 })}?w=${width}`);
    expect(await measure(bytes)).toMatchObject({ width, height: width });
  });

  test.each([
    ['Chrome', CHROME, 'avif'],
    ['Safari, which names WebP first', SAFARI, 'avif'],
    ['a browser that knows WebP', 'image/webp,*/*', 'webp'],
    ['a browser that refuses AVIF', 'image/avif;q=0,image/webp', 'webp'],
    ['an old Safari', OLD_SAFARI, 'jpeg'],
    ['a program that takes anything', '*/*', 'jpeg'],
  ])('chooses the format for %s', async (_, accept, format) => {
    const { type, headers, bytes } = await get(`/files/${await aPhoto()}?w=96`, { Accept: accept });
    expect([type, headers.get('vary')]).toEqual([`image/${format}`, 'Accept']);
    expect(await measure(bytes)).toMatchObject({ format });
  });

  test.each(['0', '97', '1024', '96.0', '-96', 'all', ''])('ignores the width %j, and answers the photo as it is', async (width) => {
    const { status, type, bytes } = await get(`/files/${await aPhoto()}?w=${width}`);
    expect([status, type]).toEqual([200, 'image/webp']);
    expect(await measure(bytes)).toMatchObject({ width: 1024 });
  });

  test('answers a drawing, and a file that is no image, as it is', async () => {
    await store.save('photos/drawing.svg', Buffer.from('<svg/>'));
    await store.save('photos/broken.webp', Buffer.from('no image'));
    expect(await get('/files/photos/drawing.svg?w=96')).toMatchObject({ status: 200, type: 'image/svg+xml' });
    expect(Buffer.from((await get('/files/photos/broken.webp?w=96')).bytes).toString()).toBe('no image');
  });

  test('lets caches keep it, and does not send it again to a browser that has it', async () => {
    const path = `/files/${await aPhoto()}?w=96`;
    const { headers } = await get(path);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=86400\b/);
    const again = await get(path, { Accept: CHROME, 'If-None-Match': headers.get('etag') ?? '' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect((await get(path, { Accept: '*/*', 'If-None-Match': headers.get('etag') ?? '' })).status).toBe(200);
  });

  test('makes each once, however many ask for it', async () => {
    const path = await aPhoto();
    const read = vi.fn(store.read);
    const from = routesOf({ ...store, read });
    const answers = await Promise.all(Array.from({ length: 12 }, () => get(`/files/${path}?w=96`, undefined, from)));
    await get(`/files/${path}?w=96`, undefined, from);
    expect(new Set(answers.map(({ type }) => type))).toEqual(new Set(['image/avif']));
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('keeps those used last within its memory', async () => {
    const [first, second] = [await aPhoto(), await aPhoto()];
    const read = vi.fn(store.read);
    const { length } = (await get(`/files/${first}?w=96`)).bytes;
    const from = routesOf({ ...store, read }, { maxBytes: Math.round(1.5 * length) });
    for (const path of [first, first, second, second, first]) await get(`/files/${path}?w=96`, undefined, from);
    expect(read.mock.calls.flat()).toEqual([first, second, first]);
  });

  test('answers the photo as it is while too many are waiting', async () => {
    const [first, second] = [await aPhoto(), await aPhoto()];
    const from = routesOf(store, { maxWaiting: 1 });
    const [made, refused] = await Promise.all([first, second].map((path) => get(`/files/${path}?w=96`, undefined, from)));
    expect([made?.type, refused?.type]).toEqual(['image/avif', 'image/webp']);
  });

  test.each(PHOTO_WIDTHS)('answers nothing of %i pixels once the photo was removed', async (width) => {
    const path = await aPhoto();
    expect((await get(`/files/${path}?w=${width}`)).status).toBe(200);
    await removeFiles({ ...contextAs(database, null), files: store }, { paths: [path] });
    expect((await get(`/files/${path}?w=${width}`)).status).toBe(404);
  });

  test('answers 503 when the store is away, though the photo was made before', async () => {
    const path = await aPhoto();
    let isAway = false;
    const has = (of: string) => (isAway ? Promise.reject(new Error('away')) : store.has(of));
    const from = routesOf({ ...store, has });
    expect((await get(`/files/${path}?w=96`, undefined, from)).status).toBe(200);
    isAway = true;
    expect((await get(`/files/${path}?w=96`, undefined, from)).status).toBe(503);
  });
});

describe('a private document', () => {
  test('is never made smaller, and stays private', async () => {
    await store.save('documents/degree.webp', await aWebp({ width: 1000, height: 700 }));
    const link = `${store.url('documents/degree.webp', NOW)}&w=96`;
    const { status, type, headers, bytes } = await get(link);
    expect([status, type, headers.get('cache-control')]).toEqual([200, 'image/webp', 'private, no-store']);
    expect(await measure(bytes)).toMatchObject({ width: 1000 });
  });

  test.each([
    '/files/documents/degree.webp?w=96',
    '/files/photos/..%2Fdocuments/degree.webp?w=96',
    '/files/photos/%2e%2e/documents/degree.webp?w=96',
  ])('is not there without its signature: %s', async (path) => {
    await store.save('documents/degree.webp', await aWebp());
    expect((await get(path)).status).toBe(404);
  });
});
