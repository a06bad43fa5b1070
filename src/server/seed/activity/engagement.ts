import type { blogLikes, blogs, favourites } from '#db/schema/engagement.ts';
import type { Calendar } from '#server/seed/calendar.ts';
import type { Student } from '#server/seed/people.ts';
import type { Tutor } from '#server/seed/profiles.ts';
import { idOf, randomOf } from '#server/seed/random.ts';
import { excerpt, readingTime } from '#shared/domain/rich-text.ts';
import { BLOGS } from './blog-texts.ts';
import type { Session } from './sessions.ts';

type Cast = { tutors: readonly Tutor[]; students: readonly Student[]; calendar: Calendar };

/** The demo student keeps six tutors, others a few of those they have met or looked at. */
export function makeFavourites({ tutors, students, calendar }: Cast, sessions: readonly Session[]): (typeof favourites.$inferInsert)[] {
  const findable = tutors.filter(({ profile, user }) => profile.verificationStatus === 'approved' && user.status === 'active');
  return students.flatMap((student, nth) => {
    const random = randomOf(`favourites of ${student.user.email}`);
    const met = findable.filter((tutor) => sessions.some((session) => session.student === student && session.tutor === tutor));
    const seen = random.shuffled(findable.filter((tutor) => !met.includes(tutor)));
    const kept = [...random.shuffled(met).slice(0, nth === 0 ? 3 : random.int(0, 3)), ...seen.slice(0, nth === 0 ? 3 : random.int(0, 2))];
    return kept.map((tutor) => {
      const createdAt = calendar.at(-random.int(1, Math.max(1, Math.min(student.seed.joined, tutor.seed.joined) - 1)), random.int(7 * 60, 22 * 60));
      return {
        id: idOf(`${student.user.email} keeps ${tutor.user.email}`, createdAt),
        studentId: student.user.id,
        tutorId: tutor.profile.id,
        createdAt,
      };
    });
  });
}

type BlogRows = { blogs: (typeof blogs.$inferInsert)[]; likes: (typeof blogLikes.$inferInsert)[] };

export function makeBlogs({ tutors, students, calendar }: Cast): BlogRows {
  const made = BLOGS.map(({ author, daysAgo, likes, tags, ...text }) => {
    const tutor = tutors.find(({ user }) => user.name === author);
    if (!tutor) throw new Error(`nobody is called ${author}`);
    const random = randomOf(`blog ${text.title}`);
    const createdAt = calendar.at(-daysAgo, random.int(18 * 60, 22 * 60));
    const row = {
      id: idOf(`blog ${text.title}`, createdAt),
      tutorId: tutor.profile.id,
      ...text,
      tags: [...tags],
      excerpt: excerpt(text.content),
      readingMinutes: readingTime(text.content),
      createdAt,
      updatedAt: createdAt,
    };
    const readers = random.shuffled(students).slice(0, likes);
    return {
      row,
      likes: readers.map(({ user }) => ({
        blogId: row.id,
        userId: user.id,
        createdAt: calendar.at(-random.int(1, daysAgo), random.int(7 * 60, 22 * 60)),
      })),
    };
  });
  return { blogs: made.map(({ row }) => row), likes: made.flatMap(({ likes }) => likes) };
}
