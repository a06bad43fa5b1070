import { sql } from 'drizzle-orm';
import type { Caller } from '#server/api/router.ts';
import type { Ctx } from '#server/core/context.ts';
import { streamCsv } from '#server/features/exports/exports.queries.ts';
import { type ExportRequest, exportInput } from '#shared/contracts/exports.ts';
import { callerAs, contextAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { anAdmin, NOW, type User } from './factories.ts';
import { countBlocks, explainStatement, PLAN_MODES, vacuum } from './plans.ts';
import { createRecordingDb } from './statements.ts';

export type Size = { people: number; bookings: number; otherRows: number };

export async function createAdminRows(database: Pick<TestDatabase, 'db' | 'sql'>, { people, bookings, otherRows }: Size): Promise<User> {
  const { db } = database;
  const at = sql`${NOW.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into users (id, name, email, role, created_at)
    select md5(role || n)::uuid, (array['Nimal Perera', 'Kumari Silva', 'நிமல் சில்வா', 'අමර බණ්ඩාර'])[n % 4 + 1] || ' ' || n, role || n || '@example.com',
      role::role, ${at} - n * interval '7 minutes'
    from generate_series(1, ${people}::int) n, unnest(array['student', 'tutor']) role`);
  await db.execute(sql`
    insert into tutor_profiles (id, user_id, is_verified, verification_status, rating, changed_at, created_at)
    select md5('profile' || n)::uuid, md5('tutor' || n)::uuid, n % 3 = 0,
      (case when n % 3 = 0 then 'approved' when n % 200 = 1 then 'pending' else 'not_started' end)::verification_status,
      (n % 500) / 100.0, case when n % 300 = 0 then ${at} end, ${at} - n * interval '7 minutes'
    from generate_series(1, ${people}::int) n`);
  const everyTutor = sql`generate_series(1, ${people}::int) n`;
  const tutor = sql`md5('profile' || n)::uuid`;
  await db.execute(sql`insert into subjects (id, name) select md5('subject' || n)::uuid, 'Subject ' || n from generate_series(1, 40) n`);
  await db.execute(
    sql`insert into topics (id, subject_id, name) select md5('topic' || n)::uuid, md5('subject' || n)::uuid, 'Topic' from generate_series(1, 40) n`,
  );
  await db.execute(sql`insert into tutor_education select ${tutor}, 0, 'BSc', 'Colombo', 2010 from ${everyTutor}`);
  await db.execute(sql`insert into tutor_experience select ${tutor}, 0, 'Teacher', 'Royal College', '2010 - 2020', 'Taught' from ${everyTutor}`);
  await db.execute(sql`
    insert into uploads (id, owner_id, purpose, path, content_type, bytes)
    select md5('upload' || n)::uuid, md5('tutor' || n)::uuid, 'document', 'document/' || n, 'image/png', 1 from ${everyTutor}`);
  await db.execute(sql`insert into tutor_documents (upload_id, tutor_id, position) select md5('upload' || n)::uuid, ${tutor}, 0 from ${everyTutor}`);
  await db.execute(sql`
    insert into tutor_subjects (id, tutor_id, subject_id, position)
    select md5('entry' || n)::uuid, ${tutor}, md5('subject' || (n % 40 + 1))::uuid, 0 from ${everyTutor}`);
  await db.execute(sql`insert into tutor_subject_topics select md5('entry' || n)::uuid, md5('topic' || (n % 40 + 1))::uuid, 0 from ${everyTutor}`);
  await db.execute(sql`insert into tutor_modes select md5('entry' || n)::uuid, 'online', true, 150000 from ${everyTutor}`);
  await db.execute(sql`insert into tutor_slots select md5('entry' || n)::uuid, 'Monday', 540, 1020 from ${everyTutor}`);
  await db.execute(sql`
    insert into jobs (id, kind, params, due_at, dead_at, created_at)
    select md5('job' || n)::uuid, 'mail.send', '{}', ${at}, case when n % 50 = 0 then ${at} end, ${at} from ${everyTutor}`);
  await db.execute(sql`
    insert into bookings (id, student_id, tutor_user_id, tutor_id, subject_name, status, start_time, end_time, learning_method, amount_cents,
      contact_number, cancelled_by, refund_cents, retained_cents, platform_fee_cents, created_at)
    select md5('booking' || n)::uuid, md5('student' || (n * 7 % ${people} + 1))::uuid, md5('tutor' || (n % ${people} + 1))::uuid,
      md5('profile' || (n % ${people} + 1))::uuid, 'Physics', status::booking_status, start, start + interval '1 hour', 'online', 100000 + n % 90000,
      '0771234567', (case when status = 'cancelled' then 'student' end)::booking_actor, case when status = 'cancelled' then 100000 + n % 90000 end,
      case when status = 'cancelled' then 0 end, case when status = 'cancelled' then 0 end, start
    from (
      select n, case when n % 1000 = 0 then 'pending' when n % 500 = 1 then 'confirmed' when n % 10 = 2 then 'cancelled' else 'completed' end as status,
        ${at} - n * interval '17 minutes' as start
      from generate_series(1, ${bookings}::int) n
    ) made`);
  const some = sql`generate_series(1, ${otherRows}::int) n`;
  await db.execute(sql`
    insert into favourites (id, student_id, tutor_id)
    select md5('favourite' || n)::uuid, md5('student' || (n % ${people} + 1))::uuid, md5('profile' || (n * 3 % ${people} + 1))::uuid from ${some}
    on conflict do nothing`);
  await db.execute(sql`
    insert into reviews (id, booking_id, student_id, tutor_user_id, rating, review, created_at)
    select md5('review' || id)::uuid, id, student_id, tutor_user_id, 5, 'Very good, and patient.', start_time from bookings
    where status = 'completed'`);
  await db.execute(sql`
    insert into session_problems (id, booking_id, reported_by, kind, text, state, created_at)
    select md5('problem' || n)::uuid, md5('booking' || n)::uuid, 'student', 'quality', 'It was much too short.',
      (array['open', 'resolved', 'dismissed', 'resolved'])[n % 4 + 1]::report_state, ${at} - n * interval '3 minutes'
    from ${some} where n <= ${bookings}`);
  await db.execute(sql`
    insert into reports (id, reporter_id, about, tutor_id, about_user_id, snapshot, reason, state, created_at)
    select md5('report' || n)::uuid, md5('student' || (n % ${people} + 1))::uuid, 'profile', md5('profile' || (n / ${people} * 31 + n) % ${people} + 1)::uuid,
      md5('tutor' || (n / ${people} * 31 + n) % ${people} + 1)::uuid, 'A biography', 'spam',
      (array['open', 'resolved', 'dismissed', 'resolved'])[n % 4 + 1]::report_state, ${at} - n * interval '3 minutes'
    from ${some} on conflict do nothing`);
  await db.execute(sql`
    insert into audit_entries (id, actor_id, actor_name, action, subject_id, subject_name, created_at)
    select md5('audit' || n)::uuid, md5('admin' || n % 5)::uuid, 'Admin ' || n % 5,
      (array['tutor.verified', 'tutor.rejected', 'subject.updated', 'account.suspended'])[n % 4 + 1]::audit_action, md5('tutor' || n)::uuid, 'Nimal Perera ' || n,
      ${at} - n * interval '1 minute'
    from ${some}`);
  await db.execute(sql`
    insert into notifications (id, user_id, kind, type, category, title, message, read_at, created_at)
    select md5('notification' || n)::uuid, md5('student' || (n % ${people} + 1))::uuid, 'custom', 'info', 'general', 'News', 'Words',
      case when n % 2 = 0 then ${at} end, ${at} - n * interval '1 minute'
    from ${some}`);
  await vacuum(database);
  return anAdmin(db);
}

