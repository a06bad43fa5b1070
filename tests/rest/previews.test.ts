import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import { createPreviewRoutes } from '#server/edge/previews.ts';
import { createLocalFileStore } from '#server/infra/file-store-local.ts';
import { writeFonts } from '#server/infra/preview-fonts.ts';
import { createPreviews } from '#server/infra/previews.ts';
import { previewPath, toTutorPreview } from '#shared/domain/tutor-preview.ts';
import { LOCALES, type Locale } from '#shared/vocabulary/locales.ts';
import { callerAs, contextAs, SECRET } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aTutor, NOW, type Tutor, type TutorOverrides } from '#tests/support/factories.ts';
import { aJpeg, aWebp } from '#tests/support/images.ts';
import { SITE, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const folder = mkdtempSync(join(tmpdir(), 'vidya-previews-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PORTRAIT = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="#c81414"/></svg>');
const TUTOR_NOT_FOUND = { success: false, message: 'Tutor Not Found', code: 'tutor.not_found' };

const get = (path: string) => rest.fetch(new Request(SITE + path));

async function pathFor({ id }: Tutor): Promise<string> {
  const preview = toTutorPreview(await callerAs(database, null).tutors.byId({ id }));
  return preview ? previewPath(preview) : expect.fail('the tutor is listed');
}

const named = (name: string, overrides: TutorOverrides = {}) => aTutor(database.db, { ...overrides, user: { name, ...overrides.user } });

/** The pixels of a part of the picture. */
const NAME = { left: 504, top: 12, width: 624, height: 520 };
const PHOTO = { left: 172, top: 182, width: 180, height: 180 };
const pixelsOf = (png: ArrayBuffer, part: typeof NAME) => sharp(Buffer.from(png)).extract(part).raw().toBuffer();
async function colourOf(png: ArrayBuffer): Promise<number[]> {
  const { channels } = await sharp(await sharp(Buffer.from(png)).extract(PHOTO).png().toBuffer()).stats();
  return channels.map(({ mean }) => Math.round(mean));
}

async function pictureOf(tutor: Tutor): Promise<ArrayBuffer> {
  const response = await get(await pathFor(tutor));
  const png = await response.arrayBuffer();
  const { format, width, height, hasAlpha } = await sharp(Buffer.from(png)).metadata();
  expect({ status: response.status, format, width, height, hasAlpha }).toEqual({
    status: 200,
    format: 'png',
    width: 1200,
    height: 630,
    hasAlpha: false,
  });
  return png;
}

describe('GET /previews/tutors/{id}/{version}.png', () => {
  // spec s10-pages.15 | S10 2 | The preview picture of a tutor has a version in its address, and is stored for a year |
  //   src/server/infra/preview-picture.ts
  test('is a picture of 1200 by 630 that caches keep for a year', async () => {
    const tutor = await named('Nimal Perera');
    const response = await get(await pathFor(tutor));
    expect([response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      'image/png',
      'public, max-age=31536000, immutable',
    ]);
    expect((await pictureOf(tutor)).byteLength).toBeLessThan(300_000);
  });

  // spec s15-names.13 | S15 7 | The picture of a tutor names subjects as an admin has translated them, and has another address once that changes |
  //   src/server/edge/previews.ts, src/shared/domain/tutor-preview.ts
  test('has another address in a language in which a subject is named anew, and in no other', async () => {
    const tutor = await named('Nimal Perera');
    const [english, before] = [await pathFor(tutor), await pathFor(tutor).then((path) => path.replace('/previews/', '/previews/si/'))];
    expect((await get(before)).status).toBe(200);
    await callerAs(database, await anAdmin(database.db)).catalogue.updateSubject({ id: tutor.subjectId, nameSi: 'භෞතිකය' });
    const moved = await get(before);
    expect(moved.status).toBe(302);
    expect((await get(moved.headers.get('location') ?? '')).status).toBe(200);
    expect([(await get(english)).status, (await get(english.replace('/previews/', '/previews/ta/'))).status]).toEqual([200, 200]);
  });

  test('at an earlier version it leads to the present one, and caches forget that soon', async () => {
    const tutor = await named('Before');
    const before = await pathFor(tutor);
    await database.db.update(users).set({ name: 'After' }).where(eq(users.id, tutor.user.id));
    const response = await get(before);
    const { status, headers } = response;
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, await pathFor(tutor), 'public, max-age=60']);
    expect(await pathFor(tutor)).not.toBe(before);
  });

  test('of nobody, of one who is suspended and of one who is not listed it is not found', async () => {
    const suspended = await named('Suspended', { user: { status: 'suspended' } });
    const rejected = await named('Rejected', { verificationStatus: 'rejected' });
    const unlisted = await named('Unlisted', { subjects: [{ slots: [] }] });
    for (const id of [UNKNOWN_ID, 'no-id', suspended.id, rejected.id, unlisted.id]) {
      const response = await get(`/previews/tutors/${id}/1.png`);
      expect([response.status, await response.json()]).toEqual([404, TUTOR_NOT_FOUND]);
    }
  });

  test.each([
    ['a name of 150 letters', 'W'.repeat(150)],
    ['a name of 150 words', 'නි '.repeat(150)],
    ['markup', '<script>alert("1")</script> & <b>bold</b> &amp; \']]>'],
    ['what cannot be drawn', '\u200d'],
    ['control characters', 'Nimal\u0001\u001f Perera\uffff'],
    ['a tower of marks', `Z${'\u0301'.repeat(100)}`],
  ])('is drawn for %s', async (_, name) => {
    await pictureOf(await named(name));
  });

  test.each([
    ['English', 'Nimal Perera', 'Kamal Silva'],
    ['Sinhala', 'නිමල් පෙරේරා', 'කමල් සිල්වා'],
    ['Tamil', 'கவிதா சிவகுமார்', 'பிரியா நடராஜா'],
  ])('shows a name in %s', async (_, name, other) => {
    const [tutor, without, another] = [await named(name), await named('\u200d'), await named(other)];
    const pixels = await Promise.all([tutor, without, another].map(async (each) => pixelsOf(await pictureOf(each), { ...NAME, height: 200 })));
    expect(pixels[0]?.equals(pixels[1] ?? Buffer.alloc(0))).toBe(false);
    expect(pixels[0]?.equals(pixels[2] ?? Buffer.alloc(0))).toBe(false);
  });

  test('changes with the price, the verification and a review', async () => {
    const tutor = await named('Same');
    const preview = toTutorPreview(await callerAs(database, null).tutors.byId({ id: tutor.id })) ?? expect.fail('the tutor is listed');
    expect(preview).toMatchObject({ ratePerHour: 1500, reviewCount: 0, isVerified: false });
    const others = [{ ratePerHour: 2000 }, { isVerified: true }, { reviewCount: 1, rating: 5 }].map((change) => ({ ...preview, ...change }));
    const previews = createPreviews({ appName: 'Vidya' });
    const pictures = await Promise.all(
      [preview, ...others].map(async (each) => Buffer.from(await previews.draw(each, async () => null)).toString('base64')),
    );
    expect(new Set(pictures).size).toBe(4);
    expect(new Set([preview, ...others].map((each) => previewPath(each))).size).toBe(4);
  });
});

