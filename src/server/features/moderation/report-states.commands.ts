import { eq, type SQL, sql } from 'drizzle-orm';
import { withLocks } from '#db/locks.ts';
import { bookings } from '#db/schema/bookings.ts';
import { reports, sessionProblems } from '#db/schema/moderation.ts';
import { users } from '#db/schema/people.ts';
import { requireActive } from '#server/core/active-account.ts';
import type { CtxAs } from '#server/core/context.ts';
import { getSqlState } from '#server/core/errors.ts';
import { type BookingEventData, recordAuditEntry } from '#server/core/events.ts';
import { anyOf, byId, isUuid, uuids } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { ChangeReportsInput } from '#shared/contracts/admin-reports.ts';
import { DomainError } from '#shared/errors.ts';
import type { ReportKind, ReportState } from '#shared/vocabulary/content.ts';
import { ANONYMOUS } from '#shared/vocabulary/people.ts';

type InUnit = Unit<CtxAs<'admin'>>;
type SeenReport = ChangeReportsInput['reports'][number];
type Change = Pick<ChangeReportsInput, 'state' | 'note'>;
type ChangedReport = { id: string; kind: ReportKind; before: ReportState; name: string };

const UNIQUE_VIOLATION = '23505';

/** Changes the reports that are still as the admin saw them. For a single report a refusal is thrown; for several, the skipped ids are returned. */
export function changeReports(ctx: CtxAs<'admin'>, { reports: given, ...change }: ChangeReportsInput): Promise<string[]> {
  // Sorted by id, which is the order of the row locks.
  const seen = [...new Map(given.map((report) => [report.id, report])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const problems = seen.filter(({ kind }) => kind === 'session');
  const contents = seen.filter(({ kind }) => kind !== 'session');
  return inUnitOfWork(ctx, async (unit) => {
    await lockParties(unit, problems);
    const changed = [...(await changeProblems(unit, problems, change)), ...(await changeContents(unit, contents, change))];
    for (const { id, kind, before, name } of changed) {
      const details = { kind, before, after: change.state, ...(change.note && { note: change.note }) };
      recordAuditEntry(unit, 'report.changed', { id, name }, details);
    }
    const changedIds = new Set(changed.map(({ id }) => id));
    const leftOut = seen.filter(({ id }) => !changedIds.has(id.toLowerCase()));
    const [refused] = leftOut;
    if (refused && seen.length === 1) throw await findRefusal(unit, refused);
    return leftOut.map(({ id }) => id);
  });
}

/** Also locks the parties, who are notified. */
async function lockParties({ db, actor }: InUnit, problems: readonly SeenReport[]): Promise<void> {
  const bookingIds = sql`select ${sessionProblems.bookingId} from ${sessionProblems} where ${anyOf(sessionProblems.id, idsOf(problems))}`;
  const parties = sql`select unnest(array[${bookings.studentId}, ${bookings.tutorUserId}]) from ${bookings} where ${bookings.id} in (${bookingIds})`;
  const locked = await withLocks(db, { users: { keyShare: sql`${users.id} = any(${actor.id}::uuid || array(${parties}))` } });
  requireActive(locked.users, actor);
}

const idsOf = (seen: readonly SeenReport[]): string[] => seen.map(({ id }) => id);

function seenRows(seen: readonly SeenReport[]): SQL {
  const known = seen.filter(({ id }) => isUuid(id));
  const columns = [uuids(idsOf(known)), known.map(({ kind }) => kind), known.map(({ from }) => from), known.map(({ seenNote }) => seenNote)];
  const [ids, kinds, states, notes] = columns.map((values) => sql.param(values));
  return sql`unnest(${ids}::uuid[], ${kinds}::text[], ${states}::report_state[], ${notes}::text[]) as seen (id, kind, state, note)`;
}

const assignments = ({ now }: InUnit, { state, note }: Change): SQL =>
  sql`state = ${state}, admin_note = coalesce(${note ?? null}::text, changed.admin_note), updated_at = ${now().toISOString()}::timestamptz`;

async function changeContents(unit: InUnit, seen: readonly SeenReport[], change: Change): Promise<ChangedReport[]> {
  if (seen.length === 0) return [];
  const { db } = unit;
  const rows = await db.execute<Omit<ChangedReport, 'name'> & { aboutUserId: string | null }>(sql`
    update ${reports} as changed set ${assignments(unit, change)} from ${seenRows(seen)}
    where changed.id = seen.id and changed.about::text = seen.kind and changed.state = seen.state and changed.admin_note = seen.note
    returning changed.id, seen.kind, seen.state as before, changed.about_user_id as "aboutUserId"`);
  const userIds = rows.flatMap(({ aboutUserId }) => aboutUserId ?? []);
  const people = await db.select({ id: users.id, name: users.name }).from(users).where(anyOf(users.id, userIds));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map(({ aboutUserId, ...row }) => ({ ...row, name: names.get(aboutUserId ?? '') ?? ANONYMOUS }));
}

async function changeProblems(unit: InUnit, seen: readonly SeenReport[], change: Change): Promise<ChangedReport[]> {
  if (seen.length === 0) return [];
  const { db, record } = unit;
  const rows = await db
    .execute<Omit<ChangedReport, 'name'> & { bookingId: string }>(sql`
      with seen as (select * from ${seenRows(seen)}), alone as (${oneUndecidedEach(change)})
      update ${sessionProblems} as changed set ${assignments(unit, change)} from seen
      where changed.id = seen.id and changed.state = seen.state and changed.admin_note = seen.note and changed.id in (select id from alone)
      returning changed.id, seen.kind, seen.state as before, changed.booking_id as "bookingId"`)
    .catch((error: unknown) => {
      // The party has reported another problem of this session since.
      throw getSqlState(error) === UNIQUE_VIOLATION ? new DomainError('report.another_open') : error;
    });
  const bookingIds = rows.map(({ bookingId }) => bookingId);
  const about = await db.select(EVENT_COLUMNS).from(bookings).where(anyOf(bookings.id, bookingIds));
  return rows.map(({ bookingId, ...row }) => {
    const booking = about.find(({ id }) => id === bookingId);
    if (booking && change.state !== row.before) record({ type: 'problem.decided', booking, state: change.state });
    return { ...row, name: booking?.subjectName ?? '' };
  });
}

/** A party may have one undecided problem for each session; reports that would become a second one are skipped. */
function oneUndecidedEach({ state }: Change): SQL {
  if (state === 'resolved' || state === 'dismissed') return sql`select id from seen`;
  return sql`
    select distinct on (problem.booking_id, problem.reported_by) problem.id from ${sessionProblems} as problem
    where (problem.booking_id, problem.reported_by) in (
      select booking_id, reported_by from ${sessionProblems} as chosen where chosen.id in (select id from seen)
    ) and (problem.id in (select id from seen) or problem.state in ('open', 'in_review'))
    order by problem.booking_id, problem.reported_by, problem.state in ('open', 'in_review') desc, problem.id desc`;
}

const EVENT_COLUMNS = {
  ...{ id: bookings.id, studentId: bookings.studentId, tutorUserId: bookings.tutorUserId, tutorId: bookings.tutorId },
  ...{ subjectName: bookings.subjectName, status: bookings.status, startTime: bookings.startTime, endTime: bookings.endTime },
} satisfies Record<keyof BookingEventData, unknown>;

async function findRefusal({ db }: InUnit, { kind, id, from, seenNote }: SeenReport): Promise<DomainError> {
  const { state, adminNote, about } = reports;
  const [stored] =
    kind === 'session'
      ? await db
          .select({ state: sessionProblems.state, adminNote: sessionProblems.adminNote })
          .from(sessionProblems)
          .where(byId(sessionProblems.id, id))
      : await db
          .select({ state, adminNote })
          .from(reports)
          .where(sql`${byId(reports.id, id)} and ${eq(sql`${about}::text`, kind)}`);
  if (!stored) return new DomainError('report.unknown');
  const isAsSeen = stored.state === from && stored.adminNote === seenNote;
  return new DomainError(isAsSeen ? 'report.another_open' : 'report.moved_on');
}
