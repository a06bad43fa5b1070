import { desc, eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { uploads } from '#db/schema/files.ts';
import type { Ctx } from '#server/core/context.ts';
import type { ArchiveEntry } from '#server/core/ports.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { listAccessLists } from './access-lists.queries.ts';
import { readAccount, readProfile } from './account-data.queries.ts';
import type { ArchiveOwner } from './archives.queries.ts';
import { type BookingsOfParty, listBookingLists } from './booking-lists.queries.ts';
import { defineList, inOnePage, type PersonalList, toEntries, toJsonFile } from './list-entries.queries.ts';
import { listAdminLists, listCommonLists, listConversationLists, listStudentLists, listTutorLists } from './written-lists.queries.ts';

/** Provided by other features: which parts of a booking its parties see, and its calendar entry. */
export type ArchiveSources = {
  listBookings: BookingsOfParty;
  streamCalendar: (ctx: Ctx, party: { id: string; role: Party }) => AsyncIterable<string>;
};

/** In reading order; the first file explains the others. */
export async function listEntries(ctx: Ctx, owner: ArchiveOwner, sources: ArchiveSources): Promise<ArchiveEntry[]> {
  const { db, platform } = ctx;
  const { id, role } = owner;
  const party = role === 'student' || role === 'tutor' ? role : null;
  const files = await listFiles(ctx, id);
  return [
    { name: 'README.txt', read: () => once(toReadme(ctx)) },
    { name: 'account.json', read: () => toJsonFile(() => readAccount(db, id)) },
    ...(role === 'tutor' ? [{ name: 'profile.json', read: () => toJsonFile(() => readProfile(db, id)) }] : []),
    ...(party ? [{ name: 'bookings.ics', read: () => sources.streamCalendar(ctx, { id, role: party }) }] : []),
    ...listLists(ctx, owner, party, sources).flatMap((list) => toEntries(list, platform.zone)),
    ...toEntries(
      defineList('files', ['file', 'purpose', 'contentType', 'bytes', 'createdAt'], () => inOnePage(async () => files)),
      platform.zone,
    ),
    ...files.map(({ file, path }) => ({ name: file, isCompressed: true, read: () => readFile(ctx, path) })),
  ];
}

function listLists(ctx: Ctx, { id: userId, role }: ArchiveOwner, party: Party | null, sources: ArchiveSources): PersonalList[] {
  const { db } = ctx;
  return [
    ...(party ? listBookingLists(ctx, { userId, party }, sources.listBookings) : []),
    ...(party ? listConversationLists(db, { userId, party }) : []),
    ...(role === 'student' ? listStudentLists(db, userId) : []),
    ...(role === 'tutor' ? listTutorLists(db, userId) : []),
    ...(role === 'admin' ? listAdminLists(db, userId) : []),
    ...listCommonLists(db, userId),
    ...listAccessLists(db, userId),
  ];
}

type OwnFile = { file: string; path: string; purpose: string; contentType: string; bytes: number; createdAt: Date };

async function listFiles({ files, ...ctx }: Ctx, ownerId: string): Promise<OwnFile[]> {
  const stored: OwnFile[] = [];
  for (const upload of await listUploads(ctx.db, ownerId)) {
    // A file that was just removed, or is lost, must not prevent the archive.
    if (await files.has(upload.path)) stored.push({ ...upload, file: toFileName(upload) });
  }
  return stored;
}

function listUploads(db: Executor, ownerId: string) {
  const { path, purpose, contentType, bytes, createdAt } = uploads;
  return db.select({ path, purpose, contentType, bytes, createdAt }).from(uploads).where(eq(uploads.ownerId, ownerId)).orderBy(desc(createdAt));
}

const toFileName = ({ path, purpose }: { path: string; purpose: string }): string => `files/${purpose}s/${path.split('/').at(-1)}`;

async function* readFile({ files }: Ctx, path: string): AsyncGenerator<Uint8Array> {
  const bytes = await files.read(path);
  if (bytes) yield bytes;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

function toReadme({ now, platform: { appName, publicUrl, supportEmail, zone } }: Ctx): string {
  return [
    `Your data at ${appName} (${publicUrl}), as it was on ${formatInstant(now(), zone)}.`,
    'account.json holds your account. Tutors also find their profile in profile.json.',
    'Every list is here twice: as JSON for programs, with times in UTC, and as CSV for spreadsheets, with times in ' +
      `${zone}. Amounts are in rupees. Lists that are empty contain nothing but their headings.`,
    'bookings.ics holds your confirmed, completed and cancelled sessions. Calendar programs can import it.',
    'The folder "files" holds the photos and documents that you have uploaded.',
    'What other people told us about themselves is here only as far as you can see it in the app: their names, what they wrote to you, and how to reach them if it is shown on a booking.',
    'Not included: passwords, codes, keys and links that let somebody in (we store most of them in a form that cannot be read), notes that admins make for each other, and copies that we keep for a few days to show news at once.',
    `Keep this archive in a safe place. If you have questions, write to ${supportEmail}.`,
    '',
  ].join('\r\n\r\n');
}
