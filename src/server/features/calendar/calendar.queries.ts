import { and, desc, eq, gte, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '#db/executor.ts';
import { calendarFeeds } from '#db/schema/access.ts';
import { bookings, bookingTopics } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { isAfterCursor } from '#server/core/cursor.ts';
import { hashToken } from '#server/core/token-hash.ts';
import type { FeedInput, FeedText, FeedView } from '#shared/contracts/account.ts';
import { CALENDAR_END, type CalendarBooking, calendarEntryOf, calendarHead, calendarText, entriesText } from '#shared/domain/calendar-text.ts';
import { withLocale } from '#shared/domain/locale-paths.ts';
import { DomainError } from '#shared/errors.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { DAY_MS } from '#shared/vocabulary/durations.ts';
import { CALENDAR_DAYS_BACK } from '#shared/vocabulary/limits.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import { UNKNOWN_STUDENT } from '#shared/vocabulary/people.ts';

/** Calendar programs read a feed whole, and some fail on a large one. */
const MAX_ENTRIES = 1000;
const student = alias(users, 'student');
const tutor = alias(users, 'tutor');

export async function getFeed({ db, actor }: SignedIn): Promise<FeedView> {
  const [feed] = await db.select({ createdAt: calendarFeeds.createdAt }).from(calendarFeeds).where(eq(calendarFeeds.userId, actor.id));
  return feed ?? null;
}

/** The token is the only proof: calendar programs have no session. In the language of the account, and so are the pages it leads to. */
export async function getFeedText({ db, now, platform, namedTextsIn }: Ctx, { token }: FeedInput): Promise<FeedText> {
  const [owner] = await db
    .select({ id: users.id, role: users.role, locale: users.locale })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(and(eq(calendarFeeds.tokenHash, hashToken(token)), eq(users.status, 'active')));
  if (!owner) throw new DomainError('request.unknown_path');
  const { role } = owner;
  const locale = owner.locale ?? DEFAULT_LOCALE;
  const t = await namedTextsIn(locale);
  const appUrl = `${platform.publicUrl}${withLocale('/', locale).replace(/\/$/, '')}`;
  const isParty = role === 'student' || role === 'tutor';
  const sessions = isParty ? await listSessions(db, { id: owner.id, role, since: new Date(now().getTime() - CALENDAR_DAYS_BACK * DAY_MS) }) : [];
  const entries = isParty ? sessions.map((session) => calendarEntryOf(session, { appUrl, role }, t)) : [];
  return { text: calendarText(entries, { name: platform.appName, now: now() }) };
}

/** The calendar of all sessions, streamed in pieces, so that any number of sessions fits into memory. */
export async function* streamCalendar({ db, now, platform }: Ctx, { id, role }: { id: string; role: Party }): AsyncGenerator<string> {
  const calendar = { name: platform.appName, now: now() };
  yield calendarHead(calendar);
  let before: Position | undefined;
  do {
    const sessions: CalendarBooking[] = await listSessions(db, { id, role, before });
    yield entriesText(
      sessions.map((session) => calendarEntryOf(session, { appUrl: platform.publicUrl, role })),
      calendar,
    );
    before = sessions.length < MAX_ENTRIES ? undefined : sessions.at(-1);
  } while (before);
  yield CALENDAR_END;
}

type Position = Pick<CalendarBooking, 'startTime' | 'id'>;
type SessionsQuery = { id: string; role: Party; since?: Date; before?: Position | undefined };

/** Cancelled bookings are included if they had been confirmed, so that calendars remove them. */
async function listSessions(db: Executor, { id, role, since, before }: SessionsQuery): Promise<CalendarBooking[]> {
  const { status, confirmedAt, startTime } = bookings;
  const isAgreed = or(inArray(status, ['confirmed', 'completed']), and(eq(status, 'cancelled'), isNotNull(confirmedAt)));
  const topics = sql<{ name: string }[]>`coalesce((
    select json_agg(json_build_object('name', ${bookingTopics.name}) order by ${bookingTopics.position})
    from ${bookingTopics} where ${bookingTopics.bookingId} = ${bookings.id}), '[]')`;
  const rows = await db
    .select({ booking: bookings, student: { name: student.name }, tutor: { name: tutor.name }, topics })
    .from(bookings)
    .leftJoin(student, eq(student.id, bookings.studentId))
    .leftJoin(tutor, eq(tutor.id, bookings.tutorUserId))
    .where(
      and(
        eq(role === 'student' ? bookings.studentId : bookings.tutorUserId, id),
        since && gte(startTime, since),
        before && isAfterCursor(startTime, bookings.id, { at: before.startTime.toISOString(), id: before.id }),
        isAgreed,
      ),
    )
    .orderBy(desc(startTime), desc(bookings.id))
    .limit(MAX_ENTRIES);
  return rows.map(({ booking, student, tutor, topics }) => ({
    ...booking,
    subject: { name: booking.subjectName },
    student: student ?? { name: UNKNOWN_STUDENT },
    tutor: { user: tutor },
    selectedTopics: topics,
    ...(booking.status === 'cancelled' && { meetingLink: null, address: '' }),
  }));
}
