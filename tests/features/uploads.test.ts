import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import { tutorDocuments } from '#db/schema/tutors.ts';
import { createCaller } from '#server/api/router.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { removeFiles, sweepUpload } from '#server/features/uploads/uploads.jobs.ts';
import { RATE_LIMITS, UPLOADS } from '#shared/vocabulary/limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { aJpeg, aJpegOf, inspectImage } from '#tests/support/images.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { countLockWaits, raceRounds } from '#tests/support/races.ts';

const database = useDatabase();
const files = () => contextAs(database, null).files;
const MOST = 2_097_152;

const uploadsOf = ({ id }: User) => database.db.select().from(uploads).where(eq(uploads.ownerId, id));
const jobsOf = async (kind: string) => database.db.select().from(jobs).where(eq(jobs.kind, kind));
const sweepsOf = async (uploadId: string) => (await jobsOf('upload.sweep')).filter(({ params }) => params.uploadId === uploadId);
const removalsOf = async (path: string) => (await jobsOf('files.remove')).filter(({ params }) => JSON.stringify(params).includes(path));
const photoOf = async ({ id }: User) =>
  (await database.db.select({ image: users.profileImage }).from(users).where(eq(users.id, id))).map(({ image }) => image)[0];
const upload = async (person: User) => callerAs(database, person).uploads.photo({ bytes: await aJpeg() });
const pathOf = (url: string) => url.replace('/files/', '');

