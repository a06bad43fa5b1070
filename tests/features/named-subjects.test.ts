import { describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, aSubject, aUser, unique } from '#tests/support/factories.ts';

const database = useDatabase();

async function find(text: string) {
  return callerAs(database, await aUser(database.db, { role: 'tutor' })).tutors.namedSubjects({ text });
}

// spec profile.9
describe('subjects that a tutor looks for, taught by nobody yet', () => {
  test.each(['maths', 'ganitha', 'ගණිතය', 'கணிதம்', 'mathamatiks', 'Mathematisc'])('are named by %s', async (text) => {
    const subject = await aSubject(database.db, { name: unique('Mathematics') });
    expect(await find(text)).toContain(subject.id);
  });

  test('are named by an alias, by its beginning and with a typing error', async () => {
    const subject = await aSubject(database.db, { name: unique('Chemystery'), aliases: ['රසායනමාලා', 'Potionlore'] });
    for (const text of ['රසායනමා', 'potionl', 'potoinlore']) expect(await find(text)).toEqual([subject.id]);
  });

  test('are named together with their category, and not by it alone', async () => {
    const category = await aCategory(database.db, { name: unique('Qwertology') });
    const subject = await aSubject(database.db, { name: unique('Plimbing'), categoryId: category.id });
    await aSubject(database.db, { name: unique('Plimbing') });
    expect(await find('qwertology plimbing')).toEqual([subject.id]);
    expect(await find('qwertology')).toEqual([]);
  });

  test('are left out while they are not active', async () => {
    await aSubject(database.db, { name: unique('Zorbology'), isActive: false });
    expect(await find('zorbology')).toEqual([]);
    expect(await find('  ')).toEqual([]);
  });
});
