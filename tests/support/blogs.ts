import { eq } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { blogImages, blogs } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { type CallerOptions, callerAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { aTutor, type Tutor, type User } from './factories.ts';
import { anUpload } from './profiles.ts';

/** A tutor for each test who writes posts. */
export function useBlogAuthor(database: TestDatabase) {
  let tutor: Tutor;
  beforeEach(async () => {
    tutor = await aTutor(database.db);
  });
  const blogsAs = (person: User | null, options: CallerOptions = {}) => callerAs(database, person, options).blogs;

  return {
    get tutor() {
      return tutor;
    },
    blogsAs,
    blogs: (options: CallerOptions = {}) => blogsAs(tutor.user, options),
    findStored: (id: string) => database.db.select().from(blogs).where(eq(blogs.id, id)),
    listImageIds: async (blogId: string) =>
      (await database.db.select().from(blogImages).where(eq(blogImages.blogId, blogId))).map(({ uploadId }) => uploadId),
    /** `html`: the element as a stored post has it. */
    async addPhoto(owner: User = tutor.user) {
      const { id, path } = await anUpload(database.db, owner, 'photo');
      return { id, path, address: `/files/${path}`, html: `<img src="/files/${path}" alt="" />` };
    },
    async setState({ isRejected = false, isSuspended = false }: { isRejected?: boolean; isSuspended?: boolean }): Promise<void> {
      await database.db
        .update(tutorProfiles)
        .set({ verificationStatus: isRejected ? 'rejected' : 'not_started' })
        .where(eq(tutorProfiles.id, tutor.id));
      await database.db
        .update(users)
        .set({ status: isSuspended ? 'suspended' : 'active' })
        .where(eq(users.id, tutor.user.id));
    },
  };
}
