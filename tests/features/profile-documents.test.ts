import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { notifications } from '#db/schema/notifications.ts';
import { createCaller } from '#server/api/router.ts';
import { sweepUpload } from '#server/features/uploads/uploads.jobs.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { useDocuments } from '#tests/support/documents.ts';
import { anAdmin, aTutor, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { aJpeg, aPng } from '#tests/support/images.ts';
import { aCompleteProfile, aNewcomer } from '#tests/support/profiles.ts';
import { reviewing } from '#tests/support/verification.ts';

const database = useDatabase();

const { getTutor: tutorOfTest, files, as, file, attachDocument: attached, uploadDocument: uploaded, toPath: pathOf, listUploads: uploadsOf, listJobs: jobsOf, listProfileDocuments: listed, findProfile: profileOf, approveDocuments: approved } = useDocuments(database);
let tutor: Tutor;
beforeEach(() => {
  tutor = tutorOfTest();
});

const newsOf = async ({ id }: User) =>
  (await database.db.select().from(notifications).where(eq(notifications.userId, id))).map(({ kind, params }) => ({ kind, params }));

describe('putting a document on the profile', () => {
  // spec rest-uploads.12
  test('it comes last, with its type, and its file is there', async () => {
    const first = await attached();
    const second = await as().uploads.attachDocument({ file: await file('id.png', await aPng()), type: 'identity' });
    expect(second).toEqual({ id: second.id, url: expect.stringContaining(`/files/${pathOf(second.id)}?`), type: 'identity', uploadedAt: NOW });
    expect(await files().read(pathOf(second.id))).not.toBeNull();
    expect(await listed()).toEqual([
      [first.id, 0],
      [second.id, 1],
    ]);
    const { documents } = await as().tutors.own();
    expect(documents).toEqual([first, second]);
  });

  test('raises the revision, so that an editor on the one before is told', async () => {
    const { revision } = await as().tutors.own();
    await attached();
    expect((await as().tutors.own()).revision).toBe(revision + 1);
    await expect(as().tutors.saveProfile({ bio: 'New.', revision })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  // spec rest-uploads.12
  test('a sixth is refused and leaves nothing', async () => {
    for (let nth = 0; nth < 5; nth += 1) await attached();
    await expect(attached()).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'You can only add 0 more image(s). Maximum 5 images allowed total.',
      cause: { code: 'upload.too_many', refusal: { params: { count: 0 } } },
    });
    expect(await uploadsOf()).toHaveLength(5);
  });

  // spec rest-uploads.12
  test('a tutor without a profile gets one', async () => {
    const { user } = await aNewcomer(database);
    expect(await profileOf(user.id)).toBeUndefined();
    const { id } = await attached(user);
    const profile = await profileOf(user.id);
    expect(profile).toMatchObject({ phone: user.phone, verificationStatus: 'not_started', revision: 1 });
    expect(await listed({ ...tutor, id: profile?.id ?? '' })).toEqual([[id, 0]]);
  });

  // spec rest-uploads.12
  test('that completes the profile submits it, once', async () => {
    const { user } = await aNewcomer(database);
    const admin = await anAdmin(database.db);
    const complete = await aCompleteProfile(database.db, user);
    await as(user).tutors.saveProfile({ ...complete, documents: [] });
    expect(await profileOf(user.id)).toMatchObject({ verificationStatus: 'not_started' });
    await attached(user);
    await attached(user);
    expect(await profileOf(user.id)).toMatchObject({ verificationStatus: 'pending' });
    expect((await newsOf(user)).filter(({ kind }) => kind === 'profile.submitted')).toHaveLength(1);
    expect((await newsOf(admin)).filter(({ params }) => params.tutor === user.name).map(({ kind }) => kind)).toEqual(['profile.to_review']);
  });

  // spec states.48
  test('of a verified profile is told to the admins, and the badge stays', async () => {
    const admin = await anAdmin(database.db);
    const verified = await aTutor(database.db, { isVerified: true, verificationStatus: 'approved', verificationDate: NOW });
    await attached(verified.user);
    expect(await newsOf(admin)).toEqual([{ kind: 'profile.changed', params: { tutor: verified.user.name, changed: ['documents'] } }]);
    expect(await profileOf(verified.user.id)).toMatchObject({ isVerified: true, verificationStatus: 'approved' });
  });

  test.each([
    ['a file that cannot be written', 'save'],
    ['a file that is no image', 'image'],
  ])('%s leaves neither row nor entry, and says nothing to anybody', async (_, broken) => {
    const ctx = contextAs(database, tutor.user, { log: () => {} });
    const stores = { ...ctx.files, save: () => Promise.reject(new Error('the disk is full')) };
    const asked = createCaller(broken === 'save' ? { ...ctx, files: stores } : ctx).uploads.attachDocument({
      file: await file('a.pdf', broken === 'image' ? Buffer.from('%PDF') : undefined),
    });
    const message = broken === 'save' ? 'Upload failed' : 'a.pdf is not a supported file type. Please upload JPG or PNG images only.';
    await expect(asked).rejects.toThrow(message);
    expect([await uploadsOf(), await listed()]).toEqual([[], []]);
    expect(await profileOf(tutor.user.id)).toMatchObject({ revision: 0 });
  });
});

describe('taking a document off the profile', () => {
  // spec rest-uploads.13
  test('entry, row and file go, and the others close ranks', async () => {
    const [first, second, third] = [await attached(), await attached(), await attached()];
    const { revision } = await as().tutors.own();
    expect(await as().tutors.detachDocument({ id: second.id })).toEqual({ message: 'Document deleted successfully' });
    expect(await listed()).toEqual([
      [first.id, 0],
      [third.id, 1],
    ]);
    expect((await uploadsOf()).map(({ id }) => id)).toEqual([first.id, third.id].sort());
    expect((await jobsOf('files.remove', second.id)).map(({ params }) => params)).toEqual([{ paths: [pathOf(second.id)] }]);
    expect((await as().tutors.own()).revision).toBe(revision + 1);
    for (let nth = 0; nth < 3; nth += 1) await attached();
    expect(await listed()).toHaveLength(5);
  });

  test('by the path of its file, too', async () => {
    const { id } = await attached();
    await as().tutors.detachDocument({ id: pathOf(id) });
    expect(await listed()).toEqual([]);
  });

  test("another tutor's, one that is not on it, and what is no id are unknown", async () => {
    const loose = await uploaded();
    const other = await attached((await aTutor(database.db)).user);
    for (const id of [loose, other.id, 'x', '']) {
      await expect(as().tutors.detachDocument({ id })).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid document ID' });
    }
    expect(await files().read(pathOf(other.id))).not.toBeNull();
  });

  // spec rest-uploads.13
  test('the last one takes the profile back from the review', async () => {
    const { user } = await aNewcomer(database);
    const complete = await aCompleteProfile(database.db, user);
    await as(user).tutors.saveProfile(complete);
    expect(await profileOf(user.id)).toMatchObject({ verificationStatus: 'pending' });
    await as(user).tutors.detachDocument({ id: complete.documents[0] ?? '' });
    expect(await profileOf(user.id)).toMatchObject({ verificationStatus: 'not_started' });
  });

  // spec vacation.10 | D Tutor profile and verification | A document of that copy keeps its file until the copy is replaced |
  //   src/server/features/uploads/uploads.projector.ts
  test('one that an admin has approved leaves the profile and keeps row and file', async () => {
    const { id } = await attached();
    await approved(id);
    await as().tutors.detachDocument({ id });
    expect([await listed(), await jobsOf('files.remove', id)]).toEqual([[], []]);
    expect(await uploadsOf()).toHaveLength(1);
    await sweepUpload(contextAs(database, null), { uploadId: id });
    expect(await uploadsOf()).toHaveLength(1);
  });
});

describe('of a rejected profile', () => {
  // spec validation.12
  test('documents come and go and leave it rejected, with its reason, whoever takes them; saving it submits it again', async () => {
    const { aTutorWho, storedOf, noticesOf } = reviewing(database);
    const { id, user, caller, admin, verification } = await aTutorWho('pending');
    const [first, second] = [
      await caller.uploads.attachDocument({ file: await file() }),
      await caller.uploads.attachDocument({ file: await file() }),
    ];
    await verification.reject({ id, reason: 'A forged degree' });
    const told = (await noticesOf(admin)).length;
    const steps = [
      () => as(admin).uploads.remove({ id: first.id }),
      () => caller.tutors.detachDocument({ id: second.id }),
      () => caller.uploads.attachDocument({ file: { name: 'a.jpg', bytes: jpeg } }),
    ];
    const jpeg = await aJpeg();
    for (const step of steps) {
      await step();
      expect(await storedOf(id)).toMatchObject({ verificationStatus: 'rejected', rejectionReason: 'A forged degree' });
    }
    expect(await noticesOf(admin)).toHaveLength(told);
    await as(user).tutors.saveProfile({ bio: 'With a better copy of my degree.' });
    expect(await storedOf(id)).toMatchObject({ verificationStatus: 'pending', rejectionReason: '' });
  });
});
