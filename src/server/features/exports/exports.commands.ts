import { and, eq } from 'drizzle-orm';
import { sessions, users } from '#db/schema/people.ts';
import { type Ctx, type CtxAs, requireSessionId } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { type ExportInput, type ExportTable, exportInput, type OpenExportInput, type OpenedExport } from '#shared/contracts/exports.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import { EXPORT_SECONDS } from '#shared/vocabulary/limits.ts';
import { streamCsv } from './exports.queries.ts';

const TABLE_NAMES: Record<ExportTable, string> = {
  tutors: 'Tutors',
  students: 'Students',
  categories: 'Categories',
  subjects: 'Subjects',
  topics: 'Topics',
  bookings: 'Bookings',
  reports: 'Reports',
  audit: 'Audit Log',
};

const PURPOSE = 'export';

/** The browser opens the link without a bearer token, so it is signed for the session, table and filters, and valid for a minute. */
export function createExportLink({ actor, now, signer }: CtxAs<'admin'>, input: ExportInput): { url: string } {
  const query = JSON.stringify(input);
  const expires = String(now().getTime() + EXPORT_SECONDS * 1000);
  const signature = signer.mac(PURPOSE, toSignedText({ query, by: actor.id, expires }, requireSessionId(actor)));
  return { url: `/export?${new URLSearchParams({ query, by: actor.id, expires, signature })}` };
}

export async function openExport(ctx: Ctx, link: OpenExportInput): Promise<OpenedExport> {
  const isValid = await isSignedForSession(ctx, link);
  if (!isValid || Number(link.expires) <= ctx.now().getTime()) throw new DomainError('auth.link');
  const input = exportInput.parse(JSON.parse(link.query));
  await inUnitOfWork(ctx, async ({ db, record, client, now }) => {
    const [actor] = await db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(and(byId(users.id, link.by), eq(users.role, 'admin'), eq(users.status, 'active')));
    if (!actor) throw new DomainError('auth.role', {}, 'Only admins can export tables');
    const { table, ...filters } = input;
    record({
      type: 'sensitive_action.taken',
      userId: actor.id,
      action: { kind: 'table_exported', table: TABLE_NAMES[table] },
      client,
      occurredAt: now(),
    });
    recordAuditEntry({ actor, record }, 'table.exported', { id: null, name: TABLE_NAMES[table] }, { filters });
  });
  const { date } = wallClock(ctx.now(), ctx.platform.zone);
  return { fileName: `${input.table}-${date}.csv`, pieces: streamCsv(ctx, input) };
}

async function isSignedForSession({ db, signer }: Ctx, link: OpenExportInput): Promise<boolean> {
  const ownSessions = await db.select({ id: sessions.id }).from(sessions).where(byId(sessions.userId, link.by));
  return ownSessions.some(({ id }) => signer.verifyMac(link.signature, PURPOSE, toSignedText(link, id)));
}

const toSignedText = ({ query, by, expires }: Omit<OpenExportInput, 'signature'>, sessionId: string): string =>
  JSON.stringify([query, by, expires, sessionId]);
