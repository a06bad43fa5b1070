import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { jobs } from '#db/schema/jobs.ts';
import { createCaller } from '#server/api/router.ts';
import { removeFiles, sweepUpload } from '#server/features/uploads/uploads.jobs.ts';
import { RATE_LIMITS, UPLOADS } from '#shared/vocabulary/limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { useDocuments } from '#tests/support/documents.ts';
import { aStudent, HOUR, NOW, type Tutor } from '#tests/support/factories.ts';
import { aGif, aJpeg, aJpegOf, aPng, inspectImage } from '#tests/support/images.ts';
import { anUpload } from '#tests/support/profiles.ts';

const database = useDatabase();
const MAX_BYTES = 2_097_152;

const { getTutor, getFiles, apiAs, createFile, attachDocument, uploadDocument, toPath, listUploads, listJobs, listProfileDocuments } =
  useDocuments(database);
let tutor: Tutor;
beforeEach(() => {
  tutor = getTutor();
});

describe('uploading documents', () => {
  test('documents are re-encoded, keep their order, and can only be read with the link', async () => {
    const sentFiles = [await createFile('one.jpg'), await createFile('../../two.png', await aPng({ width: 40, height: 30 }))];
    const { message, documents } = await apiAs().uploads.documents({ files: sentFiles });
    expect(message).toBe('2 image(s) uploaded successfully!');
    for (const { id, url } of documents) {
      const link = new URL(url, 'http://site');
      expect(link.pathname).toBe(`/files/${toPath(id)}`);
      expect(getFiles().canRead(toPath(id), Object.fromEntries(link.searchParams), NOW)).toBe(true);
      expect(getFiles().canRead(toPath(id), {}, NOW)).toBe(false);
    }
    const sizes: number[] = [];
    for (const { id } of documents) sizes.push((await inspectImage((await getFiles().read(toPath(id))) ?? new Uint8Array())).width);
    expect(sizes).toEqual([300, 40]);
    expect(await listUploads()).toMatchObject(
      documents.map(({ id }) => ({ id, purpose: 'document', contentType: 'image/jpeg' })).sort((first, other) => (first.id < other.id ? -1 : 1)),
    );
    expect(await listProfileDocuments()).toEqual([]);
  });

  test('a call takes one to five documents', async () => {
    await expect(apiAs().uploads.documents({ files: [] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ message: 'No file uploaded' }] },
    });
    const sixFiles = Array.from({ length: 6 }, () => ({ name: 'not even an image', bytes: new Uint8Array() }));
    await expect(apiAs().uploads.documents({ files: sixFiles })).rejects.toMatchObject({
      message: 'You can only add 5 more image(s). Maximum 5 images allowed total.',
      cause: { code: 'upload.too_many', refusal: { params: { count: 5 } } },
    });
    const file = await createFile();
    expect((await apiAs().uploads.documents({ files: [file, file, file, file, file] })).documents).toHaveLength(5);
  });

  // spec rest-uploads.10 | R §4.2 10, S3 | Those on the profile count towards five, the loose ones towards twenty; a hundred calls in ten minutes |
  //   src/server/features/uploads/uploads.commands.ts
  test('documents on the profile count towards the limit, and unsaved ones do not', async () => {
    for (const _ of [1, 2, 3]) await attachDocument();
    await uploadDocument();
    const file = await createFile();
    await expect(apiAs().uploads.documents({ files: [file, file, file] })).rejects.toThrow(
      'You can only add 2 more image(s). Maximum 5 images allowed total.',
    );
    expect((await apiAs().uploads.documents({ files: [file, file] })).documents).toHaveLength(2);
  });

  // spec rest-uploads.9 | P §5 Documents, R §4.2 | 2,097,152 bytes pass, one more does not; sizes are told before types, by the name of the file
  //   without folders and hidden signs | src/server/features/uploads/documents.commands.ts
  test('2,097,152 bytes are accepted, and one byte more refuses the whole call', async () => {
    const largestFile = await createFile('full.jpg', await aJpegOf(MAX_BYTES));
    expect((await apiAs().uploads.documents({ files: [largestFile] })).documents).toHaveLength(1);
    const upload = apiAs().uploads.documents({ files: [await createFile(), await createFile('large.jpg', await aJpegOf(MAX_BYTES + 1))] });
    await expect(upload).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'large.jpg is too large. Maximum file size is 2MB.',
      cause: { code: 'upload.document_size' },
    });
    expect(await listUploads()).toHaveLength(1);
  });

  // spec rest-uploads.9
  test('sizes are checked before types', async () => {
    const upload = apiAs().uploads.documents({
      files: [await createFile('a.gif', await aGif()), await createFile('large.jpg', new Uint8Array(MAX_BYTES + 1))],
    });
    await expect(upload).rejects.toThrow('large.jpg is too large. Maximum file size is 2MB.');
  });

  // spec rest-uploads.9
  test.each([
    ['resume.pdf.jpg', Buffer.from('%PDF-1.4\n1 0 obj\n'), 'resume.pdf.jpg'],
    ['picture.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'picture.svg'],
    ['සහතිකය.jpg', Buffer.from('a text'), 'සහතිකය.jpg'],
    ['  ', Buffer.from('a text'), 'This file'],
    ['../../etc/pass\u202Ewd.jpg', Buffer.from('a text'), 'passwd.jpg'],
  ])('a file that is neither JPG nor PNG is refused by its name, %j', async (name, bytes, shownName) => {
    const upload = apiAs().uploads.documents({ files: [await createFile(), { name, bytes }] });
    await expect(upload).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: `${shownName} is not a supported file type. Please upload JPG or PNG images only.`,
    });
    expect(await listUploads()).toEqual([]);
  });

  // spec roles.8
  test('only tutors can upload documents', async () => {
    const { uploads: api } = apiAs(await aStudent(database.db));
    await expect(api.documents({ files: [await createFile()] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Only tutors can manage documents',
    });
    await expect(api.attachDocument({ file: await createFile() })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  // spec rest-uploads.10
  test('at most twenty documents can be unsaved, and they are counted before they are re-encoded', async () => {
    for (let index = 0; index < UPLOADS.loose - 2; index += 1) await anUpload(database.db, tutor.user);
    const file = await createFile();
    await database.db
      .update(uploads)
      .set({ createdAt: new Date(NOW.getTime() - 20 * HOUR) })
      .where(eq(uploads.ownerId, tutor.user.id));
    await expect(apiAs().uploads.documents({ files: [file, file, { name: 'a', bytes: new Uint8Array() }] })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      cause: { code: 'upload.too_many_loose', refusal: { retryAfter: 4 * 3600 } },
    });
    expect((await apiAs().uploads.documents({ files: [file, file] })).documents).toHaveLength(2);
  });

  // spec rest-uploads.10
  test('one person can make a hundred calls in ten minutes', async () => {
    const [{ times }] = RATE_LIMITS.uploadDocuments;
    const limitedApi = callerAs(database, tutor.user).uploads;
    const invalidFile = { name: 'a', bytes: new Uint8Array() };
    for (let index = 0; index < times; index += 1)
      await expect(limitedApi.documents({ files: [invalidFile] })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(limitedApi.attachDocument({ file: invalidFile })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  // spec rest-uploads.11 | R §4.2 | What fails leaves neither row nor file; what is never saved goes after a day |
  //   src/server/features/uploads/uploads.commands.ts
  test('no row and no file remains when one file cannot be written', async () => {
    const ctx = contextAs(database, tutor.user, { log: () => {} });
    const paths: string[] = [];
    const save = async (path: string, bytes: Uint8Array) => {
      paths.push(path);
      if (paths.length === 2) throw new Error('the disk is full');
      await ctx.files.save(path, bytes);
    };
    const upload = createCaller({ ...ctx, files: { ...ctx.files, save } }).uploads.documents({
      files: [await createFile(), await createFile(), await createFile()],
    });
    await expect(upload).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message: 'Failed to upload documents. Please try again.' });
    expect(await listUploads()).toEqual([]);
    for (const path of paths) {
      for (const { params } of await listJobs('files.remove', path)) await removeFiles(ctx, params as { paths: string[] });
      expect(await getFiles().read(path)).toBeNull();
    }
  });

  // spec rest-uploads.10
  test('a document added to the profile never counts as unsaved, and its file is removed when the server dies in between', async () => {
    for (let index = 0; index < UPLOADS.loose - 1; index += 1) await anUpload(database.db, tutor.user);
    const ctx = contextAs(database, tutor.user);
    const paths: string[] = [];
    const save = async (path: string, bytes: Uint8Array) => {
      await ctx.files.save(path, bytes);
      paths.push(path);
      expect(await uploadDocument()).not.toBe('');
      throw new Error('the end');
    };
    const upload = createCaller({ ...ctx, log: () => {}, files: { ...ctx.files, save } }).uploads.attachDocument({ file: await createFile() });
    await expect(upload).rejects.toThrow('Upload failed');
    const [path = ''] = paths;
    const [sweep] = (await listJobs('upload.sweep', path)).map(({ params }) => params);
    expect(sweep).toEqual({ uploadId: path.slice('documents/'.length, -'.jpg'.length), path });
    await database.db.delete(jobs).where(eq(jobs.kind, 'files.remove'));
    await sweepUpload(ctx, sweep as { uploadId: string; path: string });
    expect((await listJobs('files.remove', path)).map(({ params }) => params)).toEqual([{ paths: [path] }]);
  });

  // spec rest-uploads.17
  test('uploading is unavailable while the store is away, and any other store error is a server error', async () => {
    const ctx = contextAs(database, tutor.user, { log: () => {} });
    const failingApi = (error: Error) => createCaller({ ...ctx, files: { ...ctx.files, save: () => Promise.reject(error) } }).uploads;
    const unavailableError = Object.assign(new Error('the file store has answered 503 to a PUT'), { code: 'STORE_AWAY' });
    await expect(failingApi(unavailableError).attachDocument({ file: await createFile() })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Upload failed',
      cause: { code: 'server.unavailable', refusal: { retryAfter: 1 } },
    });
    await expect(failingApi(unavailableError).photo({ bytes: await aJpeg() })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const refusedError = new Error('the file store has answered 403 to a PUT');
    await expect(failingApi(refusedError).attachDocument({ file: await createFile() })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  });

  // spec rest-uploads.11
  test('documents that are never saved are removed after a day', async () => {
    const id = await uploadDocument();
    expect(await listJobs('upload.sweep', id)).toMatchObject([{ dueAt: new Date(NOW.getTime() + 24 * HOUR) }]);
    await sweepUpload(contextAs(database, null), { uploadId: id });
    expect(await listUploads()).toEqual([]);
  });

  // spec rest-uploads.11
  test('a document that a save takes off the profile is removed a day later', async () => {
    const [first, second] = [await uploadDocument(), await uploadDocument()];
    await apiAs().tutors.saveProfile({ documents: [first, second] });
    const laterOn = () => new Date(NOW.getTime() + 30 * HOUR);
    await callerAs(database, tutor.user, { now: laterOn }).tutors.saveProfile({ documents: [second] });
    const sweeps = await listJobs('upload.sweep', first);
    expect(sweeps.map(({ dueAt }) => (dueAt.getTime() - NOW.getTime()) / HOUR)).toEqual([24, 54]);
    for (const uploadId of [first, second]) await sweepUpload(contextAs(database, null), { uploadId });
    expect((await listUploads()).map(({ id }) => id)).toEqual([second]);
  });
});
