import type { Sql, TransactionSql } from 'postgres';
import { uuidV7 } from '#db/columns.ts';
import type { Signed } from './answers.ts';
import { BOOKING_BY_ID } from './statements.ts';
import { type BookingRow, bookingView, restStyle } from './views.ts';

/** Not the product's, which would wake it. */
export const CHANNEL = 'bench_news';

type Request = { tutorId: string; subjectId: string; startTime: string; endTime: string; contactNumber: string; notes?: string };
type Offer = { user_id: string; subject: string; rate_cents: number; is_open: boolean };

const LOCK = 'select child_name from users where id = $1 for no key update';

/** The weekly plan is in the zone of the platform. */
const OFFER = `
  select profile.user_id, subject.name as subject, mode.rate_cents, exists (
      select from tutor_slots slot cross join (select $3::timestamptz at time zone 'Asia/Colombo' as start) wanted
      where slot.tutor_subject_id = entry.id and slot.day::text = trim(to_char(wanted.start, 'Day'))
        and extract(epoch from wanted.start::time) / 60 between slot.start_minute and slot.end_minute - 60) as is_open
  from tutor_profiles profile
  join tutor_subjects entry on entry.tutor_id = profile.id
  join subjects subject on subject.id = entry.subject_id
  join tutor_modes mode on mode.tutor_subject_id = entry.id and mode.type = 'online' and mode.enabled
  where profile.id = $1 and entry.subject_id = $2 and not profile.vacation_mode
  for key share of profile`;

const OVERLAP = `
  select exists (
      select from bookings where student_id = $1 and status in ('pending', 'confirmed')
        and tstzrange(start_time, end_time, '[)') && tstzrange($3, $4, '[)'))
    or exists (
      select from bookings where tutor_user_id = $2 and status in ('pending', 'confirmed')
        and tstzrange(start_time, end_time, '[)') && tstzrange($3, $4, '[)')) as is_taken`;

const INSERT = `
  insert into bookings (id, student_id, tutor_user_id, tutor_id, subject_id, subject_name, start_time, end_time, learning_method, amount_cents,
    contact_number, child_name, notes, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'online', $9, $10, $11, $12, $13, $13) on conflict do nothing returning id`;

const NOTIFY_BOTH = `
  insert into notifications (id, user_id, kind, params, type, category, title, message, action, read_at, created_at, updated_at)
  select id, user_id, 'booking.created', params, 'info', 'booking', 'New Booking', $2, $3::text::jsonb, read_at, $4, $4
  from jsonb_to_recordset($1::text::jsonb) as notice (id uuid, user_id uuid, params jsonb, read_at timestamptz)`;

const FILL_INBOXES = `
  with due as (
    select * from jsonb_to_recordset($1::text::jsonb) as due (user_id uuid, ref uuid, payload jsonb)
  ), taken as (
    insert into inboxes as inbox (user_id, last_seq) select user_id, 1 from due order by user_id
    on conflict (user_id) do update set last_seq = inbox.last_seq + 1 returning user_id, last_seq
  )
  insert into inbox_events (user_id, seq, kind, ref, payload)
  select user_id, last_seq, 'booking_update', ref, payload from due join taken using (user_id)`;

const HOUR = 3_600_000;

const run = <Row>(sql: Sql | TransactionSql, text: string, params: readonly (string | number)[]) =>
  // The caller names the row that its statement selects.
  sql.unsafe(text, [...params], { prepare: true }) as unknown as Promise<readonly Row[]>;

/** Null where the time is taken or not offered. One transaction, as a product would write it by hand. */
export function createBooking(sql: Sql, site: string) {
  return async (student: Signed, request: Request): Promise<object | null> => {
    const id = await sql.begin((tx) => book(tx, student, request));
    if (id === null) return null;
    const [row] = await run<BookingRow>(sql, BOOKING_BY_ID.text, [id]);
    return row ? { success: true, message: 'Booking request sent successfully', booking: bookingView(row, restStyle(site)) } : null;
  };
}

async function book(tx: TransactionSql, student: Signed, request: Request): Promise<string | null> {
  const { tutorId, subjectId, startTime, endTime, contactNumber, notes = '' } = request;
  const [[account], [offer]] = await Promise.all([
    run<{ child_name: string }>(tx, LOCK, [student.id]),
    run<Offer>(tx, OFFER, [tutorId, subjectId, startTime]),
  ]);
  if (!account || !offer?.is_open || new Date(startTime) < new Date()) return null;
  const [overlap] = await run<{ is_taken: boolean }>(tx, OVERLAP, [student.id, offer.user_id, startTime, endTime]);
  if (overlap?.is_taken !== false) return null;
  const now = new Date().toISOString();
  const id = uuidV7();
  const amount = offer.rate_cents * ((new Date(endTime).getTime() - new Date(startTime).getTime()) / HOUR);
  const place = [id, student.id, offer.user_id, tutorId, subjectId, offer.subject, startTime, endTime];
  const [inserted] = await run(tx, INSERT, [...place, amount, contactNumber, account.child_name, notes, now]);
  if (!inserted) return null;
  await announce(tx, { id, subject: offer.subject, startTime, endTime, now, parties: { student: student.id, tutor: offer.user_id } });
  return id;
}

type Booked = { id: string; subject: string; startTime: string; endTime: string; now: string; parties: { student: string; tutor: string } };

async function announce(tx: TransactionSql, { id, subject, startTime, endTime, now, parties }: Booked): Promise<void> {
  const notices = (['student', 'tutor'] as const).map((role) => ({ id: uuidV7(), role, userId: parties[role], isOwn: role === 'student' }));
  const rows = notices.map((one) => ({
    id: one.id,
    user_id: one.userId,
    params: { bookingId: id, subject, role: one.role },
    read_at: one.isOwn ? now : null,
  }));
  const booking = { id, subject, status: 'pending', startTime, endTime };
  const update = { type: 'booking_update', notificationType: 'info', bookingId: id, updateType: 'created', booking };
  const events = notices.map((one) => ({
    user_id: one.userId,
    ref: one.id,
    payload: { ...update, notificationId: one.id, ...(one.isOwn && { isOwn: true }) },
  }));
  const action = { label: 'View Booking', url: `/bookings/${id}` };
  await Promise.all([
    run(tx, NOTIFY_BOTH, [JSON.stringify(rows), `Your booking for ${subject} has been created.`, JSON.stringify(action), now]),
    run(tx, FILL_INBOXES, [JSON.stringify(events)]),
    run(tx, `select pg_notify('${CHANNEL}', $1)`, [notices.map(({ userId }) => userId).join(' ')]),
  ]);
}