describe('in another language', () => {
  const drawnIn = async (tutor: Tutor, locale: Locale) => {
    const response = await get((await pathFor(tutor)).replace('/previews/', `/previews${locale === 'en' ? '' : `/${locale}`}/`));
    return { response, png: await response.arrayBuffer() };
  };

  // spec s15-tags.3 | S15 2 | The preview picture of a tutor has its words in the language of its address | src/server/edge/previews.ts,
  //   src/server/infra/preview-picture.ts
  test('has other words at an address of its own, which caches keep as well', async () => {
    const tutor = await named('නිමල්', { isVerified: true, verificationStatus: 'approved' });
    const pictures = await Promise.all(LOCALES.map((locale) => drawnIn(tutor, locale)));
    for (const { response } of pictures) {
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    const pixels = await Promise.all(pictures.map(({ png }) => pixelsOf(png, NAME)));
    expect(new Set(pixels.map((each) => each.toString('base64'))).size).toBe(LOCALES.length);
  });

  // spec s15-tags.3
  test('leads from an earlier version to the present one in the same language, and knows no other languages', async () => {
    const tutor = await named('Earlier');
    const response = await get(`/previews/ta/tutors/${tutor.id}/1.png`);
    expect([response.status, response.headers.get('location')]).toEqual([302, (await pathFor(tutor)).replace('/previews/', '/previews/ta/')]);
    for (const other of ['en', 'fr']) expect((await get(`/previews/${other}/tutors/${tutor.id}/1.png`)).status).toBe(404);
  });
});

describe('the fonts', () => {
  const sumOf = (bytes: Buffer) => {
    let sum = 0;
    for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
    return sum;
  };

  // spec s15-tags.4 | S15 6 | The fonts of the pictures have letters of all three scripts, and are whole | src/server/infra/preview-fonts.ts
  test('are whole files', async () => {
    for (const path of await writeFonts()) {
      const bytes = readFileSync(path);
      const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
      // What the sum of each font is, in the table `head` of OpenType.
      expect(sumOf(padded), path).toBe(0xb1b0afba);
    }
  });
});

describe('the photo', () => {
  const files = createLocalFileStore({ folder, secret: SECRET });
  const site = createPreviewRoutes({
    config: { publicUrl: SITE },
    contextOf: () => contextAs(database, null),
    files,
    now: () => NOW,
    previews: createPreviews({ appName: 'Vidya' }),
  });
  const RED = [200, 20, 20];

  async function shown(profileImage: string): Promise<number[]> {
    const tutor = await named('Nimal Perera', { user: { profileImage } });
    const response = await site.request(await pathFor(tutor));
    expect(response.status).toBe(200);
    return (await colourOf(await response.arrayBuffer())).map((channel) => Math.round(channel / 10) * 10);
  }

  test.each([
    ['an upload', 'photos/a.webp', aWebp],
    ['a drawing', 'photos/b.svg', async () => PORTRAIT],
    ['a JPEG', 'photos/c.jpg', aJpeg],
  ])('is shown when it is %s', async (_, path, create) => {
    await files.save(path, await create());
    expect(await shown(`/files/${path}`)).toEqual(RED);
  });

  test('by its whole address is shown as well', async () => {
    await files.save('photos/d.webp', await aWebp());
    expect(await shown(`${SITE}/files/photos/d.webp`)).toEqual(RED);
  });

  test.each([
    '',
    'https://evil.example/files/photos/a.webp',
    'http://169.254.169.254/files/photos/a.webp',
    '/files/photos/none.webp',
    '/files/photos/../documents/a.webp',
    '/files/photos/text.webp',
  ])('of the address "%s" is replaced by initials, and nothing is fetched', async (address) => {
    await files.save('documents/a.webp', await aWebp());
    await files.save('photos/text.webp', Buffer.from('no image'));
    expect(await shown(address)).not.toEqual(RED);
  });
});

describe('drawing', () => {
  const facts = {
    id: 'x',
    name: 'Nimal Perera',
    photoUrl: '',
    subjects: ['Physics'],
    rating: 0,
    reviewCount: 0,
    ratePerHour: 1500,
    isVerified: true,
  };

  test('happens once for all who ask for the same picture, and again after a failure', async () => {
    const previews = createPreviews({ appName: 'Vidya' });
    let reads = 0;
    const read = async () => {
      reads += 1;
      if (reads === 1) throw new Error('the store is away');
      return null;
    };
    await expect(previews.draw(facts, read)).rejects.toThrow('the store is away');
    const [one, other] = await Promise.all([previews.draw(facts, read), previews.draw(facts, read)]);
    expect([one === other, reads]).toEqual([true, 2]);
  });

  test('is refused to whoever waited longer than a request', async () => {
    const previews = createPreviews({ appName: 'Vidya', timeoutMs: -1 });
    await expect(previews.draw(facts, async () => null)).rejects.toMatchObject({ code: 'server.unavailable' });
  });
});
