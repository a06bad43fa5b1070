import type { reviews } from '#db/schema/engagement.ts';
import type { Calendar } from '#server/seed/calendar.ts';
import { DEMO_TUTOR } from '#server/seed/people/demo.ts';
import type { Tutor } from '#server/seed/profiles.ts';
import { idOf, type Random, randomOf } from '#server/seed/random.ts';
import { REGRETS, REVIEW_TEXTS, type ReviewField, type ReviewText, THANKS } from './review-texts.ts';
import type { Session } from './sessions.ts';

export type ReviewRow = typeof reviews.$inferInsert & { id: string; createdAt: Date };

const FIELDS: Record<string, ReviewField> = {
  'A/L Physical Science': 'science',
  'A/L Biological Science': 'science',
  'A/L Technology': 'any',
  'A/L Commerce': 'commerce',
  'A/L Arts & Humanities': 'any',
  'O/L Core Subjects': 'any',
  'O/L Basket Subjects': 'any',
  'Grade 5 Scholarship & Primary': 'school',
  Languages: 'language',
  'Cambridge & Edexcel': 'any',
  'ICT & Programming': 'computing',
  'Music, Dance & Art': 'arts',
  'Professional Exams': 'exam',
};
/** How many of a hundred give five, four, three and two stars, by how well liked a tutor is. */
const LIKED = [
  [86, 97, 99, 100],
  [68, 92, 98, 99],
  [58, 88, 96, 99],
] as const;
const REPLYING = { demo: 0.5, others: 0.15 } as const;
const SAYING = { each: 0.2, last: 0.78 } as const;

/** Most say something once, after the last lesson so far; nobody is told the same twice. */
export function makeReviews(sessions: readonly Session[], calendar: Calendar): ReviewRow[] {
  const said = new Map<Tutor, Set<ReviewText>>();
  const completed = sessions.filter(({ booking, day }) => booking.status === 'completed' && day < -1);
  return completed.flatMap((session) => {
    const { booking, tutor, student } = session;
    const random = randomOf(`review of ${booking.id}`);
    const isLast = completed.findLast((other) => other.tutor === tutor && other.student === student) === session;
    if (!random.chance(isLast ? SAYING.last : SAYING.each)) return [];
    const heard = said.get(tutor) ?? new Set();
    const text = textFor(session, random, heard);
    if (!text) return [];
    said.set(tutor, heard.add(text));
    const latest = calendar.at(0, 0).getTime() - 60_000;
    const at = new Date(Math.min(booking.endTime.getTime() + random.int(90, 4 * 1440) * 60_000, latest));
    const row = { bookingId: booking.id, studentId: student.user.id, tutorUserId: tutor.user.id, rating: text.stars, review: text.text };
    return [
      { id: idOf(`review of ${booking.id}`, at), ...row, ...replyTo(session, { stars: text.stars, at, latest }), createdAt: at, updatedAt: at },
    ];
  });
}

/** Some tutors answer, most often the one of the demo. */
function replyTo(
  { booking, tutor }: Session,
  { stars, at, latest }: { stars: number; at: Date; latest: number },
): Pick<ReviewRow, 'reply' | 'repliedAt'> {
  const random = randomOf(`reply to the review of ${booking.id}`);
  if (!random.chance(tutor.seed === DEMO_TUTOR ? REPLYING.demo : REPLYING.others)) return {};
  const repliedAt = new Date(at.getTime() + random.int(60, 3 * 1440) * 60_000);
  return repliedAt.getTime() > latest ? {} : { reply: random.pick(stars > 3 ? THANKS : REGRETS), repliedAt };
}

function textFor({ tutor, student, entry }: Session, random: Random, said: ReadonlySet<ReviewText>): ReviewText | null {
  const liked = (tutor.seed === DEMO_TUTOR ? LIKED[0] : LIKED[randomOf(`liking of ${tutor.user.email}`).int(0, 2)]) ?? LIKED[1];
  const drawn = random.int(1, 100);
  const stars = drawn <= liked[0] ? 5 : drawn <= liked[1] ? 4 : drawn <= liked[2] ? 3 : drawn <= liked[3] ? 2 : 1;
  const field = FIELDS[entry.subject.category] ?? 'any';
  const possible = REVIEW_TEXTS.filter(
    (text) =>
      text.stars === stars &&
      !said.has(text) &&
      (text.field === 'any' || text.field === field) &&
      (!text.script || (text.script === student.seed.speaks && tutor.seed.mediums.includes(text.script))),
  );
  return possible.length > 0 ? random.pick(possible) : null;
}
