import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { personNamed } from '#db/like.ts';
import { bookings } from '#db/schema/bookings.ts';
import { subjects } from '#db/schema/catalogue.ts';
import { favourites } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles, tutorSubjects } from '#db/schema/tutors.ts';
import type { Ctx } from '#server/core/context.ts';
import type { ExportInput } from '#shared/contracts/exports.ts';
import { toRupees } from '#shared/domain/money.ts';
import type { TutorFilter } from '#shared/vocabulary/content.ts';
import { following, type Lines, placeOf, timeText, words, yesOrNo } from './csv-table.queries.ts';

type Of<T extends ExportInput['table']> = Extract<ExportInput, { table: T }>;

const isFound = (search: string): SQL | undefined => (search === '' ? undefined : personNamed(search));

const FILTERS: Record<TutorFilter, SQL | undefined> = {
  all: undefined,
  verified: eq(tutorProfiles.isVerified, true),
  unverified: eq(tutorProfiles.isVerified, false),
  pending: eq(tutorProfiles.verificationStatus, 'pending'),
  changed: isNotNull(tutorProfiles.changedAt),
};

const taught = sql<string | null>`(
  select string_agg(${subjects.name}, '; ' order by ${tutorSubjects.position}) from ${tutorSubjects}
  join ${subjects} on ${subjects.id} = ${tutorSubjects.subjectId} where ${tutorSubjects.tutorId} = ${tutorProfiles.id})`;

export function tutorLines({ db, platform: { zone } }: Ctx, { search, filter }: Of<'tutors'>): Lines {
  const { id, createdAt } = tutorProfiles;
  return {
    columns: [
      'Tutor id',
      'Name',
      'Email',
      'Phone',
      'Gender',
      'Verified',
      'Verification',
      'Account',
      'Vacation',
      'Subjects',
      'Locations',
      'Rating',
      'Reviews',
      'Students',
      'Sessions',
      'Earnings (Rs.)',
      `Joined (${zone})`,
    ],
    read: async (wanted) => {
      const rows = await db
        .select({ profile: tutorProfiles, name: users.name, email: users.email, phone: users.phone, status: users.status, taught })
        .from(tutorProfiles)
        .innerJoin(users, eq(users.id, tutorProfiles.userId))
        .where(and(FILTERS[filter], isFound(search), following(wanted, createdAt, id)))
        .orderBy(downwards(createdAt), downwards(id))
        .limit(wanted.limit);
      return rows.map(({ profile, name, email, phone, status, taught }) => ({
        place: placeOf(profile),
        values: [
          profile.id,
          name,
          email,
          profile.phone || phone,
          profile.gender,
          yesOrNo(profile.isVerified),
          words(profile.verificationStatus),
          status,
          yesOrNo(profile.vacationMode),
          taught,
          profile.availableLocations,
          profile.rating,
          profile.totalReviews,
          profile.totalStudents,
          profile.totalSessions,
          toRupees(profile.totalEarningsCents),
          timeText(profile.createdAt, zone),
        ],
      }));
    },
  };
}

const booked = sql`(
  select count(*)::integer as total, count(*) filter (where ${bookings.status} = 'completed')::integer as completed,
    coalesce(sum(${bookings.amountCents}) filter (where ${bookings.status} = 'completed'), 0)::float8 as spent
  from ${bookings} where ${bookings.studentId} = ${users.id})`;

/** The same tutors that the table counts: those who can be seen. */
const kept = sql`(
  select count(*)::integer from ${favourites} join ${tutorProfiles} on ${tutorProfiles.id} = ${favourites.tutorId}
  join users person on person.id = ${tutorProfiles.userId}
  where ${favourites.studentId} = ${users.id} and person.status = 'active' and ${tutorProfiles.verificationStatus} <> 'rejected')`;

export function studentLines({ db, platform: { zone } }: Ctx, { search }: Of<'students'>): Lines {
  const { id, createdAt } = users;
  return {
    columns: [
      'Student id',
      'Name',
      'Email',
      'Phone',
      'Child',
      'Account',
      'Bookings',
      'Completed',
      'Favourites',
      'Total spent (Rs.)',
      `Joined (${zone})`,
      `Last updated (${zone})`,
    ],
    read: async (wanted) => {
      const rows = await db
        .select({
          person: users,
          total: sql<number>`booked.total`,
          completed: sql<number>`booked.completed`,
          spent: sql<number>`booked.spent`,
          favourites: sql<number>`${kept}`,
        })
        .from(users)
        .innerJoinLateral(sql`${booked} booked`, sql`true`)
        .where(and(eq(users.role, 'student'), isFound(search), following(wanted, createdAt, id)))
        .orderBy(downwards(createdAt), downwards(id))
        .limit(wanted.limit);
      return rows.map(({ person, total, completed, spent, favourites }) => ({
        place: placeOf(person),
        values: [
          person.id,
          person.name,
          person.email,
          person.phone,
          person.childName,
          person.status,
          total,
          completed,
          favourites,
          toRupees(spent),
          timeText(person.createdAt, zone),
          timeText(person.updatedAt, zone),
        ],
      }));
    },
  };
}