describe('uploading a photo', () => {
  test('a photo is re-encoded and stored under a generated name', async () => {
    const person = await aStudent(database.db);
    const { id, url } = await upload(person);
    expect(url).toBe(`/files/photos/${id}.webp`);
    const stored = await files().read(pathOf(url));
    expect(await inspectImage(stored ?? new Uint8Array())).toMatchObject({ format: 'webp', width: 300, height: 200 });
    expect(await uploadsOf(person)).toEqual([
      { id, ownerId: person.id, purpose: 'photo', path: pathOf(url), contentType: 'image/webp', bytes: stored?.length, createdAt: NOW },
    ]);
    expect(await photoOf(person)).toBe('');
  });

  // spec errors.29
  test('2,097,152 bytes are accepted and one more is not', async () => {
    const person = await aStudent(database.db);
    const { uploads: api } = callerAs(database, person);
    expect(await api.photo({ bytes: await aJpegOf(MOST) })).toMatchObject({ url: expect.any(String) });
    await expect(api.photo({ bytes: await aJpegOf(MOST + 1) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'File size must be less than 2MB',
      cause: { code: 'upload.photo_size' },
    });
    expect(await uploadsOf(person)).toHaveLength(1);
  });

  // spec errors.29
  test('a file that is no image leaves nothing behind', async () => {
    const person = await aStudent(database.db);
    const upload = callerAs(database, person).uploads.photo({ bytes: Buffer.from('<svg/>') });
    await expect(upload).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Please select a valid image file (JPG, PNG, or GIF)' });
    expect(await uploadsOf(person)).toEqual([]);
  });

  test('one person can upload thirty files in ten minutes, counting those that are no images', async () => {
    const [{ times, seconds }] = RATE_LIMITS.uploadPhoto;
    const send = (person: User, ms = 0) =>
      callerAs(database, person, { now: () => new Date(NOW.getTime() + ms) }).uploads.photo({ bytes: Buffer.from('<svg/>') });
    const person = await aStudent(database.db);
    for (let index = 0; index < times; index += 1) await expect(send(person)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(send(person, seconds * 1000 - 1)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await expect(send(await aStudent(database.db))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(send(person, seconds * 1000)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('everybody with a session can upload, whatever their role', async () => {
    await expect(callerAs(database, null).uploads.photo({ bytes: await aJpeg() })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    for (const role of ['tutor', 'admin', null] as const) expect(await upload(await aStudent(database.db, { role }))).toHaveProperty('id');
  });

  test('a file that cannot be written leaves no row', async () => {
    const person = await aStudent(database.db);
    const ctx = contextAs(database, person, { log: () => {} });
    const full = { ...ctx, files: { ...ctx.files, save: () => Promise.reject(new Error('the disk is full')) } };
    const upload = createCaller(full).uploads.photo({ bytes: await aJpeg() });
    await expect(upload).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message: 'Failed to upload profile photo' });
    expect(await uploadsOf(person)).toEqual([]);
  });

  test('no file remains of a user who leaves during the upload', async () => {
    const person = await aStudent(database.db);
    const ctx = contextAs(database, person);
    const paths: string[] = [];
    const save = async (path: string, bytes: Uint8Array) => {
      paths.push(path);
      await database.db.delete(users).where(eq(users.id, person.id));
      await ctx.files.save(path, bytes);
    };
    const upload = createCaller({ ...ctx, files: { ...ctx.files, save } }).uploads.photo({ bytes: await aJpeg() });
    await expect(upload).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await files().read(`${paths[0]}`)).toBeNull();
  });
});

describe('unattached uploads', () => {
  // spec rest-uploads.6 | R §4.2, D Tutor profile and verification | A user has at most 20 of them, one more is 429 |
  //   src/server/features/uploads/uploads.commands.ts
  test('a person has at most twenty of them', async () => {
    const person = await aStudent(database.db);
    for (let index = 0; index < UPLOADS.loose; index += 1) await anUpload(database.db, person, index % 2 ? 'photo' : 'document');
    await database.db
      .update(uploads)
      .set({ createdAt: new Date(NOW.getTime() - 23 * HOUR) })
      .where(eq(uploads.ownerId, person.id));
    await expect(upload(person)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many requests. Please try again later.',
      cause: { code: 'upload.too_many_loose', refusal: { retryAfter: 3600 } },
    });
    expect(await upload(await aStudent(database.db))).toHaveProperty('id');
  });

  test('uploads on the account or the profile do not count', async () => {
    const tutor = await aTutor(database.db);
    for (let index = 0; index < UPLOADS.loose - 1; index += 1) await anUpload(database.db, tutor.user);
    const document = await anUpload(database.db, tutor.user);
    await database.db.insert(tutorDocuments).values({ uploadId: document.id, tutorId: tutor.id, position: 0 });
    const { url } = await upload(tutor.user);
    await expect(upload(tutor.user)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await callerAs(database, tutor.user).auth.updateDetails({ profileImage: url });
    expect(await upload(tutor.user)).toHaveProperty('id');
  });

  // spec rest-uploads.6
  test('simultaneous uploads are counted one after the other', async () => {
    const person = await aStudent(database.db);
    for (let index = 0; index < UPLOADS.loose - 2; index += 1) await anUpload(database.db, person, 'photo');
    const answered = await Promise.allSettled(Array.from({ length: 6 }, () => upload(person)));
    expect(answered.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await uploadsOf(person)).toHaveLength(UPLOADS.loose);
  });

  // spec rest-uploads.5 | R §4.2, D Tutor profile and verification | An upload attached to nothing goes after 24 h |
  //   src/server/features/uploads/uploads.jobs.ts
  test('unattached uploads are checked a day later and removed with their file', async () => {
    const person = await aStudent(database.db);
    const { id, url } = await upload(person);
    expect(await sweepsOf(id)).toMatchObject([{ dueAt: new Date(NOW.getTime() + 24 * HOUR) }]);

    const ctx = contextAs(database, null);
    await sweepUpload(ctx, { uploadId: id });
    await sweepUpload(ctx, { uploadId: id });
    expect(await uploadsOf(person)).toEqual([]);
    const removals = await removalsOf(id);
    expect(removals.map(({ params }) => params)).toEqual([{ paths: [pathOf(url)] }]);
    await removeFiles(ctx, { paths: [pathOf(url)] });
    await removeFiles(ctx, { paths: [pathOf(url)] });
    expect(await files().read(pathOf(url))).toBeNull();
  });

  // spec rest-uploads.5
  test('a photo of the account and a document of the profile stay', async () => {
    const tutor = await aTutor(database.db);
    const document = await anUpload(database.db, tutor.user);
    await database.db.insert(tutorDocuments).values({ uploadId: document.id, tutorId: tutor.id, position: 0 });
    const { id, url } = await upload(tutor.user);
    await callerAs(database, tutor.user).auth.updateDetails({ profileImage: url });
    for (const uploadId of [id, document.id]) await sweepUpload(contextAs(database, null), { uploadId });
    expect(await uploadsOf(tutor.user)).toHaveLength(2);
    expect(await files().read(pathOf(url))).not.toBeNull();
  });

  test("the address of somebody else's upload attaches nothing", async () => {
    const person = await aStudent(database.db);
    const { id, url } = await upload(person);
    await aStudent(database.db, { profileImage: url });
    await sweepUpload(contextAs(database, null), { uploadId: id });
    expect(await uploadsOf(person)).toEqual([]);
  });

  test('a replaced photo is removed a day later', async () => {
    const person = await aStudent(database.db);
    const { auth } = callerAs(database, person);
    const [first, second] = [await upload(person), await upload(person)];
    await auth.updateDetails({ profileImage: first.url });
    const later = () => new Date(NOW.getTime() + 30 * HOUR);
    await callerAs(database, person, { now: later }).auth.updateDetails({ profileImage: second.url });
    expect((await sweepsOf(first.id)).map(({ dueAt }) => dueAt.getTime() - NOW.getTime())).toEqual([24 * HOUR, 54 * HOUR]);
    for (const { id } of [first, second]) await sweepUpload(contextAs(database, null), { uploadId: id });
    expect((await uploadsOf(person)).map(({ id }) => id)).toEqual([second.id]);
  });

  test('a document that is being attached during the removal stays', async () => {
    const tutor = await aTutor(database.db);
    const { id: uploadId } = await anUpload(database.db, tutor.user);
    const swept = await database.db.transaction(async (tx) => {
      await tx.insert(tutorDocuments).values({ uploadId, tutorId: tutor.id, position: 0 });
      const sweeping = sweepUpload(contextAs(database, null), { uploadId });
      while ((await countLockWaits(database)) === 0) await setImmediate();
      return { sweeping };
    });
    await swept.sweeping;
    expect(await uploadsOf(tutor.user)).toHaveLength(1);
  });

  // spec rest-uploads.5
  test('an upload attached during the removal is either attached or gone, and never a dead address', async () => {
    for (let round = 0; round < raceRounds(8); round += 1) {
      const person = await aStudent(database.db);
      const { id, url } = await upload(person);
      const [attached] = await Promise.allSettled([
        callerAs(database, person).auth.updateDetails({ profileImage: url }),
        sweepUpload(contextAs(database, null), { uploadId: id }),
      ]);
      expect(await uploadsOf(person)).toHaveLength(attached.status === 'fulfilled' ? 1 : 0);
      expect(await photoOf(person)).toBe(attached.status === 'fulfilled' ? url : '');
    }
  });
});

describe('files of a user who leaves', () => {
  // spec leaving.10 | D Tutor profile and verification | Their files go | src/server/features/uploads/uploads.projector.ts
  test('the files are deleted with the account', async () => {
    const person = await aStudent(database.db);
    const [first, second] = [await upload(person), await upload(person)];
    const { id: userId, role, name, email } = person;
    await inUnitOfWork(contextAs(database, person), async ({ record }) => record({ type: 'account.closed', userId, role, name, email, by: 'self' }));
    expect(await uploadsOf(person)).toEqual([]);
    const [removal] = await removalsOf(first.id);
    expect(removal?.params).toEqual({ paths: [first, second].map(({ url }) => pathOf(url)).sort() });
  });

  test('no job is queued for a user without files', async () => {
    const { id: userId, role, name, email, ...person } = await aStudent(database.db);
    const before = (await jobsOf('files.remove')).length;
    const ctx = contextAs(database, { id: userId, role, name, email, ...person });
    await inUnitOfWork(ctx, async ({ record }) => record({ type: 'account.closed', userId, role, name, email, by: 'self' }));
    expect(await jobsOf('files.remove')).toHaveLength(before);
  });
});
