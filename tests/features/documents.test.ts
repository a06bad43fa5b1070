import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { jobs } from '#db/schema/jobs.ts';
import { notifications } from '#db/schema/notifications.ts';
import { tutorApprovalDocuments, tutorApprovals, tutorDocuments, tutorProfiles } from '#db/schema/tutors.ts';
import { createCaller } from '#server/api/router.ts';
import { removeFiles, sweepUpload } from '#server/features/uploads/uploads.jobs.ts';
import { RATE_LIMITS, UPLOADS } from '#shared/vocabulary/limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { aGif, aJpeg, aJpegOf, aPng, looked } from '#tests/support/images.ts';
import { aCompleteProfile, aNewcomer, anUpload } from '#tests/support/profiles.ts';

const database = useDatabase();
const files = () => contextAs(database, null).files;
const MOST = 2_097_152;

let tutor: Tutor;
beforeEach(async () => {
  tutor = await aTutor(database.db);
});

const as = (person: User = tutor.user) => callerAs(database, person, { hasRateLimits: false });
const file = async (name = 'degree.jpg', bytes?: Uint8Array<ArrayBuffer>) => ({ name, bytes: bytes ?? (await aJpeg()) });
const attached = async (person = tutor.user) => as(person).uploads.attachDocument({ file: await file() });
const uploaded = async () => {
  const { documents } = await as().uploads.documents({ files: [await file()] });
  return documents[0]?.id ?? '';
};
const pathOf = (id: string) => `documents/${id}.jpg`;
const uploadsOf = ({ id }: User = tutor.user) => database.db.select().from(uploads).where(eq(uploads.ownerId, id)).orderBy(uploads.id);
const jobsOf = async (kind: string, about: string) =>
  (await database.db.select().from(jobs).where(eq(jobs.kind, kind))).filter(({ params }) => JSON.stringify(params).includes(about));
const listed = async ({ id } = tutor) =>
  (await database.db.select().from(tutorDocuments).where(eq(tutorDocuments.tutorId, id)).orderBy(tutorDocuments.position)).map(
    ({ uploadId, position }) => [uploadId, position],
  );
const profileOf = async (userId: string) => (await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.userId, userId)))[0];
const newsOf = async ({ id }: User) =>
  (await database.db.select().from(notifications).where(eq(notifications.userId, id))).map(({ kind, params }) => ({ kind, params }));

async function approved(...ids: string[]): Promise<void> {
  await database.db.insert(tutorApprovals).values({ tutorId: tutor.id, education: [], experience: [] });
  await database.db.insert(tutorApprovalDocuments).values(ids.map((uploadId) => ({ tutorId: tutor.id, uploadId, type: 'other' as const })));
}

