import { eq, getTableName, type SQL, sql, type Table } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { tutorDocuments, tutorEducation, tutorExperience, tutorModes, tutorSlots, tutorSubjects, tutorSubjectTopics } from '#db/schema/tutors.ts';
import type { SaveProfileInput } from '#shared/contracts/tutors.ts';
import type { Document, Entry } from './profile-parts.queries.ts';

/** What hangs on a profile; a part that is absent keeps its rows. */
export type ProfileParts = {
  education?: SaveProfileInput['education'];
  experience?: SaveProfileInput['experience'];
  documents?: readonly Document[];
  entries?: readonly Entry[];
};

/** Writes the difference only, in a number of statements that does not depend on how much there is. */
export async function writeParts(db: Executor, tutorId: string, { education, experience, documents, entries }: ProfileParts): Promise<void> {
  const theirs = sql`tutor_id = ${tutorId}::uuid`;
  const placed = <T extends object>(rows: readonly T[]) => rows.map((row, position) => ({ tutor_id: tutorId, position, ...row }));

  if (education) {
    const columns = { tutor_id: 'uuid', position: 'smallint', degree: 'text', institution: 'text', year: 'smallint' };
    await become(db, { table: tutorEducation, theirs, columns, rows: placed(education) });
  }
  if (experience) {
    const columns = { tutor_id: 'uuid', position: 'smallint', title: 'text', company: 'text', duration: 'text', description: 'text' };
    await become(db, { table: tutorExperience, theirs, columns, rows: placed(experience) });
  }
  if (documents) {
    const columns = { tutor_id: 'uuid', position: 'smallint', upload_id: 'uuid', type: 'document_type' };
    await become(db, { table: tutorDocuments, theirs, columns, rows: placed(documents.map(({ id, type }) => ({ upload_id: id, type }))) });
  }
  if (entries) await writeEntries(db, tutorId, entries);
}

async function writeEntries(db: Executor, tutorId: string, entries: readonly Entry[]): Promise<void> {
  const subjectIds = sql.param(entries.map(({ subjectId }) => subjectId));
  await db.execute(sql`delete from ${tutorSubjects} where tutor_id = ${tutorId} and subject_id <> all(${subjectIds}::uuid[])`);
  await db.execute(sql`
    insert into ${tutorSubjects} as entry (id, tutor_id, subject_id, position)
    select wanted.id, ${tutorId}::uuid, wanted.subject_id, wanted.position - 1
    from unnest(${sql.param(entries.map(() => uuidV7()))}::uuid[], ${subjectIds}::uuid[]) with ordinality as wanted (id, subject_id, position)
    on conflict (tutor_id, subject_id) do update set position = excluded.position where entry.position <> excluded.position`);

  const stored = await db
    .select({ id: tutorSubjects.id, subjectId: tutorSubjects.subjectId })
    .from(tutorSubjects)
    .where(eq(tutorSubjects.tutorId, tutorId));
  const idOf = new Map(stored.map(({ id, subjectId }) => [subjectId, id]));
  const theirs = sql`tutor_subject_id in (select id from ${tutorSubjects} where tutor_id = ${tutorId})`;
  const rowsOf = <T>(parts: (entry: Entry) => readonly T[]) =>
    entries.flatMap((entry) => parts(entry).map((part) => ({ tutor_subject_id: idOf.get(entry.subjectId), ...part })));

  await become(db, {
    table: tutorSubjectTopics,
    theirs,
    columns: { tutor_subject_id: 'uuid', topic_id: 'uuid', position: 'smallint' },
    rows: rowsOf(({ topicIds }) => topicIds.map((topic_id, position) => ({ topic_id, position }))),
  });
  await become(db, {
    table: tutorModes,
    theirs,
    columns: { tutor_subject_id: 'uuid', type: 'teaching_mode', enabled: 'boolean', rate_cents: 'bigint' },
    rows: rowsOf(({ modes }) => modes.map(({ rateCents, ...mode }) => ({ ...mode, rate_cents: rateCents }))),
  });
  await become(db, {
    table: tutorSlots,
    theirs,
    columns: { tutor_subject_id: 'uuid', day: 'weekday', start_minute: 'smallint', end_minute: 'smallint' },
    rows: rowsOf(({ slots }) => slots.map(({ day, startMinute, endMinute }) => ({ day, start_minute: startMinute, end_minute: endMinute }))),
  });
}

/** The rows of a table that are `theirs`, and what they are to be; `columns` names every column with its type. */
type Wanted = { table: Table; theirs: SQL; columns: Record<string, string>; rows: readonly object[] };

async function become(db: Executor, { table, theirs, columns, rows }: Wanted): Promise<void> {
  const name = sql.identifier(getTableName(table));
  const names = sql.raw(Object.keys(columns).join(', '));
  const types = sql.raw(
    Object.entries(columns)
      .map((column) => column.join(' '))
      .join(', '),
  );
  const wanted = sql`select ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (${types})`;
  await db.execute(sql`delete from ${name} where ${theirs} and (${names}) not in (${wanted})`);
  await db.execute(sql`insert into ${name} (${names}) ${wanted} except select ${names} from ${name} where ${theirs}`);
}
