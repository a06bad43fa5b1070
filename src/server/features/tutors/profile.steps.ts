import { isDeepStrictEqual } from 'node:util';
import { eq, getTableName, type SQL, sql, type Table } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { type Executor, only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import {
  tutorProfiles as profiles,
  tutorDocuments,
  tutorEducation,
  tutorExperience,
  tutorModes,
  tutorRejections,
  tutorSlots,
  tutorSubjects,
  tutorSubjectTopics,
} from '#db/schema/tutors.ts';
import { requireActive } from '#server/core/active-account.ts';
import type { CtxAs, SignedIn } from '#server/core/context.ts';
import type { ProjectionContext } from '#server/core/events.ts';
import type { Unit } from '#server/core/unit-of-work.ts';
import type { PlainProfileField, SaveProfileInput, TutorProfileView } from '#shared/contracts/tutors.ts';
import { toModes, toWeek } from '#shared/domain/bookable.ts';
import type { ReviewedPart } from '#shared/domain/notification-copy.ts';
import { completeness, statusAfterSave } from '#shared/domain/profile-completeness.ts';
import { DomainError } from '#shared/errors.ts';
import type { Document, Entry } from './profile-parts.queries.ts';
import { findProfileId, getTutorProfiles } from './tutors.queries.ts';

export type ProfileRef = { id: string; isNew: boolean };
/** `update` waits for running booking requests, `noKeyUpdate` only for other changes of the profile. */
type LockStrength = 'noKeyUpdate' | 'update';

export function startProfile(unit: Unit<SignedIn>): Promise<ProfileRef> {
  return startProfileFor(unit, unit.actor.id);
}

/** Creates one row per account, even for concurrent calls. The rejection of a deleted profile carries over to the new one. */
export async function startProfileFor({ db, now, record }: Pick<ProjectionContext, 'db' | 'now' | 'record'>, userId: string): Promise<ProfileRef> {
  // Waits for a deletion of the profile, whose rejection the next statement then sees.
  await withLocks(db, { users: { keyShare: [userId] } });
  const timestamp = now().toISOString();
  const [created] = await db.execute<{ id: string }>(sql`
    with rejection as (delete from ${tutorRejections} where user_id = ${userId} returning reason, rejected_at)
    insert into ${profiles} (id, user_id, phone, verification_status, rejection_reason, verification_date, created_at, updated_at)
    select ${uuidV7()}::uuid, users.id, users.phone,
      (case when rejection.reason is null then 'not_started' else 'rejected' end)::verification_status,
      coalesce(rejection.reason, ''), rejection.rejected_at,
      ${timestamp}::timestamptz, ${timestamp}::timestamptz
    from users left join rejection on true where users.id = ${userId}
    on conflict (user_id) do nothing returning id`);
  if (created) record({ type: 'figures.outdated', tutorIds: [created.id] });
  const id = created?.id ?? (await findProfileId(db, userId));
  if (id === null) throw new DomainError('tutor.profile_not_found');
  return { id, isNew: created !== undefined };
}

export async function lockOwnProfile(unit: Unit<CtxAs<'tutor'>>, strength: LockStrength = 'noKeyUpdate'): Promise<ProfileRef> {
  const { db, actor } = unit;
  const own = { [strength]: eq(profiles.userId, actor.id) };
  // Also locks the account, because the notification of a first submission refers to it.
  const locked = await withLocks(db, { users: { keyShare: [actor.id] }, tutors: own });
  requireActive(locked.users, actor);
  const [profile] = locked.tutors;
  if (profile) return { id: profile.id, isNew: false };
  const { isNew } = await startProfile(unit);
  const { tutors } = await withLocks(db, { tutors: own });
  return { id: only(tutors).id, isNew };
}

export async function lockOwnProfileView(
  unit: Unit<CtxAs<'tutor'>>,
  strength: LockStrength = 'noKeyUpdate',
): Promise<{ current: TutorProfileView; isNew: boolean }> {
  const { id, isNew } = await lockOwnProfile(unit, strength);
  return { current: only(await getTutorProfiles(unit, [id], 'owner')), isNew };
}

type ProfileChange = ProfileParts & {
  fields?: Pick<SaveProfileInput, PlainProfileField | 'contactEmail'>;
};

export async function changeProfile(
  { db, actor, now, record }: Unit<CtxAs<'tutor'>>,
  current: TutorProfileView,
  { fields, ...parts }: ProfileChange,
): Promise<{ isComplete: boolean }> {
  const { contactEmail, ...plainFields } = fields ?? {};
  // Does not compile for a field that has no column.
  const columns: Partial<Pick<typeof profiles.$inferInsert, PlainProfileField>> = plainFields;
  const after = {
    ...current,
    ...plainFields,
    education: parts.education ?? current.education,
    experience: parts.experience ?? current.experience,
    documents: parts.documents ?? current.documents,
    subjects: parts.entries?.map(toCompletenessSubject) ?? current.subjects,
  };
  const { id, isVerified } = current;
  const { isComplete } = completeness(after);
  const verificationStatus = statusAfterSave(current, isComplete);
  await db
    .update(profiles)
    .set({
      ...columns,
      ...(contactEmail && { contactEmailKind: contactEmail.kind, contactEmail: contactEmail.kind === 'other' ? contactEmail.address : '' }),
      verificationStatus,
      rejectionReason: verificationStatus === 'rejected' ? current.rejectionReason : '',
      revision: sql`${profiles.revision} + 1`,
      updatedAt: now(),
    })
    .where(eq(profiles.id, id));
  await saveParts(db, id, parts);

  const author = { tutorId: id, userId: actor.id, name: actor.name };
  record({ type: 'profile.saved', ...author, isVerified, changed: isVerified ? listChangedParts(current, parts) : [] });
  if (verificationStatus === 'pending' && current.verificationStatus !== 'pending') record({ type: 'profile.submitted', ...author });
  const detached = current.documents.filter((document) => !after.documents.some((remaining) => remaining.id === document.id));
  if (detached.length > 0) record({ type: 'uploads.detached', uploadIds: detached.map((document) => document.id) });
  return { isComplete };
}

function toCompletenessSubject({ topicIds, modes, slots }: Entry) {
  return { selectedTopics: topicIds, teachingModes: toModes(modes), availability: toWeek(slots) };
}

function listChangedParts(current: TutorProfileView, { education, experience, documents }: ProfileParts): ReviewedPart[] {
  const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).sort();
  const isChanged = {
    education: education !== undefined && !isDeepStrictEqual(education, current.education),
    experience: experience !== undefined && !isDeepStrictEqual(experience, current.experience),
    documents: documents !== undefined && !isDeepStrictEqual(ids(documents), ids(current.documents)),
  };
  return (['education', 'experience', 'documents'] as const).filter((part) => isChanged[part]);
}

