import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import { tutorDocuments, tutorProfiles } from '#db/schema/tutors.ts';
import { type Caller, createCaller } from '#server/api/router.ts';
import { UPLOADS } from '#shared/vocabulary/limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aTutor, type Tutor, type User } from '#tests/support/factories.ts';
import { aJpeg } from '#tests/support/images.ts';
import { aNewcomer, anUpload } from '#tests/support/profiles.ts';
import { countDeadlocks, countLockWaits, listErrorMessages, listResults, raceRounds, runUntilCommit } from '#tests/support/races.ts';

const CONCURRENT = 50;
const TOO_MANY = 'You can only add 0 more image(s). Maximum 5 images allowed total.';
const database = useDatabase();

let tutor: Tutor;
let jpeg: Uint8Array<ArrayBuffer>;
beforeEach(async () => {
  tutor = await aTutor(database.db);
  jpeg = new Uint8Array(await aJpeg({ width: 40, height: 30 }));
});

const apiAs = (person: User) => callerAs(database, person, { hasRateLimits: false });
const attach = (person: User) => apiAs(person).uploads.attachDocument({ file: { name: 'a.jpg', bytes: jpeg } });
const runConcurrently = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)));
const listUploads = ({ id }: User) => database.db.select().from(uploads).where(eq(uploads.ownerId, id));
const listPositions = async ({ id }: User) =>
  (
    await database.db
      .select({ uploadId: tutorDocuments.uploadId, position: tutorDocuments.position })
      .from(tutorDocuments)
      .innerJoin(tutorProfiles, eq(tutorProfiles.id, tutorDocuments.tutorId))
      .where(eq(tutorProfiles.userId, id))
      .orderBy(tutorDocuments.position)
  ).map(({ position }) => position);

// spec s3.6 | S3 | 50 parallel uploads never exceed five documents | src/server/features/tutors/documents.steps.ts
describe(`${CONCURRENT} documents at once`, () => {
  test('added to a profile: five are accepted, and all others are refused and leave nothing behind', async () => {
    const results = await runConcurrently(CONCURRENT, () => attach(tutor.user));
    expect([listResults(results).length, new Set(listErrorMessages(results))]).toEqual([5, new Set([TOO_MANY])]);
    expect(await listPositions(tutor.user)).toEqual([0, 1, 2, 3, 4]);
    expect(await listUploads(tutor.user)).toHaveLength(5);
    const [profile] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, tutor.id));
    expect(profile?.revision).toBe(5);
  });

  test('added by a tutor without a profile: one profile is created, with five documents', async () => {
    const { user } = await aNewcomer(database);
    const results = await runConcurrently(10, () => attach(user));
    expect([listResults(results).length, new Set(listErrorMessages(results))]).toEqual([5, new Set([TOO_MANY])]);
    expect(await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.userId, user.id))).toHaveLength(1);
    expect(await listPositions(user)).toEqual([0, 1, 2, 3, 4]);
  });

  test('added while the profile is saved: never more than five, and none of them is lost', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) ids.push((await anUpload(database.db, tutor.user)).id);
    const results = await runConcurrently(
      CONCURRENT,
      (index): Promise<unknown> => (index % 5 === 0 ? apiAs(tutor.user).tutors.saveProfile({ documents: ids }) : attach(tutor.user)),
    );
    expect(listErrorMessages(results).filter((reason) => reason !== TOO_MANY)).toEqual([]);
    const positions = await listPositions(tutor.user);
    expect(positions).toEqual([0, 1, 2, 3, 4].slice(0, positions.length));
    expect(positions.length).toBeGreaterThanOrEqual(4);
  });
});

