import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#db/client.ts';
import { tutorListings } from '#db/schema/listing.ts';
import { notifications } from '#db/schema/notifications.ts';
import { makeBulk } from '#seed/bulk.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { studentBookingsQuery } from '#server/rest/wire/bookings.ts';
import { subjectsQuery } from '#server/rest/wire/catalogue.ts';
import { notificationsQuery } from '#server/rest/wire/notifications.ts';
import { searchQuery } from '#server/rest/wire/tutor-search.ts';
import { transformer } from '#shared/transformer.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { aBooking, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE } from '#tests/support/factories.ts';

export type Case = { name: string; rest: string; trpc: string };

const TODAY = '2026-11-21';
const PAGE = 24;

export async function startBench(tutors: number) {
  const folder = mkdtempSync(join(tmpdir(), 'vidya-bench-'));
  const cluster = await startCluster();
  const database = { serverUrl: cluster.url('postgres'), database: 'bench_rest', migrations: 'drizzle', filesDir: folder };
  const url = await makeBulk({ ...database, tutors, today: TODAY, appTimezone: 'Asia/Colombo' });
  const { db, sql, close } = connect(url, { max: 2 });
  const student = await aStudent(db);
  const tutor = await aTutor(db);
  for (let index = 0; index < PAGE; index += 1) {
    const status = index < PAGE / 2 ? 'completed' : 'cancelled';
    await aBooking(db, { student, tutor, status, startTime: new Date(NEXT_MONDAY_NINE.getTime() + index * HOUR) });
  }
  const notification = { userId: student.id, kind: 'custom', type: 'info', category: 'booking', title: 'Booking confirmed' } as const;
  const message = 'Your session in Combined Mathematics on Monday was confirmed.';
  await db.insert(notifications).values(Array.from({ length: PAGE }, (_, index) => ({ ...notification, message: `${message} (${index + 1})` })));
  const tokenOf = ({ id }: { id: string }) => createSessions(db).createSession(id, { isRemembered: true, origin: 'password', userAgent: '' });
  const [token, tokenOfTutor] = [await tokenOf(student), await tokenOf(tutor.user)];
  const [listedTutor] = await db.select({ id: tutorListings.tutorId }).from(tutorListings).limit(1);
  if (!listedTutor) throw new Error('no tutor is listed');
  await sql.unsafe('vacuum analyze');
  await close();

  const page = { page: '1', limit: String(PAGE) };
  const cases: Case[] = [
    { name: 'a tutor by id', rest: `/api/tutors/${listedTutor.id}`, trpc: trpcPath(['tutors.byId', 'tutors.contact'], { id: listedTutor.id }) },
    { name: `a search, ${PAGE} tutors`, rest: `/api/tutors?${toQuery(page)}`, trpc: trpcPath('tutors.searchPage', searchQuery.parse(page)) },
    { name: 'all subjects', rest: '/api/subjects', trpc: trpcPath('catalogue.subjects', subjectsQuery.parse({})) },
    {
      name: `own bookings of a student, ${PAGE}`,
      rest: `/api/students/bookings?${toQuery(page)}`,
      trpc: trpcPath('bookings.allForStudent', studentBookingsQuery.parse(page)),
    },
    {
      name: `notifications, ${PAGE}`,
      rest: `/api/notifications?${toQuery(page)}`,
      trpc: trpcPath('notifications.list', notificationsQuery.parse(page)),
    },
  ];
  return {
    url,
    folder,
    token,
    tokenOfTutor,
    cases,
    tutorId: listedTutor.id,
    async stop() {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function trpcPath(procedures: string | readonly string[], input: unknown): string {
  const serialized = transformer.serialize(input);
  if (typeof procedures === 'string') return `/trpc/${procedures}?${toQuery({ input: JSON.stringify(serialized) })}`;
  const inputs = Object.fromEntries(procedures.map((_, index) => [index, serialized]));
  return `/trpc/${procedures.join()}?${toQuery({ batch: '1', input: JSON.stringify(inputs) })}`;
}

const toQuery = (query: Record<string, string>): string => String(new URLSearchParams(query));
