import { createHash } from 'node:crypto';
import { notificationCopy } from '#shared/domain/notification-copy.ts';
import { excerpt, readingTime } from '#shared/domain/rich-text.ts';
import { describeSearch, searchKey, toSavedFilters, toSearchAddress } from '#shared/domain/saved-search.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { SAVED_SEARCHES } from '#shared/vocabulary/limits.ts';
import type { NotificationKind } from '#shared/vocabulary/notifications.ts';
import { findByName, type SeedContext, type Session } from './bookings.ts';
import { BLOGS, CONVERSATIONS, REPLIES, REVIEWS, SEARCHES } from './data.ts';
import type { Tutor, User } from './people.ts';
import { createId, createRandom, type Random } from './random.ts';

const DAY = 24 * 60;
/** Of a hundred reviews so many have five, at least four, three and two stars; a tutor has one of these rows. */
const STARS = [
  [86, 97, 99, 100],
  [68, 92, 98, 99],
  [58, 88, 96, 99],
] as const;

/** Most students write once, after their latest session; no tutor gets the same text twice. */
export function makeReviews({ calendar, sessions }: SeedContext) {
  const usedByTutor = new Map<Tutor, typeof REVIEWS>();
  const latest = calendar.at(0, 0).getTime() - MINUTE_MS;
  const completed = sessions.filter(({ booking, day }) => booking.status === 'completed' && day < -1);
  return completed.flatMap((session) => {
    const { booking, tutor, student } = session;
    const random = createRandom(`review of ${booking.id}`);
    const isLast = completed.findLast((other) => other.tutor === tutor && other.student === student) === session;
    if (!random.chance(isLast ? 0.78 : 0.2)) return [];
    const used = usedByTutor.get(tutor) ?? [];
    const chosen = chooseReview(session, used, random);
    if (!chosen) return [];
    usedByTutor.set(tutor, [...used, chosen]);
    const createdAt = new Date(Math.min(booking.endTime.getTime() + random.int(90, 4 * DAY) * MINUTE_MS, latest));
    const ids = { id: createId(`review of ${booking.id}`, createdAt), bookingId: booking.id, studentId: student.user.id, tutorUserId: tutor.user.id };
    const reply = makeReply(session, { stars: chosen.stars, createdAt, latest });
    return { ...ids, rating: chosen.stars, review: chosen.text, ...reply, createdAt, updatedAt: createdAt };
  });
}

function chooseReview({ tutor, student, subject }: Session, used: typeof REVIEWS, random: Random) {
  const liking = tutor.record.isDemo ? 0 : createRandom(`liking of ${tutor.user.email}`).int(0, 2);
  const drawn = random.int(1, 100);
  const stars = 5 - (STARS[liking]?.filter((share) => drawn > share).length ?? 0);
  const fits = ({ field, medium }: (typeof REVIEWS)[number]) =>
    (!field || field === subject.reviewField) && (!medium || (medium === student.record.medium && tutor.record.mediums.includes(medium)));
  const possible = REVIEWS.filter((review) => review.stars === stars && !used.includes(review) && fits(review));
  return possible.length > 0 ? random.pick(possible) : null;
}

type Reviewed = { stars: number; createdAt: Date; latest: number };

function makeReply({ booking, tutor }: Session, { stars, createdAt, latest }: Reviewed): { reply?: string; repliedAt?: Date } {
  const random = createRandom(`reply to the review of ${booking.id}`);
  if (!random.chance(tutor.record.isDemo ? 0.5 : 0.15)) return {};
  const repliedAt = new Date(createdAt.getTime() + random.int(60, 3 * DAY) * MINUTE_MS);
  return repliedAt.getTime() > latest ? {} : { reply: random.pick(stars > 3 ? REPLIES.grateful : REPLIES.sorry), repliedAt };
}

