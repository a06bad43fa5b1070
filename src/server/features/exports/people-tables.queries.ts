import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { matchesPerson } from '#db/accounts.ts';
import { downwards } from '#db/columns.ts';
import { countPublicFavourites } from '#db/public-tutors.ts';
import { bookings } from '#db/schema/bookings.ts';
import { subjects } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles, tutorSubjects } from '#db/schema/tutors.ts';
import type { Ctx } from '#server/core/context.ts';
import { toTimeText } from '#server/core/csv.ts';
import { toRupees } from '#shared/domain/money.ts';
import type { TutorFilter } from '#shared/vocabulary/content.ts';
import { type CsvTable, type InputFor, isAfter, toReadable, toSortKey, toYesNo } from './csv-table.queries.ts';

const matchesSearch = (search: string): SQL | undefined => (search === '' ? undefined : matchesPerson(search));

const FILTERS: Record<TutorFilter, SQL | undefined> = {
  all: undefined,
  verified: eq(tutorProfiles.isVerified, true),
  unverified: eq(tutorProfiles.isVerified, false),
  pending: eq(tutorProfiles.verificationStatus, 'pending'),
  changed: isNotNull(tutorProfiles.changedAt),
};

const subjectNames = sql<string | null>`(
  select string_agg(${subjects.name}, '; ' order by ${tutorSubjects.position}) from ${tutorSubjects}
  join ${subjects} on ${subjects.id} = ${tutorSubjects.subjectId} where ${tutorSubjects.tutorId} = ${tutorProfiles.id})`;

export function createTutorTable({ db, platform: { zone } }: Ctx, { search, filter }: InputFor<'tutors'>): CsvTable {
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
    read: async (batch) => {
      const rows = await db
        .select({ profile: tutorProfiles, name: users.name, email: users.email, phone: users.phone, status: users.status, subjectNames })
        .from(tutorProfiles)
        .innerJoin(users, eq(users.id, tutorProfiles.userId))
        .where(and(FILTERS[filter], matchesSearch(search), isAfter(batch, createdAt, id)))
        .orderBy(downwards(createdAt), downwards(id))
        .limit(batch.limit);
      return rows.map(({ profile, name, email, phone, status, subjectNames }) => ({
        sortKey: toSortKey(profile),
        values: [
          profile.id,
          name,
          email,
          profile.phone || phone,
          profile.gender,
          toYesNo(profile.isVerified),
          toReadable(profile.verificationStatus),
          status,
          toYesNo(profile.vacationMode),
          subjectNames,
          profile.availableLocations,
          profile.rating,
          profile.totalReviews,
          profile.totalStudents,
          profile.totalSessions,
          toRupees(profile.totalEarningsCents),
          toTimeText(profile.createdAt, zone),
        ],
      }));
    },
  };
}

const bookingStats = sql`(
  select count(*)::integer as total, count(*) filter (where ${bookings.status} = 'completed')::integer as completed,
    coalesce(sum(${bookings.amountCents}) filter (where ${bookings.status} = 'completed'), 0)::float8 as spent
  from ${bookings} where ${bookings.studentId} = ${users.id})`;

export function createStudentTable({ db, platform: { zone } }: Ctx, { search }: InputFor<'students'>): CsvTable {
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
    read: async (batch) => {
      const rows = await db
        .select({
          person: users,
          total: sql<number>`booked.total`,
          completed: sql<number>`booked.completed`,
          spent: sql<number>`booked.spent`,
          favourites: sql<number>`${countPublicFavourites(users.id)}`,
        })
        .from(users)
        .innerJoinLateral(sql`${bookingStats} booked`, sql`true`)
        .where(and(eq(users.role, 'student'), matchesSearch(search), isAfter(batch, createdAt, id)))
        .orderBy(downwards(createdAt), downwards(id))
        .limit(batch.limit);
      return rows.map(({ person, total, completed, spent, favourites }) => ({
        sortKey: toSortKey(person),
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
          toTimeText(person.createdAt, zone),
          toTimeText(person.updatedAt, zone),
        ],
      }));
    },
  };
}