export type ProfileParts = {
  education?: SaveProfileInput['education'];
  experience?: SaveProfileInput['experience'];
  documents?: readonly Document[] | undefined;
  entries?: readonly Entry[] | undefined;
};

export async function saveParts(db: Executor, tutorId: string, { education, experience, documents, entries }: ProfileParts): Promise<void> {
  const isOwn = sql`tutor_id = ${tutorId}::uuid`;
  const withPositions = <T extends object>(rows: readonly T[]) => rows.map((row, position) => ({ tutor_id: tutorId, position, ...row }));

  if (education) {
    const columns = { tutor_id: 'uuid', position: 'smallint', degree: 'text', institution: 'text', year: 'smallint' };
    await replaceRows(db, { table: tutorEducation, isOwn, columns, rows: withPositions(education) });
  }
  if (experience) {
    const columns = { tutor_id: 'uuid', position: 'smallint', title: 'text', company: 'text', duration: 'text', description: 'text' };
    await replaceRows(db, { table: tutorExperience, isOwn, columns, rows: withPositions(experience) });
  }
  if (documents) {
    const columns = { tutor_id: 'uuid', position: 'smallint', upload_id: 'uuid', type: 'document_type' };
    await replaceRows(db, { table: tutorDocuments, isOwn, columns, rows: withPositions(documents.map(({ id, type }) => ({ upload_id: id, type }))) });
  }
  if (entries) await saveSubjectEntries(db, tutorId, entries);
}

