import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileRoutes } from '#server/edge/files.ts';
import { createLocalFileStore } from '#server/infra/file-store-local.ts';

const NOW = new Date('2026-03-02T04:30:00.000Z');
const folder = mkdtempSync(join(tmpdir(), 'vidya-files-'));
const files = createLocalFileStore({ folder, secret: 'c3f1a97e5d0b4862be17f4a09d6c25e8' });
const later = (minutes: number) => createFileRoutes(files, () => new Date(NOW.getTime() + minutes * 60_000));
const statusOf = async (path: string, minutes = 0) => (await later(minutes).request(path)).status;

beforeAll(async () => {
  await files.save('photos/face.svg', Buffer.from('<svg/>'));
  await files.save('documents/degree.png', Buffer.from('a degree'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('GET /files', () => {
  test('a photo is for everybody, and no script in it runs', async () => {
    const response = await later(0).request('/files/photos/face.svg');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  // spec entities.26 | D Tutor profile and verification, R §3 | Documents are private: a link signed when it is read, valid 15 minutes, kept by no
  //   browser; without its signature the path is refused | src/server/infra/file-links.ts
  test('a document opens by its signed link for fifteen minutes', async () => {
    const link = files.url('documents/degree.png', NOW);
    expect(await statusOf(link, 14)).toBe(200);
    expect(await statusOf(link, 15)).toBe(404);
  });

  // spec entities.26
  test.each([
    ['without its signature', '/files/documents/degree.png'],
    ['with that of another file', files.url('documents/other.png', NOW).replace('other', 'degree')],
    ['for longer than it was signed', files.url('documents/degree.png', NOW).replace(/expires=\d+/, 'expires=9999999999999')],
    ['by way of the photos', '/files/photos/..%2Fdocuments/degree.png'],
    ['by way of the photos, written twice', '/files/photos/%2e%2e/documents/degree.png'],
    ['out of the folder', '/files/photos/..%2F..%2F..%2F..%2Fetc/passwd'],
    ['by an address that is no text', '/files/%zz'],
    ['by a name with nothing in it', '/files/photos/%00'],
  ])('a document does not open %s', async (_, path) => {
    expect(await statusOf(path)).toBe(404);
  });
});