describe('simultaneous calls', () => {
  // spec rest-uploads.10
  test('documents added to a profile use up no room for documents saved later', async () => {
    for (let index = 0; index < UPLOADS.loose - 5; index += 1) await anUpload(database.db, tutor.user);
    const results = await runConcurrently(
      20,
      (index): Promise<unknown> =>
        index % 4 === 0 ? apiAs(tutor.user).uploads.documents({ files: [{ name: 'a.jpg', bytes: jpeg }] }) : attach(tutor.user),
    );
    expect(listErrorMessages(results).filter((reason) => !reason.startsWith('You can only add 0 more'))).toEqual([]);
  });

  // spec s3.7 | S3 | At once, a document is removed, saved or left behind, never a dead link | src/db/locks.ts
  test('a document removed by two calls is removed once, together with its file', async () => {
    const { id } = await attach(tutor.user);
    const { tutors, uploads: api } = apiAs(tutor.user);
    const results = await runConcurrently(8, (index): Promise<unknown> => (index % 2 ? tutors.detachDocument({ id }) : api.remove({ id })));
    expect(listResults(results).length).toBe(1);
    expect(listErrorMessages(results).filter((reason) => reason !== 'Invalid document ID' && reason !== 'Image not found')).toEqual([]);
    expect([await listUploads(tutor.user), await listPositions(tutor.user)]).toEqual([[], []]);
  });

  // spec s3.7
  test('a document saved while it is removed is either on the profile or gone, and never a dead link', async () => {
    for (let round = 0; round < raceRounds(8); round += 1) {
      const { id } = await anUpload(database.db, tutor.user);
      const [save] = await Promise.allSettled([
        apiAs(tutor.user).tutors.saveProfile({ documents: [id] }),
        apiAs(tutor.user)
          .uploads.remove({ id })
          .catch(() => {}),
      ]);
      expect([await listPositions(tutor.user), save.status]).toEqual([[], expect.anything()]);
    }
    expect(await countDeadlocks(database)).toBe(0);
  });

  // spec s3.7
  test.each([
    ['is saved again, it comes off the profile with its file', false],
    ['is saved, and a save that comes after the removal refers to no file that is gone', true],
  ])('a document that is taken off in another tab while it %s', async (_, isRemovedFirst) => {
    const { id } = await attach(tutor.user);
    const first = runUntilCommit(database, tutor.user);
    const second = apiAs(tutor.user);
    const remove = (api: Caller) => api.tutors.detachDocument({ id });
    const save = (api: Caller) => api.tutors.saveProfile({ bio: 'New.', documents: [id] });
    const [begun, waiting] = isRemovedFirst ? [remove(first.caller), save] : [save(first.caller), remove];
    await first.isDone;
    const later = Promise.allSettled([waiting(second)]);
    while ((await countLockWaits(database)) === 0) await setImmediate();
    first.commit();
    await begun;
    expect(listErrorMessages(await later)).toEqual(isRemovedFirst ? ['Invalid document ID'] : []);
    expect([await listUploads(tutor.user), await listPositions(tutor.user)]).toEqual([[], []]);
    const removals = await database.db.select().from(jobs).where(eq(jobs.kind, 'files.remove'));
    expect(removals.map(({ params }) => params)).toContainEqual({ paths: [`documents/${id}.jpg`] });
  });

  // spec s3.8 | S3 | A document that was added keeps its file where the connection to the database broke after it |
  //   src/server/features/uploads/documents.commands.ts
  test('a document keeps its file where the connection to the database broke after it was added', async () => {
    const ctx = contextAs(database, tutor.user, { log: () => {}, hasRateLimits: false });
    let count = 0;
    const begin: typeof ctx.begin = async (work) => {
      const result = await ctx.begin(work);
      count += 1;
      // The first transaction plans the sweep, the second adds the document.
      if (count === 2) throw new Error('the connection is gone');
      return result;
    };
    await expect(createCaller({ ...ctx, begin }).uploads.attachDocument({ file: { name: 'a.jpg', bytes: jpeg } })).rejects.toThrow('Upload failed');
    const [document] = await listUploads(tutor.user);
    expect(await listPositions(tutor.user)).toEqual([0]);
    const removals = await database.db.select().from(jobs).where(eq(jobs.kind, 'files.remove'));
    expect(removals.map(({ params }) => params)).not.toContainEqual({ paths: [document?.path] });
  });

  // spec s3.7
  test('no file remains when a tutor deletes the account while a document is being added', async () => {
    const ctx = contextAs(database, tutor.user);
    const paths: string[] = [];
    const save = async (path: string, bytes: Uint8Array) => {
      paths.push(path);
      await database.db.delete(users).where(eq(users.id, tutor.user.id));
      await ctx.files.save(path, bytes);
    };
    const attachment = createCaller({ ...ctx, files: { ...ctx.files, save } }).uploads.attachDocument({ file: { name: 'a.jpg', bytes: jpeg } });
    await expect(attachment).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(paths).toHaveLength(1);
    const removals = await database.db.select().from(jobs).where(eq(jobs.kind, 'files.remove'));
    expect(removals.map(({ params }) => params)).toContainEqual({ paths });
  });
});