async function saveSubjectEntries(db: Executor, tutorId: string, entries: readonly Entry[]): Promise<void> {
  const subjectIds = sql.param(entries.map(({ subjectId }) => subjectId));
  await db.execute(sql`delete from ${tutorSubjects} where tutor_id = ${tutorId} and subject_id <> all(${subjectIds}::uuid[])`);
  await db.execute(sql`
    insert into ${tutorSubjects} as entry (id, tutor_id, subject_id, position)
    select given.id, ${tutorId}::uuid, given.subject_id, given.position - 1
    from unnest(${sql.param(entries.map(() => uuidV7()))}::uuid[], ${subjectIds}::uuid[]) with ordinality as given (id, subject_id, position)
    on conflict (tutor_id, subject_id) do update set position = excluded.position where entry.position <> excluded.position`);

  const stored = await db
    .select({ id: tutorSubjects.id, subjectId: tutorSubjects.subjectId })
    .from(tutorSubjects)
    .where(eq(tutorSubjects.tutorId, tutorId));
  const entryIds = new Map(stored.map(({ id, subjectId }) => [subjectId, id]));
  const isOwn = sql`tutor_subject_id in (select id from ${tutorSubjects} where tutor_id = ${tutorId})`;
  const toRows = <T>(parts: (entry: Entry) => readonly T[]) =>
    entries.flatMap((entry) => parts(entry).map((part) => ({ tutor_subject_id: entryIds.get(entry.subjectId), ...part })));

  await replaceRows(db, {
    table: tutorSubjectTopics,
    isOwn,
    columns: { tutor_subject_id: 'uuid', topic_id: 'uuid', position: 'smallint' },
    rows: toRows(({ topicIds }) => topicIds.map((topic_id, position) => ({ topic_id, position }))),
  });
  // A topic may have moved to another subject while the insert waited for its row.
  await db.execute(sql`
    delete from ${tutorSubjectTopics} chosen using ${tutorSubjects} entry, topics topic
    where entry.tutor_id = ${tutorId} and chosen.tutor_subject_id = entry.id and topic.id = chosen.topic_id and topic.subject_id <> entry.subject_id`);
  await replaceRows(db, {
    table: tutorModes,
    isOwn,
    columns: { tutor_subject_id: 'uuid', type: 'teaching_mode', enabled: 'boolean', rate_cents: 'bigint' },
    rows: toRows(({ modes }) => modes.map(({ rateCents, ...mode }) => ({ ...mode, rate_cents: rateCents }))),
  });
  await replaceRows(db, {
    table: tutorSlots,
    isOwn,
    columns: { tutor_subject_id: 'uuid', day: 'weekday', start_minute: 'smallint', end_minute: 'smallint' },
    rows: toRows(({ slots }) => slots.map(({ day, startMinute, endMinute }) => ({ day, start_minute: startMinute, end_minute: endMinute }))),
  });
}

type Replacement = { table: Table; isOwn: SQL; columns: Record<string, string>; rows: readonly object[] };

async function replaceRows(db: Executor, { table, isOwn, columns, rows }: Replacement): Promise<void> {
  const name = sql.identifier(getTableName(table));
  const names = sql.raw(Object.keys(columns).join(', '));
  const types = sql.raw(
    Object.entries(columns)
      .map((column) => column.join(' '))
      .join(', '),
  );
  const nextRows = sql`select ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${types})`;
  await db.execute(sql`delete from ${name} where ${isOwn} and (${names}) not in (${nextRows})`);
  await db.execute(sql`insert into ${name} (${names}) ${nextRows} except select ${names} from ${name} where ${isOwn}`);
}
