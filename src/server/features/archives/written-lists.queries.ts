import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { downwards } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { announcements } from '#db/schema/announcements.ts';
import { blogLikes, blogs, favourites, reviews, savedSearches } from '#db/schema/engagement.ts';
import { messages, messageThreads } from '#db/schema/messages.ts';
import { reports } from '#db/schema/moderation.ts';
import { notifications } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { isAfterCursor } from '#server/core/cursor.ts';
import { describeSearch } from '#shared/domain/saved-search.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { UNKNOWN_STUDENT, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';
import { defineList, inOnePage, inPages, type PersonalList } from './list-entries.queries.ts';

/** A post may have 100,000 characters. */
const POSTS_AT_ONCE = 20;
const other = alias(users, 'other');

export function listConversationLists(db: Executor, { userId, party }: { userId: string; party: Party }): PersonalList[] {
  return [
    defineList('conversations', ['id', 'with', 'createdAt', 'lastActivityAt', 'blockedAt'], () => inOnePage(() => listThreads(db, userId, party))),
    defineList('messages', ['conversation', 'with', 'sentByYou', 'text', 'createdAt'], () => readMessages(db, userId, party)),
  ];
}

function listThreads(db: Executor, userId: string, party: Party) {
  const { id, studentId, tutorUserId, createdAt, lastActivityAt, studentBlockedAt, tutorBlockedAt } = messageThreads;
  const isStudent = party === 'student';
  const name = sql<string>`coalesce(${other.name}, ${isStudent ? UNKNOWN_TUTOR : UNKNOWN_STUDENT})`;
  return db
    .select({ id, with: name, createdAt, lastActivityAt, blockedAt: isStudent ? studentBlockedAt : tutorBlockedAt })
    .from(messageThreads)
    .leftJoin(other, eq(other.id, isStudent ? tutorUserId : studentId))
    .where(eq(isStudent ? studentId : tutorUserId, userId))
    .orderBy(downwards(lastActivityAt), downwards(id));
}

async function* readMessages(db: Executor, userId: string, party: Party) {
  const { id, sentBy, text, createdAt } = messages;
  for (const thread of await listThreads(db, userId, party)) {
    const pages = inPages(({ after, limit }) =>
      db
        .select({ id, sentBy, text, createdAt })
        .from(messages)
        .where(and(eq(messages.threadId, thread.id), isAfterCursor(createdAt, id, after)))
        .orderBy(downwards(createdAt), downwards(id))
        .limit(limit),
    );
    for await (const rows of pages)
      yield rows.map((row) => ({ ...row, conversation: thread.id, with: thread.with, sentByYou: row.sentBy === party }));
  }
}

export function listStudentLists(db: Executor, userId: string): PersonalList[] {
  return [
    defineList('favourites', ['tutor', 'createdAt'], () =>
      inPages(({ after, limit }) =>
        db
          .select({ id: favourites.id, tutor: users.name, createdAt: favourites.createdAt })
          .from(favourites)
          .innerJoin(tutorProfiles, eq(tutorProfiles.id, favourites.tutorId))
          .innerJoin(users, eq(users.id, tutorProfiles.userId))
          .where(and(eq(favourites.studentId, userId), isAfterCursor(favourites.createdAt, favourites.id, after)))
          .orderBy(downwards(favourites.createdAt), downwards(favourites.id))
          .limit(limit),
      ),
    ),
    defineList('saved-searches', ['search', 'createdAt', 'foundAt'], () =>
      inOnePage(async () => {
        const { filters, createdAt, foundAt } = savedSearches;
        const rows = await db.select({ filters, createdAt, foundAt }).from(savedSearches).where(eq(savedSearches.userId, userId));
        return rows.map((row) => ({ ...row, search: describeSearch(row.filters) }));
      }),
    ),
    defineList('reviews-written', ['bookingId', 'rating', 'review', 'reply', 'createdAt', 'updatedAt'], () => readReviews(db, userId, 'student')),
  ];
}

