import type { notifications } from '#db/schema/notifications.ts';
import type { Calendar } from '#server/seed/calendar.ts';
import type { Person, Student, UserRow } from '#server/seed/people.ts';
import type { Tutor } from '#server/seed/profiles.ts';
import { idOf, randomOf } from '#server/seed/random.ts';
import { notificationCopy } from '#shared/domain/notification-copy.ts';
import type { NotificationKind } from '#shared/vocabulary/content.ts';
import type { Talk } from './conversations.ts';
import type { Session } from './sessions.ts';

export type NotificationRow = typeof notifications.$inferInsert & { id: string; createdAt: Date };
type Cast = {
  tutors: readonly Tutor[];
  students: readonly Student[];
  admin: Person;
  sessions: readonly Session[];
  talks: readonly Talk[];
  calendar: Calendar;
  appName: string;
};
type News = { to: UserRow; at: Date; kind: NotificationKind; params: Record<string, string> };

/** Older news were cleared by those they went to. */
const KEPT_DAYS = 15;
const READ_AFTER_DAYS = 2;

/** What everybody was told, as it stands behind the bell. */
export function makeNews(cast: Cast): NotificationRow[] {
  const since = cast.calendar.at(-KEPT_DAYS, 0);
  const unreadSince = cast.calendar.at(-READ_AFTER_DAYS, 12 * 60);
  const news = [...welcomes(cast), ...verifications(cast), ...cast.sessions.flatMap(ofSession), ...cast.talks.flatMap(ofTalk)];
  return news
    .filter(({ at }) => at >= since)
    .map(({ to, at, kind, params }) => {
      const name = `${kind} to ${to.email} at ${at.toISOString()} ${JSON.stringify(params)}`;
      const isRead = at < unreadSince || randomOf(name).chance(0.2);
      const readAt = isRead ? new Date(at.getTime() + randomOf(`${name} is read`).int(2, 300) * 60_000) : null;
      return { id: idOf(name, at), userId: to.id, kind, params, ...notificationCopy(kind, params), readAt, createdAt: at, updatedAt: at };
    });
}

function welcomes({ tutors, students, appName }: Cast): News[] {
  const welcome = (to: UserRow, role: 'student' | 'tutor'): News => ({ to, at: to.createdAt, kind: 'account.welcome', params: { role, appName } });
  return [...students.map(({ user }) => welcome(user, 'student')), ...tutors.map(({ user }) => welcome(user, 'tutor'))];
}

function verifications({ tutors, admin, calendar }: Cast): News[] {
  return tutors.flatMap(({ user, profile, seed }): News[] => {
    if (seed.state === 'not_started') return [];
    const at = calendar.at(-Math.max(1, seed.joined - 1), 10 * 60);
    const submitted: News[] = [
      { to: user, at, kind: 'profile.submitted', params: {} },
      { to: admin.user, at, kind: 'profile.to_review', params: { tutor: user.name } },
    ];
    return profile.verificationDate ? [...submitted, { to: user, at: profile.verificationDate, kind: 'profile.verified', params: {} }] : submitted;
  });
}

function ofSession({ booking, student, tutor, story }: Session): News[] {
  return story.flatMap(({ kind, at }): News[] => {
    const params = { bookingId: booking.id, subject: booking.subjectName };
    return [
      { to: student.user, at, kind, params: { ...params, role: 'student' } },
      { to: tutor.user, at, kind, params: { ...params, role: 'tutor' } },
    ];
  });
}

/** Told with the first that the other side has not read yet. */
function ofTalk({ first: { student, tutor }, unread: [message] }: Talk): News[] {
  if (!message) return [];
  const [to, from] = message.sentBy === 'tutor' ? [student.user, tutor.user] : [tutor.user, student.user];
  return [{ to, at: message.createdAt, kind: 'message.received', params: { sender: from.name, threadId: message.threadId } }];
}
