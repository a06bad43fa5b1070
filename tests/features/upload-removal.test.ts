import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { blogImages, blogs } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { createCaller } from '#server/api/router.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { sweepUpload } from '#server/features/uploads/uploads.jobs.ts';
import { UPLOADS } from '#shared/vocabulary/limits.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { useDocuments } from '#tests/support/documents.ts';
import { anAdmin, aStudent, aTutor, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { aJpeg } from '#tests/support/images.ts';
import { aCompleteProfile, aNewcomer, anUpload } from '#tests/support/profiles.ts';

const database = useDatabase();

const {
  getTutor,
  getFiles,
  apiAs,
  attachDocument,
  uploadDocument,
  toPath,
  listUploads,
  listJobs,
  listProfileDocuments,
  findProfile,
  approveDocuments,
} = useDocuments(database);
let tutor: Tutor;
beforeEach(() => {
  tutor = getTutor();
});

async function shownInPost(uploadId: string): Promise<void> {
  const { id: blogId } = only(await database.db.insert(blogs).values({ tutorId: tutor.id, title: 'A title', content: '<p></p>' }).returning());
  await database.db.insert(blogImages).values({ blogId, uploadId });
}

describe('removing an upload', () => {
  const remove = (id: string, person: User = tutor.user) => apiAs(person).uploads.remove({ id });

  // spec rest-uploads.14
  test('the owner or an admin can remove an upload by id or path', async () => {
    const [first, second, third] = [await uploadDocument(), await uploadDocument(), await uploadDocument()];
    expect(await remove(first)).toEqual({ message: 'Image deleted successfully!', result: 'ok' });
    expect(await remove(toPath(second))).toMatchObject({ result: 'ok' });
    expect(await remove(third, await anAdmin(database.db))).toMatchObject({ result: 'ok' });
    expect(await listUploads()).toEqual([]);
    for (const id of [first, second, third]) expect(await listJobs('files.remove', id)).toHaveLength(1);
  });

  // spec audit.4
  test('a removal by an admin is recorded in the audit log, unless the upload is their own', async () => {
    const { db } = database;
    const admin = await anAdmin(db, { name: 'Ayesha' });
    const entries = () => db.select().from(auditEntries).where(eq(auditEntries.actorId, admin.id));
    const [otherUpload, removed, own] = [await uploadDocument(), await uploadDocument(), await apiAs(admin).uploads.photo({ bytes: await aJpeg() })];
    const path = toPath(otherUpload);
    await getFiles().remove(toPath(removed));
    expect(await remove(otherUpload, admin)).toMatchObject({ result: 'ok' });
    await expect(remove(removed, admin)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await remove(own.id, admin)).toMatchObject({ result: 'ok' });
    expect(await entries()).toMatchObject([
      { actorName: 'Ayesha', action: 'upload.removed', subjectId: tutor.user.id, subjectName: tutor.user.name, details: { file: path } },
    ]);
  });

  // spec rest-uploads.14
  test('nobody else can remove an upload', async () => {
    const id = await uploadDocument();
    for (const person of [await aStudent(database.db), (await aTutor(database.db)).user]) {
      await expect(remove(id, person)).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'You can only delete your own images' });
    }
    expect(await listUploads()).toHaveLength(1);
  });

  test('an empty id is invalid, and an unknown one is not found', async () => {
    for (const id of ['', '  ']) await expect(remove(id)).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid document ID' });
    for (const id of ['x', '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40', 'documents/nothing.jpg', '../../etc/passwd']) {
      await expect(remove(id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Image not found' });
    }
  });

  // spec rest-uploads.15 | R §4.2 11 | What is removed leaves profile, account and posts; a file that is gone is taken off all the same, and so is
  //   any while the store is away | src/server/features/uploads/uploads.commands.ts
  test('the upload is taken off the profile, which is checked again', async () => {
    const [first, second] = [await attachDocument(), await attachDocument()];
    const { revision } = await apiAs().tutors.own();
    await remove(first.id);
    expect(await listProfileDocuments()).toEqual([[second.id, 0]]);
    expect((await apiAs().tutors.own()).revision).toBe(revision + 1);
  });

  // spec rest-uploads.15
  test('the upload is taken off the account and posts', async () => {
    const photo = await apiAs().uploads.photo({ bytes: await aJpeg() });
    await apiAs().auth.updateDetails({ profileImage: photo.url });
    await shownInPost(photo.id);
    expect(await remove(photo.id)).toMatchObject({ result: 'ok' });
    const [account] = await database.db.select().from(users).where(eq(users.id, tutor.user.id));
    expect(account?.profileImage).toBe('');
    expect(await database.db.select().from(blogImages).where(eq(blogImages.uploadId, photo.id))).toEqual([]);
  });

  test('another photo of the account stays', async () => {
    const [shown, other] = [await apiAs().uploads.photo({ bytes: await aJpeg() }), await apiAs().uploads.photo({ bytes: await aJpeg() })];
    await apiAs().auth.updateDetails({ profileImage: shown.url });
    await remove(other.id);
    const [account] = await database.db.select().from(users).where(eq(users.id, tutor.user.id));
    expect(account?.profileImage).toBe(shown.url);
  });

  // spec validation.12
  test('removing the photo of a submitted profile withdraws it from review', async () => {
    const { user } = await aNewcomer(database);
    const photo = await apiAs(user).uploads.photo({ bytes: await aJpeg() });
    await apiAs(user).auth.updateDetails({ profileImage: photo.url });
    await apiAs(user).tutors.saveProfile(await aCompleteProfile(database.db, user));
    expect(await findProfile(user.id)).toMatchObject({ verificationStatus: 'pending' });
    await remove(photo.id, user);
    expect(await findProfile(user.id)).toMatchObject({ verificationStatus: 'not_started' });
  });

  // spec rest-uploads.15
  test('a missing file is taken off the profile, and is not found where it was on none', async () => {
    const { id } = await attachDocument();
    const loose = await uploadDocument();
    for (const each of [id, loose]) await getFiles().remove(toPath(each));
    expect(await remove(id)).toEqual({ message: 'Image deleted successfully!', result: 'not found' });
    expect(await listProfileDocuments()).toEqual([]);
    await expect(remove(loose)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(remove(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listUploads()).toEqual([]);
  });

  // spec rest-uploads.15
  test('a file can be taken off while the store is away, and is deleted once the store is back', async () => {
    const { id } = await attachDocument();
    const ctx = contextAs(database, tutor.user, { log: () => {} });
    const failUnavailable = () => Promise.reject(Object.assign(new Error('no answer'), { code: 'STORE_AWAY' }));
    const { uploads: api } = createCaller({ ...ctx, files: { ...ctx.files, read: failUnavailable, has: failUnavailable, remove: failUnavailable } });
    expect(await api.remove({ id })).toEqual({ message: 'Image deleted successfully!', result: 'ok' });
    expect([await listProfileDocuments(), await listUploads()]).toEqual([[], []]);
    expect(await listJobs('files.remove', id)).toHaveLength(1);
  });

  // spec rest-uploads.15
  test('no file is downloaded to check that it exists', async () => {
    const id = await uploadDocument();
    const ctx = contextAs(database, tutor.user);
    const read = () => Promise.reject(new Error('fetched'));
    expect(await createCaller({ ...ctx, files: { ...ctx.files, read } }).uploads.remove({ id })).toMatchObject({ result: 'ok' });
  });

  // spec vacation.10
  test('a document approved by an admin leaves the profile and keeps its file', async () => {
    const { id } = await attachDocument();
    await approveDocuments(id);
    expect(await remove(id)).toMatchObject({ result: 'ok' });
    expect(await listProfileDocuments()).toEqual([]);
    expect(await getFiles().read(toPath(id))).not.toBeNull();
    expect([await listUploads(), await listJobs('files.remove', id)]).toMatchObject([[{ id }], []]);
  });
});

describe('released uploads', () => {
  // spec vacation.10
  test('uploads used by an approval or a post do not count, and are not removed', async () => {
    const [document, photo] = [await anUpload(database.db, tutor.user), await anUpload(database.db, tutor.user, 'photo')];
    await approveDocuments(document.id);
    await shownInPost(photo.id);
    for (const { id } of [document, photo]) await sweepUpload(contextAs(database, null), { uploadId: id });
    expect(await listUploads()).toHaveLength(2);
    for (let index = 0; index < UPLOADS.loose - 1; index += 1) await anUpload(database.db, tutor.user);
    expect(await uploadDocument()).not.toBe('');
    await expect(uploadDocument()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('a detached upload is checked a day later', async () => {
    const later = await uploadDocument();
    const ctx = contextAs(database, tutor.user, { now: () => new Date(NOW.getTime() + 5 * HOUR) });
    await inUnitOfWork(ctx, async ({ record }) => record({ type: 'uploads.detached', uploadIds: [later] }));
    expect((await listUploads()).map(({ id }) => id)).toEqual([later]);
    expect((await listJobs('upload.sweep', later)).map(({ dueAt }) => (dueAt.getTime() - NOW.getTime()) / HOUR)).toEqual([24, 29]);
  });
});