describe('uploading documents', () => {
  test('they are made anew and kept in their order, for those only who have the link', async () => {
    const sent = [await file('one.jpg'), await file('../../two.png', await aPng({ width: 40, height: 30 }))];
    const { message, documents } = await as().uploads.documents({ files: sent });
    expect(message).toBe('2 image(s) uploaded successfully!');
    for (const { id, url } of documents) {
      const link = new URL(url, 'http://site');
      expect(link.pathname).toBe(`/files/${pathOf(id)}`);
      expect(files().mayRead(pathOf(id), Object.fromEntries(link.searchParams), NOW)).toBe(true);
      expect(files().mayRead(pathOf(id), {}, NOW)).toBe(false);
    }
    const sizes: number[] = [];
    for (const { id } of documents) sizes.push((await looked((await files().read(pathOf(id))) ?? new Uint8Array())).width);
    expect(sizes).toEqual([300, 40]);
    expect(await uploadsOf()).toMatchObject(
      documents.map(({ id }) => ({ id, purpose: 'document', contentType: 'image/jpeg' })).sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
    expect(await listed()).toEqual([]);
  });

  test('one to five at a time', async () => {
    await expect(as().uploads.documents({ files: [] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ message: 'No file uploaded' }] },
    });
    const six = Array.from({ length: 6 }, () => ({ name: 'not even an image', bytes: new Uint8Array() }));
    await expect(as().uploads.documents({ files: six })).rejects.toMatchObject({
      message: 'You can only add 5 more image(s). Maximum 5 images allowed total.',
      cause: { code: 'upload.too_many', refusal: { params: { count: 5 } } },
    });
    const one = await file();
    expect((await as().uploads.documents({ files: [one, one, one, one, one] })).documents).toHaveLength(5);
  });

  test('those on the profile count, and those that are not saved do not', async () => {
    for (const _ of [1, 2, 3]) await attached();
    await uploaded();
    const one = await file();
    await expect(as().uploads.documents({ files: [one, one, one] })).rejects.toThrow(
      'You can only add 2 more image(s). Maximum 5 images allowed total.',
    );
    expect((await as().uploads.documents({ files: [one, one] })).documents).toHaveLength(2);
  });

  test('2,097,152 bytes pass, and one more leaves nothing of the others either', async () => {
    const full = await file('full.jpg', await aJpegOf(MOST));
    expect((await as().uploads.documents({ files: [full] })).documents).toHaveLength(1);
    const asked = as().uploads.documents({ files: [await file(), await file('large.jpg', await aJpegOf(MOST + 1))] });
    await expect(asked).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'large.jpg is too large. Maximum file size is 2MB.',
      cause: { code: 'upload.document_size' },
    });
    expect(await uploadsOf()).toHaveLength(1);
  });

  test('sizes are told before types', async () => {
    const asked = as().uploads.documents({ files: [await file('a.gif', await aGif()), await file('large.jpg', new Uint8Array(MOST + 1))] });
    await expect(asked).rejects.toThrow('large.jpg is too large. Maximum file size is 2MB.');
  });

  test.each([
    ['resume.pdf.jpg', Buffer.from('%PDF-1.4\n1 0 obj\n'), 'resume.pdf.jpg'],
    ['picture.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'picture.svg'],
    ['සහතිකය.jpg', Buffer.from('a text'), 'සහතිකය.jpg'],
    ['  ', Buffer.from('a text'), 'This file'],
  ])('what is no JPG or PNG is refused by its name, %j', async (name, bytes, called) => {
    const asked = as().uploads.documents({ files: [await file(), { name, bytes }] });
    await expect(asked).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: `${called} is not a supported file type. Please upload JPG or PNG images only.`,
    });
    expect(await uploadsOf()).toEqual([]);
  });

  test('is for tutors', async () => {
    const { uploads: api } = as(await aStudent(database.db));
    await expect(api.documents({ files: [await file()] })).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Only tutors can manage documents' });
    await expect(api.attachDocument({ file: await file() })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('twenty that are not saved are the most, counted before they are made', async () => {
    for (let nth = 0; nth < UPLOADS.loose - 2; nth += 1) await anUpload(database.db, tutor.user);
    const one = await file();
    await database.db
      .update(uploads)
      .set({ createdAt: new Date(NOW.getTime() - 20 * HOUR) })
      .where(eq(uploads.ownerId, tutor.user.id));
    await expect(as().uploads.documents({ files: [one, one, { name: 'a', bytes: new Uint8Array() }] })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      cause: { code: 'upload.too_many_loose', refusal: { retryAfter: 4 * 3600 } },
    });
    expect((await as().uploads.documents({ files: [one, one] })).documents).toHaveLength(2);
  });

  test('thirty calls in ten minutes are looked at for one person', async () => {
    const [{ times }] = RATE_LIMITS.uploadDocuments;
    const limited = callerAs(database, tutor.user).uploads;
    const rubbish = { name: 'a', bytes: new Uint8Array() };
    for (let nth = 0; nth < times; nth += 1) await expect(limited.documents({ files: [rubbish] })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(limited.attachDocument({ file: rubbish })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('when one file cannot be written, no row and no file stays', async () => {
    const ctx = contextAs(database, tutor.user, { log: () => {} });
    const paths: string[] = [];
    const save = async (path: string, bytes: Uint8Array) => {
      paths.push(path);
      if (paths.length === 2) throw new Error('the disk is full');
      await ctx.files.save(path, bytes);
    };
    const asked = createCaller({ ...ctx, files: { ...ctx.files, save } }).uploads.documents({ files: [await file(), await file(), await file()] });
    await expect(asked).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message: 'Failed to upload documents. Please try again.' });
    expect(await uploadsOf()).toEqual([]);
    for (const path of paths) {
      for (const { params } of await jobsOf('files.remove', path)) await removeFiles(ctx, params as { paths: string[] });
      expect(await files().read(path)).toBeNull();
    }
  });

  test('those that are never saved go after a day', async () => {
    const id = await uploaded();
    expect(await jobsOf('upload.sweep', id)).toMatchObject([{ dueAt: new Date(NOW.getTime() + 24 * HOUR) }]);
    await sweepUpload(contextAs(database, null), { uploadId: id });
    expect(await uploadsOf()).toEqual([]);
  });

  test('one that a saving takes off the profile goes a day later', async () => {
    const [first, second] = [await uploaded(), await uploaded()];
    await as().tutors.saveProfile({ documents: [first, second] });
    const later = () => new Date(NOW.getTime() + 30 * HOUR);
    await callerAs(database, tutor.user, { now: later }).tutors.saveProfile({ documents: [second] });
    const sweeps = await jobsOf('upload.sweep', first);
    expect(sweeps.map(({ dueAt }) => (dueAt.getTime() - NOW.getTime()) / HOUR)).toEqual([24, 54]);
    for (const uploadId of [first, second]) await sweepUpload(contextAs(database, null), { uploadId });
    expect((await uploadsOf()).map(({ id }) => id)).toEqual([second]);
  });
});

describe('putting a document on the profile', () => {
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

  test('a sixth is refused and leaves nothing', async () => {
    for (let nth = 0; nth < 5; nth += 1) await attached();
    await expect(attached()).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'You can only add 0 more image(s). Maximum 5 images allowed total.',
      cause: { code: 'upload.too_many', refusal: { params: { count: 0 } } },
    });
    expect(await uploadsOf()).toHaveLength(5);
  });

  test('a tutor without a profile gets one', async () => {
    const { user } = await aNewcomer(database);
    expect(await profileOf(user.id)).toBeUndefined();
    const { id } = await attached(user);
    const profile = await profileOf(user.id);
    expect(profile).toMatchObject({ phone: user.phone, verificationStatus: 'not_started', revision: 1 });
    expect(await listed({ ...tutor, id: profile?.id ?? '' })).toEqual([[id, 0]]);
  });

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

  test('the last one takes the profile back from the review', async () => {
    const { user } = await aNewcomer(database);
    const complete = await aCompleteProfile(database.db, user);
    await as(user).tutors.saveProfile(complete);
    expect(await profileOf(user.id)).toMatchObject({ verificationStatus: 'pending' });
    await as(user).tutors.detachDocument({ id: complete.documents[0] ?? '' });
    expect(await profileOf(user.id)).toMatchObject({ verificationStatus: 'not_started' });
  });

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
