import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { refreshListing } from '#db/listing.ts';
import * as schema from '#db/schema/index.ts';
import { LIMITS, SUGGESTIONS } from '#shared/vocabulary/limits.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aCategory, aSubject, aTopic, aTutor, NOW, type TutorOverrides, unique } from '#tests/support/factories.ts';
import { withName } from '#tests/support/searches.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const suggest = (text: string) => callerAs(database, null).tutors.suggest({ text });
const NOTHING = { subjects: [], topics: [], places: [], tutors: [] };
const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

async function aTaughtTopic(names: { subject: string; topic?: string; aliases?: string[] }, tutor: TutorOverrides = {}) {
  const { db } = database;
  const subject = await aSubject(db, { name: names.subject, aliases: names.aliases ?? [] });
  const topic = await aTopic(db, { subjectId: subject.id, name: names.topic ?? unique('Topic') });
  return { subject, topic, tutor: await aTutor(db, { subjects: [{ subjectId: subject.id, topicIds: [topic.id] }], ...tutor }) };
}

// spec s11-search.20 | S11 3 | While a search is typed, subjects, topics, towns and tutors are suggested by the beginning of a word in English, Sinhala and
//   Tamil, by usual names and by sound | src/server/features/tutors/search/suggestions.queries.ts
describe('suggestions', () => {
  test.each(['maths', 'ganith', 'ගණි', 'ගණිතය', 'கணி', 'zzsums', 'mathamatiks'])('name a subject for %s', async (text) => {
    const { subject } = await aTaughtTopic({ subject: unique('Mathematics'), aliases: ['Zzsumsandmore'] });
    await database.sql`update listing_counts set tutors = 1000000 where scope = ${subject.id}`;
    expect(idsOf((await suggest(text)).subjects)).toEqual(expect.arrayContaining([subject.id]));
    await database.sql`update listing_counts set tutors = 1 where scope = ${subject.id}`;
  });

  test('say in which other name the word was found', async () => {
    const { subject } = await aTaughtTopic({ subject: unique('Chemystery'), aliases: ['රසායනමාලා', 'Potions'] });
    expect((await suggest('chemys')).subjects).toEqual([{ id: subject.id, name: subject.name, alias: null, before: '', after: '' }]);
    expect((await suggest('රසායනමා')).subjects).toMatchObject([{ id: subject.id, alias: 'රසායනමාලා' }]);
    expect((await suggest('potio')).subjects).toMatchObject([{ id: subject.id, alias: 'Potions' }]);
  });

  test.each([
    ['ambalang', 'ambalangoda'],
    ['අම්බලන්', 'ambalangoda'],
    ['அம்பலாங்', 'ambalangoda'],
    ['ambalamgoda', null],
    ['nuwara el', 'nuwara-eliya'],
  ])('name a town for %s: %s', async (text, town) => {
    await aTutor(database.db, { availableLocations: 'Ambalangoda' });
    await aTutor(database.db, { availableLocations: 'Nuwara Eliya' });
    const { places } = await suggest(text);
    expect(places.map(({ id }) => id.replace('-district', ''))).toEqual(town ? expect.arrayContaining([town]) : []);
  });

  test.each([
    ['zinthiya', 'Zinthiya Pererax'],
    ['pererax zin', 'Zinthiya Pererax'],
    ['නිර්මාලියෙ', 'නිර්මාලියෙක්'],
    ['செல்வமுத்', 'செல்வமுத்துகுமார்'],
    ['දිලිනිකා', 'Dilinika Wickrama'],
  ])('name a tutor for %s', async (text, name) => {
    const { tutor, subject } = await aTaughtTopic({ subject: unique('Subject') }, withName(name));
    const { tutors } = await suggest(text);
    expect(tutors).toContainEqual({ id: tutor.id, name, profileImage: '', subject: subject.name });
  });

  test('name a topic once, and its subject where only one has it', async () => {
    const one = await aTaughtTopic({ subject: unique('Subject'), topic: 'Qwadratics' });
    expect((await suggest('qwad')).topics).toEqual([
      { id: one.topic.id, name: 'Qwadratics', alias: null, before: '', after: '', subject: one.subject.name },
    ]);
    await aTaughtTopic({ subject: unique('Subject'), topic: 'qwadratics' });
    expect((await suggest('qwad')).topics).toMatchObject([{ subject: null }]);
  });

  test('complete the last word of several: of one entry that has all, or else after the others', async () => {
    const { subject } = await aTaughtTopic({ subject: unique('Advanced Zoolology') }, { availableLocations: 'Ambalangoda' });
    expect((await suggest('zoolology adv')).subjects).toMatchObject([{ id: subject.id, before: '' }]);
    expect(await suggest('Zoolology, ambalang')).toMatchObject({ subjects: [], places: [{ name: 'Ambalangoda', before: 'Zoolology, ' }] });
  });

  // spec s11-search.100 | S11 3 | A suggestion keeps the filters that were typed beside its words, before or after them; one that would not is none |
  //   src/server/features/tutors/search/suggestions.queries.ts
  test('keep the filters that were typed', async () => {
    await aTaughtTopic({ subject: 'Kwoolology' }, { availableLocations: 'Ambalangoda' });
    await aTaughtTopic({ subject: 'English Kwoolery' });
    const namesFor = async (text: string) => {
      const { subjects, places } = await suggest(text);
      // Names of other tests end in random digits, which the long number may begin like.
      const own = [...subjects, ...places].filter(({ name }) => !/ [0-9a-f]{10}$/.test(name));
      return own.map(({ before, name, after }) => before + name + after);
    };
    const expected = {
      'online kwoolo': ['online Kwoolology'],
      'kwoolology under 2000': ['Kwoolology under 2000'],
      'female kwoolology class, under 2000': ['female Kwoolology under 2000'],
      'english medium kwoolology class online': ['english medium Kwoolology online'],
      'female kwoolology ambalang': ['female kwoolology Ambalangoda'],
      'kwoolology ambalang online': ['kwoolology Ambalangoda online'],
      'online on kwoolo online': ['online Kwoolology online'],
      'kwoolery english english medium': ['English Kwoolery english medium'],
      [`kwoolo under ${'0'.repeat(LIMITS.searchText - 'kwoolo under 2000'.length)}2000`]: [],
    };
    const found = await Promise.all(Object.keys(expected).map(async (text) => [text, await namesFor(text)]));
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test('for "maths ka" name towns rather than all that has a second name with these letters', async () => {
    await aTaughtTopic({ subject: unique('Mathematics'), topic: unique('Mathematics') }, { availableLocations: 'Kandy' });
    expect((await suggest('maths kani')).subjects).not.toEqual([]);
    const { subjects, topics, places } = await suggest('maths ka');
    expect([subjects.length, topics.length]).toEqual([1, 0]);
    expect(places).toContainEqual({ id: 'kandy', name: 'Kandy', alias: null, before: 'maths ', after: '' });
  });

  // spec s11-search.160 | S11 3 | After a word that names a subject towns are suggested, not subjects that have nothing to do with it; after a town, subjects |
  //   src/server/features/tutors/search/suggestions.queries.ts
  test('name a town after a subject, and a subject after a town', async () => {
    await aTaughtTopic({ subject: 'Zwmaths', aliases: ['Zwsums'] }, { availableLocations: 'Colombo, Kandy' });
    await aTaughtTopic({ subject: 'Coldrawing', topic: 'Colpainting' });
    await aTaughtTopic({ subject: 'Kandydancing' });
    const namesFor = async (text: string) => {
      const { subjects, topics, places } = await suggest(text);
      return [...subjects, ...topics, ...places].map(({ before, name }) => before + name);
    };
    for (const text of ['zwmaths col', 'zwsums col']) {
      expect(await namesFor(text)).toContain(`${text.split(' ')[0]} Colombo`);
      expect((await namesFor(text)).join()).not.toMatch(/drawing|painting/);
    }
    expect((await namesFor('colombo kandyd')).join()).toBe('colombo Kandydancing');
    // Where nothing else fits, a second subject is better than nothing.
    expect(await namesFor('zwmaths coldraw')).toEqual(['zwmaths Coldrawing']);
  });

  test('of a subject are met by a word of its category too', async () => {
    const category = await aCategory(database.db, { name: unique('Xylevel') });
    const subject = await aSubject(database.db, { name: unique('Kwantum'), categoryId: category.id });
    await aTutor(database.db, { subjects: [{ subjectId: subject.id }] });
    for (const text of ['xylevel kwan', 'kwantum xylev'])
      expect((await suggest(text)).subjects, text).toMatchObject([{ id: subject.id, before: '' }]);
  });
});

// spec s11-search.21 | S11 3 | Only what a listed tutor offers is suggested | src/server/features/tutors/search/suggested-entries.queries.ts
describe('only listed tutors count', () => {
  const { users, tutorProfiles, subjects, topics } = schema;

  test('a tutor who is suspended, rejected or offers nothing is not named, nor what nobody else offers', async () => {
    const { db } = database;
    const { subject, topic, tutor } = await aTaughtTopic(
      { subject: 'Vvsubject', topic: 'Vvtopic' },
      { ...withName('Vvperson'), availableLocations: 'Maggona' },
    );
    const listed = { subjects: [{ id: subject.id }], topics: [{ id: topic.id }], tutors: [{ id: tutor.id }] };
    expect(await suggest('vv')).toMatchObject(listed);
    expect((await suggest('maggon')).places).toMatchObject([{ id: 'maggona' }]);

    const isGone = async () => {
      await refreshListing(db, [tutor.id]);
      expect(await suggest('vv')).toEqual(NOTHING);
      expect((await suggest('maggon')).places).toEqual([]);
    };
    await db.update(users).set({ status: 'suspended' }).where(eq(users.id, tutor.user.id));
    await isGone();
    await db.update(users).set({ status: 'active' }).where(eq(users.id, tutor.user.id));
    await db.update(tutorProfiles).set({ verificationStatus: 'rejected' }).where(eq(tutorProfiles.id, tutor.id));
    await isGone();
    await db.update(tutorProfiles).set({ verificationStatus: 'not_started' }).where(eq(tutorProfiles.id, tutor.id));
    await refreshListing(db, [tutor.id]);
    expect(await suggest('vv')).toMatchObject(listed);
    await db.update(topics).set({ isActive: false }).where(eq(topics.id, topic.id));
    expect((await suggest('vv')).topics).toEqual([]);
    await db.update(subjects).set({ isActive: false }).where(eq(subjects.id, subject.id));
    await isGone();
  });
});

// spec s11-search.22 | S11 3 | At most three of a group and eight in all are suggested, in two statements, for any text |
//   src/server/features/tutors/search/suggestions.queries.ts
describe('the limits', () => {
  test('are three of a group and eight in all', async () => {
    for (const index of [1, 2, 3, 4])
      await aTaughtTopic({ subject: `Madampesque ${index}`, topic: `Madampesque topic ${index}` }, withName(`Madampesque ${index}`));
    await aTutor(database.db, { availableLocations: 'Madampe' });
    const { subjects, topics, places, tutors } = await suggest('madamp');
    expect([subjects.length, topics.length, places.length, tutors.length]).toEqual([3, 2, 1, 2]);
    const found = await suggest('madampesque');
    expect([found.subjects.length, found.topics.length, found.tutors.length]).toEqual([3, 3, 2]);
    expect(SUGGESTIONS.most).toBe(8);
  });

  test('are two statements', async () => {
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, null).tutors.suggest({ text: 'mathematics colombo per' });
    expect(statements).toHaveLength(2);
  });

  test.each([
    ['nothing', ''],
    ['one letter', 'm'],
    ['a Sinhala letter', 'ග'],
    ['signs', '!?:*|&()<>'],
    ['an emoji', '🙂🙂'],
    ['NUL', 'ma\0ths'],
    ['a hundred letters', 'm'.repeat(LIMITS.searchText)],
    ['SQL', "'; drop table users; --"],
    ['a pattern', 'zq%_\\'],
    ['a query', "zq:* | !zq <-> 'zq"],
    ['half a pair', '\ud83d zq'],
  ])('hold for %s', async (_, text) => {
    expect(await suggest(text)).toEqual(NOTHING);
  });

  test('refuse a text that no search takes', async () => {
    await expect(suggest('m'.repeat(LIMITS.searchText + 1))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

// spec s11-search.23 | S11 3 | Popular are the subjects most booked in 30 days, then those with most tutors; they are read again after ten minutes |
//   src/server/features/tutors/search/popular-subjects.queries.ts
describe('popular subjects', () => {
  test('are those most booked of late, then those with most tutors, and are read again after ten minutes', async () => {
    const { db } = database;
    const createdAt = NOW;
    const [booked, old, crowded] = [
      await aTaughtTopic({ subject: 'P booked' }),
      await aTaughtTopic({ subject: 'P old' }),
      await aTaughtTopic({ subject: 'P crowded' }),
    ];
    await database.sql`update listing_counts set tutors = 1000 where scope = ${crowded.subject.id}`;
    await aBooking(db, { tutor: booked.tutor, createdAt });
    for (const days of [31, 40])
      await aBooking(db, {
        tutor: old.tutor,
        createdAt: new Date(NOW.getTime() - days * 86_400_000),
        startTime: new Date(NOW.getTime() - (days - 1) * 86_400_000),
      });
    const { db: own, statements } = createRecordingDb(database);
    const popularAt = (minutes: number) =>
      callerAs({ db: own }, null, { now: () => new Date(NOW.getTime() + minutes * 60_000) }).tutors.popularSubjects();
    const first = await popularAt(0);
    expect(first.slice(0, 2)).toEqual([
      { id: booked.subject.id, name: 'P booked' },
      { id: crowded.subject.id, name: 'P crowded' },
    ]);
    expect(first.length).toBeLessThanOrEqual(SUGGESTIONS.popular);
    await popularAt(9);
    expect(statements).toHaveLength(1);
    await popularAt(11);
    expect(statements).toHaveLength(2);
  });
});
