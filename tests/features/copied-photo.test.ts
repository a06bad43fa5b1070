import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import type { OutboundHttp } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { copyPhoto } from '#server/features/uploads/uploads.jobs.ts';
import { DomainError } from '#shared/errors.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, type User } from '#tests/support/factories.ts';
import { aPng } from '#tests/support/images.ts';

const database = useDatabase();
const files = () => contextAs(database, null).files;
const MAX_BYTES = 2_097_152;

const listUploads = ({ id }: User) => database.db.select().from(uploads).where(eq(uploads.ownerId, id));
const listJobs = async (kind: string) => database.db.select().from(jobs).where(eq(jobs.kind, kind));
const getPhoto = async ({ id }: User) =>
  (await database.db.select({ image: users.profileImage }).from(users).where(eq(users.id, id))).map(({ image }) => image)[0];

describe('the photo of the provider', () => {
  const URL_OF_GOOGLE = 'https://lh3.example.com/photo';
  const outgoingWith = (get: OutboundHttp['get']): OutboundHttp => ({
    get,
    post: async () => ({ status: null, problem: 'no_answer' }),
    isRefused: () => false,
  });
  const respondingWith = (bytes: Uint8Array | null) => outgoingWith(async () => bytes);
  const copyPhotoOf = (person: User, outbound: OutboundHttp) =>
    copyPhoto(contextAs(database, null, { outbound }), { userId: person.id, url: URL_OF_GOOGLE });

  // spec google.5 | D Accounts | Google's photo is copied into storage, and takes the place of none that was chosen |
  //   src/server/features/uploads/uploads.jobs.ts
  test('is copied by a job once it was offered', async () => {
    const person = await aStudent(database.db);
    await inUnitOfWork(contextAs(database, person), async ({ record }) => record({ type: 'photo.offered', userId: person.id, url: URL_OF_GOOGLE }));
    const plannedCopies = (await listJobs('photo.copy')).filter(({ params }) => params.userId === person.id);
    expect(plannedCopies.map(({ params }) => params)).toEqual([{ userId: person.id, url: URL_OF_GOOGLE }]);
  });

  // spec google.5
  test("is re-encoded and becomes the account's photo, once", async () => {
    const person = await aStudent(database.db);
    const requests: unknown[] = [];
    const image = await aPng();
    const outbound = outgoingWith(async (url, options) => {
      requests.push([url, options]);
      return image;
    });
    await copyPhotoOf(person, outbound);
    await copyPhotoOf(person, outbound);
    const [stored, ...otherUploads] = await listUploads(person);
    expect(otherUploads).toEqual([]);
    expect(await getPhoto(person)).toBe(`/files/${stored?.path}`);
    expect(await files().read(`${stored?.path}`)).not.toBeNull();
    expect(requests).toEqual([[URL_OF_GOOGLE, { maxBytes: MAX_BYTES, timeoutMs: 10_000 }]]);
  });

  test('does not replace a photo that was chosen', async () => {
    const person = await aStudent(database.db, { profileImage: '/files/photos/mine.webp' });
    await copyPhotoOf(person, respondingWith(await aPng()));
    expect([await getPhoto(person), await listUploads(person)]).toEqual(['/files/photos/mine.webp', []]);
  });

  // spec google.5
  test.each<[string, () => Uint8Array | null]>([
    ['cannot be had', () => null],
    ['is no image', () => Buffer.from('<svg/>')],
  ])('is no failure when it %s', async (_, bytes) => {
    const person = await aStudent(database.db);
    await copyPhotoOf(person, respondingWith(bytes()));
    expect([await getPhoto(person), await listUploads(person)]).toEqual(['', []]);
  });

  test('is not stored for an account that has gone', async () => {
    const person = await aStudent(database.db);
    const image = await aPng();
    const deletingAccount = outgoingWith(async () => {
      await database.db.delete(users).where(eq(users.id, person.id));
      return image;
    });
    await copyPhotoOf(person, deletingAccount);
    await copyPhotoOf(person, deletingAccount);
    expect(await listUploads(person)).toEqual([]);
  });

  test('is tried again when our own service failed', async () => {
    const person = await aStudent(database.db);
    const ctx = contextAs(database, null, { outbound: respondingWith(await aPng()) });
    const images = {
      document: () => Promise.reject(new Error('no test asks for one')),
      photo: () => Promise.reject(new DomainError('server.unavailable')),
    };
    await expect(copyPhoto({ ...ctx, images }, { userId: person.id, url: URL_OF_GOOGLE })).rejects.toMatchObject({ code: 'server.unavailable' });
  });
});
