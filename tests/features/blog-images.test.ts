import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { blogsProjector } from '#server/features/blogs/blogs.projector.ts';
import { sweepUpload } from '#server/features/uploads/uploads.jobs.ts';
import { useBlogAuthor } from '#tests/support/blogs.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { callerWithEvents } from '#tests/support/events.ts';
import { aBlog, aStudent, HOUR, NOW } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { raceRounds } from '#tests/support/races.ts';

const database = useDatabase();
const SITE = 'http://127.0.0.1';
const LATER = new Date(NOW.getTime() + HOUR);
const POST = { title: 'A title', content: '<p>Words to read.</p>' };

const author = useBlogAuthor(database);

describe('the images of a post', () => {
  // spec blogs.26 | D Tutor profile and verification | Images are the author's own photos, and count as attached; one that is deleted leaves the
  //   posts | src/server/features/blogs/blog-images.steps.ts
  test("are the author's own photos, stored with root-relative addresses", async () => {
    const [inline, featured] = [await author.addPhoto(), await author.addPhoto()];
    const { blog } = await author.blogs().create({
      ...POST,
      content: `<p><img alt="A graph" src="${SITE}${inline.address}"></p><p><a href="${SITE}/tutors/1">us</a></p>`,
      featuredImage: `${SITE}${featured.address}`,
    });
    expect(blog).toMatchObject({
      content: `<p><img src="${inline.address}" alt="A graph" /></p><p><a href="/tutors/1">us</a></p>`,
      featuredImage: featured.address,
    });
    expect((await author.listImageIds(blog.id)).sort()).toEqual([inline.id, featured.id].sort());
  });

  // spec blogs.26
  test.each<[string, () => Promise<string> | string]>([
    ["another account's", async () => (await author.addPhoto(await aStudent(database.db))).address],
    ['unknown', () => '/files/photos/nothing.webp'],
  ])('are refused when they are %s', async (_, createAddress) => {
    const address = await createAddress();
    const createRefusal = (field: string) => ({ code: 'BAD_REQUEST', message: 'Invalid profile image URL', cause: { refusal: { field } } });
    await expect(author.blogs().create({ ...POST, featuredImage: address })).rejects.toMatchObject(createRefusal('featuredImage'));
    await expect(author.blogs().create({ ...POST, content: `<img src="${address}">` })).rejects.toMatchObject(createRefusal('content'));
    const blog = await aBlog(database.db, { tutor: author.tutor });
    await expect(author.blogs().update({ id: blog.id, content: `<img src="${address}">` })).rejects.toMatchObject(createRefusal('content'));
    expect(await author.findStored(blog.id)).toEqual([blog]);
  });

  test.each(['https://example.com/a.png', 'javascript:alert(1)', 'a.png', '/tutors', '/files/documents/a.png'])(
    'may not have %s as the featured image',
    async (featuredImage) => {
      await expect(author.blogs().create({ ...POST, featuredImage })).rejects.toMatchObject({ message: 'Invalid profile image URL' });
    },
  );

  test('may not be documents', async () => {
    const { path } = await anUpload(database.db, author.tutor.user, 'document');
    await expect(author.blogs().create({ ...POST, featuredImage: `/files/${path}` })).rejects.toMatchObject({ message: 'Invalid profile image URL' });
  });

  test('may stay when the post has shown them before, even without an upload', async () => {
    const content = '<p><img src="/files/photos/old.svg" alt="" /></p>';
    const blog = await aBlog(database.db, { tutor: author.tutor, content, featuredImage: '/files/photos/older.svg' });
    const { blog: view } = await author
      .blogs()
      .update({ id: blog.id, content: `${content}<p>more</p>`, featuredImage: `${SITE}/files/photos/older.svg` });
    expect(view).toMatchObject({ content: `${content}<p>more</p>`, featuredImage: '/files/photos/older.svg' });
  });

  // spec blogs.26
  test('are reported as detached when the post no longer shows them', async () => {
    const [remainingPhoto, removedPhoto, featured] = [await author.addPhoto(), await author.addPhoto(), await author.addPhoto()];
    const { caller, events } = callerWithEvents(database, author.tutor.user);
    const { blog } = await caller.blogs.create({ ...POST, content: remainingPhoto.html + removedPhoto.html, featuredImage: featured.address });
    const listDetached = () => events.filter(({ type }) => type === 'uploads.detached');
    expect(listDetached()).toEqual([]);
    await caller.blogs.update({ id: blog.id, content: `<p>a</p>${remainingPhoto.html}` });
    expect(listDetached()).toEqual([{ type: 'uploads.detached', uploadIds: [removedPhoto.id] }]);
    expect((await author.listImageIds(blog.id)).sort()).toEqual([remainingPhoto.id, featured.id].sort());
    await caller.blogs.update({ id: blog.id, title: 'Another' });
    await caller.blogs.update({ id: blog.id, featuredImage: '' });
    expect(await author.listImageIds(blog.id)).toEqual([remainingPhoto.id]);
    await caller.blogs.remove({ id: blog.id });
    const detachedIds = events.flatMap((event) => (event.type === 'uploads.detached' ? event.uploadIds : []));
    expect(detachedIds).toEqual([removedPhoto.id, featured.id, remainingPhoto.id]);
  });

  // spec blogs.26
  test('are either swept or attached, never both', async () => {
    for (let round = 0; round < raceRounds(5); round += 1) {
      const photo = await author.addPhoto();
      const ctx = contextAs(database, null);
      const [creation] = await Promise.allSettled([
        author.blogs().create({ ...POST, content: photo.html }),
        sweepUpload(ctx, { uploadId: photo.id }),
      ]);
      const remaining = await database.db.select().from(uploads).where(eq(uploads.id, photo.id));
      expect(remaining).toHaveLength(creation.status === 'fulfilled' ? 1 : 0);
    }
  });

  // spec blogs.26
  test('disappear from all posts when their owner removes them', async () => {
    const [removedPhoto, remainingPhoto] = [await author.addPhoto(), await author.addPhoto()];
    const { blog } = await author.blogs().create({
      ...POST,
      content: `<p>a</p><img src="${removedPhoto.address}" alt="a > b">${remainingPhoto.html}`,
      featuredImage: removedPhoto.address,
    });
    const { blog: onlyImage } = await author.blogs().create({ ...POST, content: removedPhoto.html });
    const { blog: other } = await author.blogs().create({ ...POST, content: remainingPhoto.html, featuredImage: remainingPhoto.address });
    await inUnitOfWork({ ...contextAs(database, null, { now: () => LATER }), projectors: [blogsProjector] }, async ({ record }) =>
      record({ type: 'upload.removed', uploadId: removedPhoto.id, ownerId: author.tutor.user.id, path: removedPhoto.path }),
    );
    expect(await author.blogs().byId({ id: blog.id })).toMatchObject({
      content: `<p>a</p>${remainingPhoto.html}`,
      featuredImage: '',
      updatedAt: LATER,
    });
    expect((await author.blogs().byId({ id: onlyImage.id })).content).toBe('<p></p>');
    expect(await author.blogs().byId({ id: other.id })).toMatchObject({
      content: remainingPhoto.html,
      featuredImage: remainingPhoto.address,
      updatedAt: NOW,
    });
  });
});