export function makeFavourites({ calendar, tutors, students, sessions }: SeedContext) {
  const listed = tutors.filter(({ profile, user }) => profile.isVerified && user.status === 'active');
  return students.flatMap((student) => {
    const random = createRandom(`favourites of ${student.user.email}`);
    const met = listed.filter((tutor) => sessions.some((session) => session.student === student && session.tutor === tutor));
    const unmet = random.shuffle(listed.filter((tutor) => !met.includes(tutor)));
    const count = (most: number) => (student.record.isDemo ? 3 : random.int(0, most));
    return [...random.shuffle(met).slice(0, count(3)), ...unmet.slice(0, count(2))].map((tutor) => {
      const daysAgo = random.int(1, Math.max(1, Math.min(student.record.joined, tutor.record.joined) - 1));
      const createdAt = calendar.at(-daysAgo, random.int(7 * 60, 22 * 60));
      const id = createId(`${student.user.email} keeps ${tutor.user.email}`, createdAt);
      return { id, studentId: student.user.id, tutorId: tutor.profile.id, createdAt };
    });
  });
}

/** Saved in each of the states by the demo student, and the check of those that wait. */
export function makeSavedSearches({ calendar, students }: SeedContext) {
  const nextCheckAt = calendar.at(0, SAVED_SEARCHES.checkMinutes);
  const savedSearches = students
    .filter(({ record }) => record.isDemo)
    .flatMap(({ user }) =>
      SEARCHES.map(({ savedDaysAgo, foundDaysAgo, freeDaysAgo, ...given }) => {
        const filters = toSavedFilters({ ...given.filters, freeOn: freeDaysAgo === undefined ? undefined : calendar.date(-freeDaysAgo) });
        const createdAt = calendar.at(-savedDaysAgo, 20 * 60);
        const foundAt = foundDaysAgo === undefined ? null : calendar.at(-foundDaysAgo, 11 * 60);
        const isWaiting = foundAt === null && freeDaysAgo === undefined;
        const id = createId(`${user.email} saves ${searchKey(given.filters)}`, createdAt);
        const key = createHash('sha256').update(searchKey(filters)).digest('hex');
        return { id, userId: user.id, filters, key, createdAt, foundAt, nextCheckAt: isWaiting ? nextCheckAt : null };
      }),
    );
  const key = `searches.check ${nextCheckAt.toISOString()}`;
  const check = { id: createId(key, nextCheckAt), kind: 'searches.check' as const, params: {}, dueAt: nextCheckAt, key };
  return { savedSearches, check };
}

export function makeBlogs({ calendar, tutors, students }: SeedContext) {
  const posts = BLOGS.map(({ author, daysAgo, likes, ...post }) => {
    const random = createRandom(`blog ${post.title}`);
    const createdAt = calendar.at(-daysAgo, random.int(18 * 60, 22 * 60));
    const ids = { id: createId(`blog ${post.title}`, createdAt), tutorId: findByName(tutors, author).profile.id };
    const derived = { excerpt: excerpt(post.content), readingMinutes: readingTime(post.content) };
    const blogLikes = random
      .shuffle(students)
      .slice(0, likes)
      .map(({ user }) => {
        return { blogId: ids.id, userId: user.id, createdAt: calendar.at(-random.int(1, daysAgo), random.int(7 * 60, 22 * 60)) };
      });
    return { blog: { ...ids, ...post, ...derived, createdAt, updatedAt: createdAt }, blogLikes };
  });
  return { blogs: posts.map(({ blog }) => blog), blogLikes: posts.flatMap(({ blogLikes }) => blogLikes) };
}

