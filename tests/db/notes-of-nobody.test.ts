import { expect, it } from 'vitest';
import { useDatabaseBefore } from '#tests/support/migrations.ts';

const database = useDatabaseBefore('0026_notes_of_nobody');

// spec s8-development.10
it('takes what students who are gone wrote on their bookings, and leaves that of others', async () => {
  const { sql, migrateOn } = database;
  const [student] = await sql`
    insert into users (id, name, email, role) values (gen_random_uuid(), 'Kasun', 'kasun@example.com', 'student') returning id`;
  const insert = (studentId: string | null, notes: string, day: number) => sql`
    insert into bookings (id, student_id, subject_name, start_time, end_time, learning_method, amount_cents, contact_number, notes, status)
    values (gen_random_uuid(), ${studentId}, 'Maths', ${`2026-01-0${day}T10:00:00Z`}, ${`2026-01-0${day}T11:00:00Z`}, 'online', 100000, '0771234567', ${notes}, 'completed')`;
  await insert(null, 'I live at 12 Temple Road', 1);
  await insert(student?.id ?? null, 'Fractions, please', 2);
  await migrateOn();
  expect(await sql`select notes, contact_number from bookings order by start_time`).toEqual([
    { notes: '', contactNumber: '' },
    { notes: 'Fractions, please', contactNumber: '0771234567' },
  ]);
});
