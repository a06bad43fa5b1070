import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { blogImages, blogs } from '#db/schema/engagement.ts';
import { uploads } from '#db/schema/files.ts';
import { createCaller } from '#server/api/router.ts';
import type { DomainEvent } from '#server/core/events.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { blogsProjector } from '#server/features/blogs/blogs.projector.ts';
import { sweepUpload } from '#server/features/uploads/uploads.jobs.ts';
import { type CallerOptions, callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, aStudent, aTutor, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';

const database = useDatabase();
const SITE = 'http://127.0.0.1';
const LATER = new Date(NOW.getTime() + HOUR);
const POST = { title: 'A title', content: '<p>Words to read.</p>' };

let tutor: Tutor;
beforeEach(async () => {
  tutor = await aTutor(database.db);
});

const as = (person: User | null, options: CallerOptions = {}) => callerAs(database, person, options).blogs;
const author = (options: CallerOptions = {}) => as(tutor.user, options);
const storedOf = (id: string) => database.db.select().from(blogs).where(eq(blogs.id, id));
const imagesOf = async (blogId: string) =>
  (await database.db.select().from(blogImages).where(eq(blogImages.blogId, blogId))).map(({ uploadId }) => uploadId);
const aPhoto = async (owner: User = tutor.user) => {
  const { id, path } = await anUpload(database.db, owner, 'photo');
  return { id, path, address: `/files/${path}`, shown: `<img src="/files/${path}" alt="" />` };
};

/** As the tutor, with what happened. */
function listening(person: User = tutor.user) {
  const events: DomainEvent[] = [];
  const ctx = contextAs(database, person);
  const listener = async (_: unknown, batch: readonly DomainEvent[]) => void events.push(...batch);
  return { blogs: createCaller({ ...ctx, projectors: [...ctx.projectors, listener] }).blogs, events };
}

describe('the images of a post', () => {
  // spec blogs.26 | D Tutor profile and verification | Images are the author's own photos, and count as attached; one that is deleted leaves the
  //   posts | src/server/features/blogs/blog-images.steps.ts
  test("are the author's own photos, root-relative or on our site, kept root-relative", async () => {
    const [inside, above] = [await aPhoto(), await aPhoto()];
    const { blog } = await author().create({
      ...POST,
      content: `<p><img alt="A graph" src="${SITE}${inside.address}"></p><p><a href="${SITE}/tutors/1">us</a></p>`,
      featuredImage: `${SITE}${above.address}`,
    });
    expect(blog).toMatchObject({
      content: `<p><img src="${inside.address}" alt="A graph" /></p><p><a href="/tutors/1">us</a></p>`,
      featuredImage: above.address,
    });
    expect((await imagesOf(blog.id)).sort()).toEqual([inside.id, above.id].sort());
  });

  // spec blogs.26
  test.each<[string, () => Promise<string> | string]>([
    ["somebody else's", async () => (await aPhoto(await aStudent(database.db))).address],
    ['nothing', () => '/files/photos/nothing.webp'],
  ])('are not %s', async (_, addressOf) => {
    const address = await addressOf();
    const refused = (field: string) => ({ code: 'BAD_REQUEST', message: 'Invalid profile image URL', cause: { refusal: { field } } });
    await expect(author().create({ ...POST, featuredImage: address })).rejects.toMatchObject(refused('featuredImage'));
    await expect(author().create({ ...POST, content: `<img src="${address}">` })).rejects.toMatchObject(refused('content'));
    const blog = await aBlog(database.db, { tutor });
    await expect(author().update({ id: blog.id, content: `<img src="${address}">` })).rejects.toMatchObject(refused('content'));
    expect(await storedOf(blog.id)).toEqual([blog]);
  });

  test.each(['https://example.com/a.png', 'javascript:alert(1)', 'a.png', '/tutors', '/files/documents/a.png'])(
    'above it is not %s',
    async (featuredImage) => {
      await expect(author().create({ ...POST, featuredImage })).rejects.toMatchObject({ message: 'Invalid profile image URL' });
    },
  );

  test('a document is no photo', async () => {
    const { path } = await anUpload(database.db, tutor.user, 'document');
    await expect(author().create({ ...POST, featuredImage: `/files/${path}` })).rejects.toMatchObject({ message: 'Invalid profile image URL' });
  });

  test('what it has shown may stay, even if nobody knows the upload any more', async () => {
    const content = '<p><img src="/files/photos/old.svg" alt="" /></p>';
    const blog = await aBlog(database.db, { tutor, content, featuredImage: '/files/photos/older.svg' });
    const { blog: view } = await author().update({ id: blog.id, content: `${content}<p>more</p>`, featuredImage: `${SITE}/files/photos/older.svg` });
    expect(view).toMatchObject({ content: `${content}<p>more</p>`, featuredImage: '/files/photos/older.svg' });
  });

  // spec blogs.26
  test('those it lets go of are told, and only those', async () => {
    const [stays, goes, above] = [await aPhoto(), await aPhoto(), await aPhoto()];
    const { blogs, events } = listening();
    const { blog } = await blogs.create({ ...POST, content: stays.shown + goes.shown, featuredImage: above.address });
    expect(events).toEqual([]);
    await blogs.update({ id: blog.id, content: `<p>a</p>${stays.shown}` });
    expect(events.filter(({ type }) => type === 'uploads.detached')).toEqual([{ type: 'uploads.detached', uploadIds: [goes.id] }]);
    expect((await imagesOf(blog.id)).sort()).toEqual([stays.id, above.id].sort());
    await blogs.update({ id: blog.id, title: 'Another' });
    await blogs.update({ id: blog.id, featuredImage: '' });
    expect(await imagesOf(blog.id)).toEqual([stays.id]);
    await blogs.remove({ id: blog.id });
    const told = events.flatMap((event) => (event.type === 'uploads.detached' ? event.uploadIds : []));
    expect(told).toEqual([goes.id, above.id, stays.id]);
  });

  // spec blogs.26
  test('a sweep takes an image before it is attached or not at all', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const photo = await aPhoto();
      const ctx = contextAs(database, null);
      const [made] = await Promise.allSettled([author().create({ ...POST, content: photo.shown }), sweepUpload(ctx, { uploadId: photo.id })]);
      const left = await database.db.select().from(uploads).where(eq(uploads.id, photo.id));
      expect(left).toHaveLength(made.status === 'fulfilled' ? 1 : 0);
    }
  });

  // spec blogs.26
  test('one that its owner takes away leaves the posts that show it, and no other', async () => {
    const [gone, stays] = [await aPhoto(), await aPhoto()];
    const { blog } = await author().create({
      ...POST,
      content: `<p>a</p><img src="${gone.address}" alt="a > b">${stays.shown}`,
      featuredImage: gone.address,
    });
    const { blog: alone } = await author().create({ ...POST, content: gone.shown });
    const { blog: other } = await author().create({ ...POST, content: stays.shown, featuredImage: stays.address });
    await inUnitOfWork({ ...contextAs(database, null, { now: () => LATER }), projectors: [blogsProjector] }, async ({ record }) =>
      record({ type: 'upload.removed', uploadId: gone.id, ownerId: tutor.user.id, path: gone.path }),
    );
    expect(await author().byId({ id: blog.id })).toMatchObject({ content: `<p>a</p>${stays.shown}`, featuredImage: '', updatedAt: LATER });
    expect((await author().byId({ id: alone.id })).content).toBe('<p></p>');
    expect(await author().byId({ id: other.id })).toMatchObject({ content: stays.shown, featuredImage: stays.address, updatedAt: NOW });
  });
});