type Page = [page: string, ask: (admin: Caller, ctx: Ctx) => Promise<unknown>];

const EXPORTED_CHUNKS = 3;

function exportPage(request: ExportRequest): Page {
  const { table, ...filters } = request;
  const read = async (_: Caller, ctx: Ctx) => {
    const chunks = streamCsv(ctx, exportInput.parse(request));
    for (let index = 0; index < EXPORTED_CHUNKS; index += 1) await chunks.next();
  };
  return [`${table} taken away, ${JSON.stringify(filters)}`, read];
}

const searches = ['Nimal Perera 1008', 'tutor123@', 'student123@', 'perera 1%_\\', '🙂 perera'];

/** The requests of the admin pages, in all their filters and orders. */
export const ADMIN_PAGES: readonly Page[] = [
  ['the figures of the dashboard', (admin) => admin.statistics.dashboard()],
  ['the charts by days', (admin) => admin.statistics.charts({ period: 'days' })],
  ['the charts by months', (admin) => admin.statistics.charts({ period: 'months' })],
  ['what waits', (admin) => admin.statistics.waiting()],
  ...(['all', 'verified', 'unverified', 'pending', 'changed'] as const).flatMap((filter) =>
    (['newest', 'oldest', 'name', 'rating'] as const).map(
      (sortBy): Page => [`tutors, ${filter}, by ${sortBy}`, (admin) => admin.verification.tutors({ filter, sortBy })],
    ),
  ),
  ...searches.map((search): Page => [`tutors called ${search}`, (admin) => admin.verification.tutors({ search })]),
  ...(['newest', 'oldest', 'name'] as const).map((sortBy): Page => [`students by ${sortBy}`, (admin) => admin.moderation.students({ sortBy })]),
  ...searches.map((search): Page => [`students called ${search}`, (admin) => admin.moderation.students({ search })]),
  ...(['all', 'pending', 'confirmed', 'completed', 'cancelled'] as const).flatMap((status) =>
    (['newest', 'oldest', 'amount'] as const).map(
      (sortBy): Page => [`bookings, ${status}, by ${sortBy}`, (admin) => admin.bookings.desk({ status, sortBy })],
    ),
  ),
  ...searches.map((search): Page => [`bookings of ${search}`, (admin) => admin.bookings.desk({ search })]),
  ['bookings of a subject', (admin) => admin.bookings.desk({ search: 'Subject 17' })],
  ['a booking by the end of its id', (admin) => admin.bookings.desk({ search: '3d1f2a40' })],
  ['a booking by its id', (admin) => admin.bookings.desk({ search: '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40', status: 'pending', sortBy: 'amount' })],
  ['reports', (admin) => admin.moderation.desk({})],
  ['open reports of profiles', (admin) => admin.moderation.desk({ kind: 'profile', state: 'open' })],
  ['problems on sessions', (admin) => admin.moderation.desk({ kind: 'session' })],
  ['the audit log', (admin) => admin.audit.list({})],
  ['the audit log of an action', (admin) => admin.audit.list({ action: 'tutor.rejected' })],
  ['the audit log of a person', (admin) => admin.audit.list({ search: 'Perera 123' })],
  ['announcements', (admin) => admin.announcements.list({})],
  ['failed jobs', (admin) => admin.deadLetters.list({})],
  ...(
    [
      { table: 'tutors' },
      { table: 'students' },
      { table: 'bookings' },
      { table: 'bookings', status: 'pending' },
      { table: 'categories' },
      { table: 'subjects' },
      { table: 'reports' },
      { table: 'reports', kind: 'profile', state: 'resolved' },
      { table: 'reports', kind: 'session' },
      { table: 'audit' },
    ] satisfies ExportRequest[]
  ).map(exportPage),
];

const GROWING_FOR_ADMINS = ['jobs', 'notifications', 'audit_entries', 'reports', 'session_problems', 'favourites', 'messages'];

/** The plans of each statement: growing tables read from end to end, and blocks touched. */
export async function explainPage(database: Pick<TestDatabase, 'sql' | 'connection'>, admin: User, call: Page[1]) {
  const { db, statements } = createRecordingDb(database);
  await call(callerAs({ db }, admin), contextAs({ db }, admin));
  const plans = [];
  for (const statement of statements) {
    for (const mode of PLAN_MODES) {
      const { text, read } = await explainStatement(database, statement, mode);
      const scanned = GROWING_FOR_ADMINS.filter((table) => text.includes(`Seq Scan ${table}`));
      plans.push({ mode, text, read: [...read, ...scanned], blockCount: await countBlocks(database, statement, mode) });
    }
  }
  return plans;
}
