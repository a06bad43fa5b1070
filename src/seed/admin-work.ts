import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import type { SeedContext } from './bookings.ts';
import type { makeConversations, makeReviews } from './engagement.ts';
import type { User } from './people.ts';
import { createId, createRandom } from './random.ts';

const TRIES = 5;

type Context = SeedContext & {
  admin: { user: User };
  reviews: ReturnType<typeof makeReviews>;
  conversations: ReturnType<typeof makeConversations>;
};
type Time = { day: number; minutes: number };

/** What waits for an admin, and what admins have done. */
export function makeAdminWork(context: Context) {
  return { reports: makeReports(context), sessionProblems: makeProblems(context), auditEntries: makeAuditEntries(context) };
}

function makeReports({ calendar, tutors, students, reviews, conversations }: Context) {
  const made = <Row>(name: string, { day, minutes }: Time, row: Row) => {
    const createdAt = calendar.at(day, minutes);
    return { ...row, id: createId(`report of ${name}`, createdAt), createdAt, updatedAt: createdAt };
  };
  const reporter = students.find(({ record }) => !record.isDemo && !record.isSuspended);
  const tutor = tutors.find(({ profile, record }) => profile.isVerified && !record.isDemo && !record.isSuspended);
  const low = reviews.find(({ rating }) => rating === Math.min(...reviews.map((review) => review.rating)));
  const thread = conversations.find(({ messages }) => messages.some(({ sentBy }) => sentBy === 'tutor'));
  const message = thread?.messages.find(({ sentBy }) => sentBy === 'tutor');
  return [
    ...(reporter && tutor
      ? [
          made(
            'a profile',
            { day: -2, minutes: 19 * 60 },
            {
              ...{ reporterId: reporter.user.id, about: 'profile' as const, tutorId: tutor.profile.id, aboutUserId: tutor.user.id },
              ...{
                snapshot: tutor.profile.bio,
                reason: 'false' as const,
                text: 'Says that group classes are offered, and told us that there are none.',
              },
            },
          ),
        ]
      : []),
    ...(low
      ? [
          made(
            'a review',
            { day: -1, minutes: 9 * 60 + 20 },
            {
              ...{ reporterId: low.tutorUserId, about: 'review' as const, reviewId: low.id, bookingId: low.bookingId, aboutUserId: low.studentId },
              ...{ snapshot: low.review, reason: 'offensive' as const, text: 'This is about another tutor, I think.', state: 'in_review' as const },
            },
          ),
        ]
      : []),
    ...(thread && message
      ? [
          made(
            'a message',
            { day: -1, minutes: 20 * 60 + 5 },
            {
              ...{ reporterId: thread.student.user.id, about: 'message' as const, messageId: message.id, aboutUserId: thread.tutor.user.id },
              ...{ snapshot: message.text, reason: 'other' as const, text: 'I pressed this by mistake.', state: 'dismissed' as const },
              adminNote: 'The student has written that it was a mistake.',
            },
          ),
        ]
      : []),
  ];
}

function makeProblems({ calendar, sessions }: Context) {
  const latest = calendar.at(0, 0).getTime() - MINUTE_MS;
  const held = sessions.filter(({ booking }) => booking.status === 'completed').toSorted((one, other) => other.day - one.day);
  const [first, second] = [held[2], held[9]];
  const made = (session: (typeof held)[number], minutesAfter: number) => {
    const createdAt = new Date(Math.min(session.booking.endTime.getTime() + minutesAfter * MINUTE_MS, latest));
    return { id: createId(`problem of ${session.booking.id}`, createdAt), bookingId: session.booking.id, createdAt, updatedAt: createdAt };
  };
  return [
    ...(first
      ? [
          {
            ...made(first, 45),
            reportedBy: 'student' as const,
            kind: 'not_held' as const,
            text: 'Nobody came to the meeting for the first half hour.',
          },
        ]
      : []),
    ...(second
      ? [
          {
            ...{ ...made(second, 200), reportedBy: 'tutor' as const, kind: 'other' as const, text: 'The connection broke off three times.' },
            ...{ state: 'resolved' as const, adminNote: 'Both agreed on another hour.' },
          },
        ]
      : []),
  ];
}

function makeAuditEntries({ calendar, tutors, students, admin: { user: admin } }: Context) {
  const suspended = [...tutors, ...students].filter(({ user }) => user.status === 'suspended');
  const entry = (
    action: 'tutor.verified' | 'tutor.rejected' | 'account.suspended',
    subject: { id: string; name: string },
    at: Date,
    reason = '',
  ) => ({
    ...{ id: createId(`${action} ${subject.id}`, at), actorId: admin.id, actorName: admin.name, action, createdAt: at },
    ...{ subjectId: subject.id, subjectName: subject.name, details: reason === '' ? {} : { reason } },
  });
  const decidedAt = (joined: number, name: string) =>
    calendar.at(-Math.max(1, joined - createRandom(`decision on ${name}`).int(2, 6)), createRandom(`decision on ${name}`).int(9 * 60, 17 * 60));
  return [
    ...tutors.flatMap(({ user, profile, record }) => {
      const subject = { id: profile.id, name: user.name };
      if (profile.verificationDate) return entry('tutor.verified', subject, profile.verificationDate);
      return record.status === 'rejected' ? entry('tutor.rejected', subject, decidedAt(record.joined, user.name), record.rejectionReason) : [];
    }),
    ...suspended.map(({ user, record }) => entry('account.suspended', user, decidedAt(record.joined, user.name), 'Several complaints of students.')),
  ];
}

/** Mails that the mail server has refused for good. */
export function makeFailedJobs({ calendar, sessions }: SeedContext) {
  const confirmed = sessions.filter(({ booking }) => booking.status === 'confirmed').slice(0, 2);
  return confirmed.map(({ booking, student }, index) => {
    const dueAt = calendar.at(-1 - index, 8 * 60 + 10 * index);
    const deadAt = new Date(dueAt.getTime() + 95 * MINUTE_MS);
    const params = { mail: 'booking', kind: 'confirmed', bookingId: booking.id, userId: student.user.id, about: booking.startTime.toISOString() };
    return {
      ...{ id: createId(`failed mail about ${booking.id}`, dueAt), kind: 'mail.send' as const, params, key: null, dueAt, createdAt: dueAt },
      ...{ tries: TRIES, deadAt, lastError: '450 4.2.1 The mailbox of the recipient is not available' },
    };
  });
}