/** Each pair with a booking has a thread from its first request on, as the server creates them. */
export function makeConversations({ calendar, sessions }: SeedContext) {
  const firsts = new Map<string, Session>();
  for (const session of sessions.toSorted((one, other) => one.booking.createdAt.getTime() - other.booking.createdAt.getTime())) {
    const pair = `${session.student.user.email} and ${session.tutor.user.email}`;
    if (!firsts.has(pair)) firsts.set(pair, session);
  }
  return [...firsts].map(([pair, { student, tutor, booking }]) => {
    const id = createId(pair, booking.createdAt);
    const conversation = CONVERSATIONS.find((one) => one.student === student.user.name && one.tutor === tutor.user.name);
    const messages = (conversation?.messages ?? []).map(({ from, day, time, text }, index) => {
      const createdAt = calendar.at(day, time);
      const clientId = createId(`${pair} ${index} in the browser`, createdAt);
      return { id: createId(`${pair} ${index}`, createdAt), threadId: id, sentBy: from, clientId, text, createdAt };
    });
    const unread = messages.slice(messages.length - (conversation?.unread ?? 0));
    const thread = {
      id,
      studentId: student.user.id,
      tutorUserId: tutor.user.id,
      studentUnread: unread.filter(({ sentBy }) => sentBy === 'tutor').length,
      tutorUnread: unread.filter(({ sentBy }) => sentBy === 'student').length,
      lastActivityAt: messages.at(-1)?.createdAt ?? booking.createdAt,
      createdAt: booking.createdAt,
    };
    return { student, tutor, thread, messages, unread };
  });
}

type Notified = SeedContext & { admin: { user: User }; conversations: ReturnType<typeof makeConversations>; appName: string } & Pick<
    ReturnType<typeof makeSavedSearches>,
    'savedSearches'
  >;
type Notification = { to: User; at: Date; kind: NotificationKind; params: Record<string, string> };

export function makeNotifications(context: Notified) {
  const oldest = context.calendar.at(-15, 0);
  const unreadSince = context.calendar.at(-2, 12 * 60);
  return listNotifications(context)
    .filter(({ at }) => at >= oldest)
    .map(({ to, at, kind, params }) => {
      const name = `${kind} to ${to.email} at ${at.toISOString()} ${JSON.stringify(params)}`;
      const isRead = at < unreadSince || createRandom(name).chance(0.2);
      const readAt = isRead ? new Date(at.getTime() + createRandom(`${name} is read`).int(2, 300) * MINUTE_MS) : null;
      return { id: createId(name, at), userId: to.id, kind, params, ...notificationCopy(kind, params), readAt, createdAt: at, updatedAt: at };
    });
}

function listNotifications({ calendar, tutors, students, admin, sessions, conversations, savedSearches, appName }: Notified): Notification[] {
  const notification = (to: User, at: Date, kind: NotificationKind, params: Record<string, string> = {}) => ({ to, at, kind, params });
  return [
    ...[...students, ...tutors].map(({ user }) => notification(user, user.createdAt, 'account.welcome', { role: user.role, appName })),
    ...tutors.flatMap(({ user, profile, record }) => {
      if (record.status === 'not_started') return [];
      const submittedAt = calendar.at(-Math.max(1, record.joined - 1), 10 * 60);
      return [
        notification(user, submittedAt, 'profile.submitted'),
        notification(admin.user, submittedAt, 'profile.to_review', { tutor: user.name }),
        ...(profile.verificationDate ? [notification(user, profile.verificationDate, 'profile.verified')] : []),
      ];
    }),
    ...sessions.flatMap(({ booking, student, tutor, history }) =>
      history.flatMap(({ kind, at }) =>
        [student.user, tutor.user].map((to) => {
          return notification(to, at, kind, { bookingId: booking.id, subject: booking.subjectName, role: to.role });
        }),
      ),
    ),
    ...savedSearches.flatMap(({ userId, filters, foundAt }) => {
      const owner = students.find(({ user }) => user.id === userId);
      if (!owner || !foundAt) return [];
      return notification(owner.user, foundAt, 'search.found', { search: describeSearch(filters), url: toSearchAddress(filters) });
    }),
    // The first unread message notifies, those after it do not.
    ...conversations.flatMap(({ student, tutor, unread: [message] }) => {
      if (!message) return [];
      const [to, from] = message.sentBy === 'tutor' ? [student.user, tutor.user] : [tutor.user, student.user];
      return notification(to, message.createdAt, 'message.received', { sender: from.name, threadId: message.threadId });
    }),
  ];
}
