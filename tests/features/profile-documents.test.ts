import { beforeEach, describe, expect, test } from 'vitest';
import { createCaller } from '#server/api/router.ts';
import { sweepUpload } from '#server/features/uploads/uploads.jobs.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { useDocuments } from '#tests/support/documents.ts';
import { anAdmin, aTutor, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { aJpeg, aPng } from '#tests/support/images.ts';
import { aCompleteProfile, aNewcomer } from '#tests/support/profiles.ts';
import { selectNotifications } from '#tests/support/selects.ts';
import { useVerification } from '#tests/support/verification.ts';

const database = useDatabase();

const {
  getTutor,
  getFiles,
  apiAs,
  createFile,
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

const listEvents = async ({ id }: User) => (await selectNotifications(database, id)).map(({ kind, params }) => ({ kind, params }));

describe('putting a document on the profile', () => {
  // spec rest-uploads.12
  test('it comes last, with its type, and its file is there', async () => {
    const first = await attachDocument();
    const second = await apiAs().uploads.attachDocument({ file: await createFile('id.png', await aPng()), type: 'identity' });
    expect(second).toEqual({ id: second.id, url: expect.stringContaining(`/files/${toPath(second.id)}?`), type: 'identity', uploadedAt: NOW });
    expect(await getFiles().read(toPath(second.id))).not.toBeNull();
    expect(await listProfileDocuments()).toEqual([
      [first.id, 0],
      [second.id, 1],
    ]);
    const { documents } = await apiAs().tutors.own();
    expect(documents).toEqual([first, second]);
  });

  test('raises the revision, so that an editor on the previous one gets a conflict', async () => {
    const { revision } = await apiAs().tutors.own();
    await attachDocument();
    expect((await apiAs().tutors.own()).revision).toBe(revision + 1);
    await expect(apiAs().tutors.saveProfile({ bio: 'New.', revision })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  // spec rest-uploads.12
  test('a sixth is refused and leaves nothing', async () => {
    for (let index = 0; index < 5; index += 1) await attachDocument();
    await expect(attachDocument()).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'You can only add 0 more image(s). Maximum 5 images allowed total.',
      cause: { code: 'upload.too_many', refusal: { params: { count: 0 } } },
    });
    expect(await listUploads()).toHaveLength(5);
  });

  // spec rest-uploads.12
  test('a tutor without a profile gets one', async () => {
    const { user } = await aNewcomer(database);
    expect(await findProfile(user.id)).toBeUndefined();
    const { id } = await attachDocument(user);
    const profile = await findProfile(user.id);
    expect(profile).toMatchObject({ phone: user.phone, verificationStatus: 'not_started', revision: 1 });
    expect(await listProfileDocuments({ ...tutor, id: profile?.id ?? '' })).toEqual([[id, 0]]);
  });

  // spec rest-uploads.12
  test('that completes the profile submits it, once', async () => {
    const { user } = await aNewcomer(database);
    const admin = await anAdmin(database.db);
    const complete = await aCompleteProfile(database.db, user);
    await apiAs(user).tutors.saveProfile({ ...complete, documents: [] });
    expect(await findProfile(user.id)).toMatchObject({ verificationStatus: 'not_started' });
    await attachDocument(user);
    await attachDocument(user);
    expect(await findProfile(user.id)).toMatchObject({ verificationStatus: 'pending' });
    expect((await listEvents(user)).filter(({ kind }) => kind === 'profile.submitted')).toHaveLength(1);
    expect((await listEvents(admin)).filter(({ params }) => params.tutor === user.name).map(({ kind }) => kind)).toEqual(['profile.to_review']);
  });

  // spec states.48
  test('of a verified profile notifies the admins, and the badge stays', async () => {
    const admin = await anAdmin(database.db);
    const verified = await aTutor(database.db, { isVerified: true, verificationStatus: 'approved', verificationDate: NOW });
    await attachDocument(verified.user);
    expect(await listEvents(admin)).toEqual([{ kind: 'profile.changed', params: { tutor: verified.user.name, changed: ['documents'] } }]);
    expect(await findProfile(verified.user.id)).toMatchObject({ isVerified: true, verificationStatus: 'approved' });
  });

  test.each([
    ['a file that cannot be written', 'save'],
    ['a file that is no image', 'image'],
  ])('%s leaves neither row nor entry, and says nothing to anybody', async (_, broken) => {
    const ctx = contextAs(database, tutor.user, { log: () => {} });
    const stores = { ...ctx.files, save: () => Promise.reject(new Error('the disk is full')) };
    const upload = createCaller(broken === 'save' ? { ...ctx, files: stores } : ctx).uploads.attachDocument({
      file: await createFile('a.pdf', broken === 'image' ? Buffer.from('%PDF') : undefined),
    });
    const message = broken === 'save' ? 'Upload failed' : 'a.pdf is not a supported file type. Please upload JPG or PNG images only.';
    await expect(upload).rejects.toThrow(message);
    expect([await listUploads(), await listProfileDocuments()]).toEqual([[], []]);
    expect(await findProfile(tutor.user.id)).toMatchObject({ revision: 0 });
  });
});

describe('taking a document off the profile', () => {
  // spec rest-uploads.13
  test('entry, row and file go, and the others close ranks', async () => {
    const [first, second, third] = [await attachDocument(), await attachDocument(), await attachDocument()];
    const { revision } = await apiAs().tutors.own();
    expect(await apiAs().tutors.detachDocument({ id: second.id })).toEqual({ message: 'Document deleted successfully' });
    expect(await listProfileDocuments()).toEqual([
      [first.id, 0],
      [third.id, 1],
    ]);
    expect((await listUploads()).map(({ id }) => id)).toEqual([first.id, third.id].sort());
    expect((await listJobs('files.remove', second.id)).map(({ params }) => params)).toEqual([{ paths: [toPath(second.id)] }]);
    expect((await apiAs().tutors.own()).revision).toBe(revision + 1);
    for (let index = 0; index < 3; index += 1) await attachDocument();
    expect(await listProfileDocuments()).toHaveLength(5);
  });

  test('by the path of its file, too', async () => {
    const { id } = await attachDocument();
    await apiAs().tutors.detachDocument({ id: toPath(id) });
    expect(await listProfileDocuments()).toEqual([]);
  });

  test("another tutor's, one that is not on it, and what is no id are unknown", async () => {
    const loose = await uploadDocument();
    const other = await attachDocument((await aTutor(database.db)).user);
    for (const id of [loose, other.id, 'x', '']) {
      await expect(apiAs().tutors.detachDocument({ id })).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid document ID' });
    }
    expect(await getFiles().read(toPath(other.id))).not.toBeNull();
  });

  // spec rest-uploads.13
  test('the last one takes the profile back from the review', async () => {
    const { user } = await aNewcomer(database);
    const complete = await aCompleteProfile(database.db, user);
    await apiAs(user).tutors.saveProfile(complete);
    expect(await findProfile(user.id)).toMatchObject({ verificationStatus: 'pending' });
    await apiAs(user).tutors.detachDocument({ id: complete.documents[0] ?? '' });
    expect(await findProfile(user.id)).toMatchObject({ verificationStatus: 'not_started' });
  });

  // spec vacation.10 | D Tutor profile and verification | A document of that copy keeps its file until the copy is replaced |
  //   src/server/features/uploads/uploads.projector.ts
  test('one that an admin has approved leaves the profile and keeps row and file', async () => {
    const { id } = await attachDocument();
    await approveDocuments(id);
    await apiAs().tutors.detachDocument({ id });
    expect([await listProfileDocuments(), await listJobs('files.remove', id)]).toEqual([[], []]);
    expect(await listUploads()).toHaveLength(1);
    await sweepUpload(contextAs(database, null), { uploadId: id });
    expect(await listUploads()).toHaveLength(1);
  });
});

describe('of a rejected profile', () => {
  // spec validation.12
  test('adding and removing documents leaves it rejected with its reason; saving it submits it again', async () => {
    const { createTutor, findProfile, listNotifications } = useVerification(database);
    const { id, user, caller, admin, verification } = await createTutor('pending');
    const [first, second] = [
      await caller.uploads.attachDocument({ file: await createFile() }),
      await caller.uploads.attachDocument({ file: await createFile() }),
    ];
    await verification.reject({ id, reason: 'A forged degree' });
    const noticeCount = (await listNotifications(admin)).length;
    const steps = [
      () => apiAs(admin).uploads.remove({ id: first.id }),
      () => caller.tutors.detachDocument({ id: second.id }),
      () => caller.uploads.attachDocument({ file: { name: 'a.jpg', bytes: jpeg } }),
    ];
    const jpeg = await aJpeg();
    for (const step of steps) {
      await step();
      expect(await findProfile(id)).toMatchObject({ verificationStatus: 'rejected', rejectionReason: 'A forged degree' });
    }
    expect(await listNotifications(admin)).toHaveLength(noticeCount);
    await apiAs(user).tutors.saveProfile({ bio: 'With a better copy of my degree.' });
    expect(await findProfile(id)).toMatchObject({ verificationStatus: 'pending', rejectionReason: '' });
  });
});