export function listTutorLists(db: Executor, userId: string): PersonalList[] {
  const { id, title, content, tags, status, createdAt, updatedAt } = blogs;
  return [
    defineList('reviews-received', ['bookingId', 'rating', 'review', 'reply', 'repliedAt', 'createdAt'], () => readReviews(db, userId, 'tutor')),
    defineList('blog-posts', ['title', 'status', 'tags', 'content', 'createdAt', 'updatedAt'], () =>
      inPages(
        ({ after, limit }) =>
          db
            .select({ id, title, content, tags, status, createdAt, updatedAt })
            .from(blogs)
            .innerJoin(tutorProfiles, eq(tutorProfiles.id, blogs.tutorId))
            .where(and(eq(tutorProfiles.userId, userId), isAfterCursor(createdAt, id, after)))
            .orderBy(downwards(createdAt), downwards(id))
            .limit(limit),
        POSTS_AT_ONCE,
      ),
    ),
  ];
}

/** A review that an admin has hidden is included for its author only. */
function readReviews(db: Executor, userId: string, party: Party) {
  const { id, bookingId, rating, review, reply, repliedAt, createdAt, updatedAt } = reviews;
  const isOwn = party === 'student' ? eq(reviews.studentId, userId) : and(eq(reviews.tutorUserId, userId), isNull(reviews.hiddenAt));
  return inPages(({ after, limit }) =>
    db
      .select({ id, bookingId, rating, review, reply, repliedAt, createdAt, updatedAt })
      .from(reviews)
      .where(and(isOwn, isAfterCursor(createdAt, id, after)))
      .orderBy(downwards(createdAt), downwards(id))
      .limit(limit),
  );
}

/** Lists that every role has. */
export function listCommonLists(db: Executor, userId: string): PersonalList[] {
  const { id, type, category, title, message, readAt, createdAt } = notifications;
  return [
    defineList('notifications', ['title', 'message', 'category', 'type', 'createdAt', 'readAt'], () =>
      inPages(({ after, limit }) =>
        db
          .select({ id, type, category, title, message, readAt, createdAt })
          .from(notifications)
          .where(and(eq(notifications.userId, userId), isAfterCursor(createdAt, id, after)))
          .orderBy(downwards(createdAt), downwards(id))
          .limit(limit),
      ),
    ),
    defineList('likes', ['post', 'createdAt'], () =>
      inPages(({ after, limit }) =>
        db
          .select({ id: blogLikes.blogId, post: blogs.title, createdAt: blogLikes.createdAt })
          .from(blogLikes)
          .innerJoin(blogs, eq(blogs.id, blogLikes.blogId))
          .where(and(eq(blogLikes.userId, userId), isAfterCursor(blogLikes.createdAt, blogLikes.blogId, after)))
          .orderBy(downwards(blogLikes.createdAt), downwards(blogLikes.blogId))
          .limit(limit),
      ),
    ),
    defineList('reports-made', ['about', 'reason', 'text', 'reported', 'state', 'createdAt'], () =>
      inPages(({ after, limit }) =>
        db
          .select({
            id: reports.id,
            about: reports.about,
            reason: reports.reason,
            text: reports.text,
            reported: reports.snapshot,
            state: reports.state,
            createdAt: reports.createdAt,
          })
          .from(reports)
          .where(and(eq(reports.reporterId, userId), isAfterCursor(reports.createdAt, reports.id, after)))
          .orderBy(downwards(reports.createdAt), downwards(reports.id))
          .limit(limit),
      ),
    ),
  ];
}

export function listAdminLists(db: Executor, userId: string): PersonalList[] {
  const { title, message, titleSi, messageSi, titleTa, messageTa, createdAt, withdrawnAt } = announcements;
  const fields = { title, message, titleSi, messageSi, titleTa, messageTa, createdAt, withdrawnAt };
  const names = ['title', 'message', 'titleSi', 'messageSi', 'titleTa', 'messageTa', 'createdAt', 'withdrawnAt'] as const;
  return [
    defineList('announcements-sent', names, () =>
      inOnePage(() => db.select(fields).from(announcements).where(eq(announcements.sentBy, userId)).orderBy(desc(createdAt))),
    ),
  ];
}
