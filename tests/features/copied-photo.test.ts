import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import type { Outgoing } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { copyPhoto } from '#server/features/uploads/uploads.jobs.ts';
import { DomainError } from '#shared/errors.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, type User } from '#tests/support/factories.ts';
import { aPng } from '#tests/support/images.ts';

const database = useDatabase();
const files = () => contextAs(database, null).files;
const MOST = 2_097_152;

const uploadsOf = ({ id }: User) => database.db.select().from(uploads).where(eq(uploads.ownerId, id));
const jobsOf = async (kind: string) => database.db.select().from(jobs).where(eq(jobs.kind, kind));
const photoOf = async ({ id }: User) =>
  (await database.db.select({ image: users.profileImage }).from(users).where(eq(users.id, id))).map(({ image }) => image)[0];

describe("the provider's photo", () => {
  const URL_OF_GOOGLE = 'https://lh3.example.com/photo';
  const fetching = (get: Outgoing['get']): Outgoing => ({ get, post: async () => ({ status: null, problem: 'no_answer' }), refuses: () => false });
  const answering = (bytes: Uint8Array | null) => fetching(async () => bytes);
  const copyFor = (person: User, outgoing: Outgoing) => copyPhoto(contextAs(database, null, { outgoing }), { userId: person.id, url: URL_OF_GOOGLE });

  // spec google.5 | D Accounts | Google's photo is copied into storage, and takes the place of none that was chosen |
  //   src/server/features/uploads/uploads.jobs.ts
  test('is copied once it was offered', async () => {
    const person = await aStudent(database.db);
    await inUnitOfWork(contextAs(database, person), async ({ record }) => record({ type: 'photo.offered', userId: person.id, url: URL_OF_GOOGLE }));
    const planned = (await jobsOf('photo.copy')).filter(({ params }) => params.userId === person.id);
    expect(planned.map(({ params }) => params)).toEqual([{ userId: person.id, url: URL_OF_GOOGLE }]);
  });

  // spec google.5
  test('is made anew and becomes that of the account; a second time changes nothing', async () => {
    const person = await aStudent(database.db);
    const asked: unknown[] = [];
    const image = await aPng();
    const outgoing = fetching(async (url, options) => {
      asked.push([url, options]);
      return image;
    });
    await copyFor(person, outgoing);
    await copyFor(person, outgoing);
    const [stored, ...more] = await uploadsOf(person);
    expect(more).toEqual([]);
    expect(await photoOf(person)).toBe(`/files/${stored?.path}`);
    expect(await files().read(`${stored?.path}`)).not.toBeNull();
    expect(asked).toEqual([[URL_OF_GOOGLE, { mostBytes: MOST, timeoutMs: 10_000 }]]);
  });

  test('does not take the place of one that was chosen', async () => {
    const person = await aStudent(database.db, { profileImage: '/files/photos/mine.webp' });
    await copyFor(person, answering(await aPng()));
    expect([await photoOf(person), await uploadsOf(person)]).toEqual(['/files/photos/mine.webp', []]);
  });

  // spec google.5
  test.each<[string, () => Uint8Array | null]>([
    ['cannot be had', () => null],
    ['is no image', () => Buffer.from('<svg/>')],
  ])('one that %s is no failure', async (_, bytes) => {
    const person = await aStudent(database.db);
    await copyFor(person, answering(bytes()));
    expect([await photoOf(person), await uploadsOf(person)]).toEqual(['', []]);
  });

  test("of an account that has gone is nobody's", async () => {
    const person = await aStudent(database.db);
    const image = await aPng();
    const leaving = fetching(async () => {
      await database.db.delete(users).where(eq(users.id, person.id));
      return image;
    });
    await copyFor(person, leaving);
    await copyFor(person, leaving);
    expect(await uploadsOf(person)).toEqual([]);
  });

  test('is tried again when it was no fault of the photo', async () => {
    const person = await aStudent(database.db);
    const ctx = contextAs(database, null, { outgoing: answering(await aPng()) });
    const images = {
      document: () => Promise.reject(new Error('no test asks for one')),
      photo: () => Promise.reject(new DomainError('server.unavailable')),
    };
    await expect(copyPhoto({ ...ctx, images }, { userId: person.id, url: URL_OF_GOOGLE })).rejects.toMatchObject({ code: 'server.unavailable' });
  });
});
