import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aCategory, aReview, aSubject, aTopic, aTutor, HOUR, NOW, unique } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

type SearchResult = { tutors: { id: string }[]; pagination: { total: number } };

const letters = new Map<string, string>();
let subject: { id: string; name: string };
let topic: { id: string; name: string };
let category: { id: string; name: string };
let uncategorised: { id: string; name: string };
const place = unique('Nuwara 100%_Eliya');

beforeAll(async () => {
  const { db } = database;
  category = await aCategory(db, { name: unique('Sciences') });
  subject = await aSubject(db, { name: unique('Physics'), categoryId: category.id });
  topic = await aTopic(db, { subjectId: subject.id, name: unique('Waves') });
  uncategorised = await aSubject(db, { categoryId: null });
  const of = { subjectId: subject.id };
  const availableLocations = place;
  const at = (hours: number) => new Date(NOW.getTime() - hours * HOUR);
  const a = await aTutor(db, {
    ...{
      availableLocations,
      isVerified: true,
      verificationStatus: 'approved',
      gender: 'Male',
      experience: 2,
      createdAt: at(3),
      user: { name: 'Beta' },
    },
    subjects: [{ ...of, topicIds: [topic.id], modes: [{ type: 'online', rateCents: 300_000 }] }],
  });
  const b = await aTutor(db, {
    ...{ availableLocations, gender: 'Female', experience: 0, createdAt: at(2), user: { name: 'alpha' } },
    subjects: [{ ...of, modes: [{ type: 'home-visit', rateCents: 100_000 }] }],
  });
  const c = await aTutor(db, {
    ...{ availableLocations: 'Galle', gender: 'Other', experience: 1, createdAt: at(1), user: { name: 'Gamma' } },
    subjects: [
      {
        ...of,
        modes: [
          { type: 'online', rateCents: 200_000 },
          { type: 'group', rateCents: 50_000 },
        ],
      },
    ],
  });
  const d = await aTutor(db, { availableLocations: 'Jaffna', subjects: [{ subjectId: uncategorised.id }] });
  for (const [tutor, rating] of [
    [a, 3],
    [b, 5],
  ] as const) {
    const booking = await aBooking(db, { tutor, status: 'completed', startTime: at(48) });
    await aReview(db, { booking, rating });
  }
  for (const [letter, { id }] of Object.entries({ a, b, c, d })) letters.set(id, letter);
});

const lettersFor = async (query: string) => {
  const { status, body } = await rest.get<SearchResult>(`/api/tutors?${query}`);
  expect(status, query).toBe(200);
  return body.tutors.map(({ id }) => letters.get(id)).join('');
};
const sorted = (text: string) => [...text].sort().join('');
const enc = encodeURIComponent;

const NOTHING = ['', 'undefined', 'null', 'all'];

// spec rest-input.1 | R §6.1, §6.2, §6.3 | Lists of values as clients send them: filters and sorts of the search |
//   src/server/rest/wire/tutor-search.ts
describe('a filter of the search', () => {
  type Row = [parameter: string, finds: string, spelling: string, input: () => string];
  const rows = (parameter: string, finds: string, ...input: (string | (() => string))[]): Row[] =>
    input.map((value) =>
      typeof value === 'string' ? [parameter, finds, JSON.stringify(value), () => value] : [parameter, finds, `${value}`.slice(6), value],
    );
  const ROWS: Row[] = [
    ...rows(
      'subject',
      'abc',
      () => subject.name,
      () => subject.name.toUpperCase(),
      () => ` ${subject.name.toLowerCase()} `,
      () => subject.id,
    ),
    ...rows(
      'subject',
      '',
      () => subject.name.slice(0, -1),
      () => `${subject.name}x`,
      'Alchemy',
    ),
    ...rows(
      'topic',
      'a',
      () => topic.name,
      () => topic.name.toLowerCase(),
      () => topic.id,
    ),
    ...rows('topic', '', () => topic.name.slice(1), 'Alchemy'),
    ...rows(
      'category',
      'abc',
      () => category.id,
      () => category.name,
      () => category.name.toUpperCase(),
    ),
    ...rows('category', 'd', 'uncategorized'),
    ...rows('category', '', 'Alchemy'),
    ...rows('teachingMode', 'acd', 'ONLINE', 'online', ' Online '),
    ...rows(
      'teachingMode',
      'b',
      'INDIVIDUAL',
      'individual',
      'HOME-VISIT',
      'HOME_VISIT',
      'home_visit',
      'HOMEVISIT',
      'IN-PERSON',
      'in_person',
      'In-Person',
    ),
    ...rows('teachingMode', 'c', 'GROUP', 'group'),
    ...rows('teachingMode', 'abcd', 'ANY', 'any', 'ALL'),
    ...rows('teachingMode', '', 'CARRIER-PIGEON', 'online,individual'),
    ...rows('femaleOnly', 'b', 'true'),
    ...rows('femaleOnly', 'abcd', 'false', '1', 'yes'),
    ...rows('verified', 'a', 'true', 'verified'),
    ...rows('verified', 'bcd', 'false', 'unverified'),
    ...rows('verified', 'abcd', 'perhaps'),
    ...rows('minRating', 'b', '4', '3.5'),
    ...rows('minRating', 'ab', '1', '3', '3.0'),
    ...rows('minRating', 'abcd', '0', '-1', 'many'),
    ...rows(
      'location',
      'ab',
      () => place,
      () => place.toLowerCase(),
      () => place.slice(0, -2),
      () => place.slice(3, -2),
      '100%_e',
      '100%',
      '100_',
    ),
    ...rows('location', '', '100_x'),
    ...rows(
      'search',
      'abc',
      () => subject.name,
      () => subject.name.toUpperCase(),
    ),
    ...rows('search', 'c', 'GAMMA', 'galle'),
    ...rows('search', 'a', () => topic.name),
    ...['subject', 'topic', 'category', 'location', 'teachingMode', 'verified', 'minRating', 'femaleOnly'].flatMap((name) =>
      rows(name, 'abcd', ...NOTHING),
    ),
    ...rows('search', 'abcd', '', '  ', 'undefined', 'null'),
    ...rows('nobodyKnows', 'abcd', 'this'),
  ];
  test.each(ROWS)('%s finds %j: %s', async (parameter, finds, _, input) => {
    expect({ input: input(), finds: sorted(await lettersFor(`${parameter}=${enc(input())}`)) }).toEqual({ input: input(), finds });
  });

  test('applies subject, topic, category and mode to the same entry', async () => {
    expect(await lettersFor(`subject=${enc(subject.name)}&topic=${enc(topic.name)}&category=${category.id}&teachingMode=ONLINE`)).toBe('a');
    expect(await lettersFor(`topic=${enc(topic.name)}&teachingMode=INDIVIDUAL`)).toBe('');
    expect(await lettersFor(`subject=${enc(subject.name)}&category=uncategorized`)).toBe('');
  });

  test('uses the last value of a repeated parameter', async () => {
    expect(await lettersFor(`subject=Alchemy&subject=${subject.id}&femaleOnly=false&femaleOnly=true`)).toBe('b');
  });
});

describe('an order of the search', () => {
  // spec rest-input.1
  test.each([
    ['', 'bac'],
    ['sortBy=rating', 'bac'],
    ['sortBy=rating&sortOrder=desc', 'bac'],
    ['sortBy=rating&sortOrder=asc', 'cab'],
    ['sortOrder=asc', 'cab'],
    ['sortBy=&sortOrder=', 'bac'],
    ['sortBy=price', 'acb'],
    ['sortBy=price&sortOrder=asc', 'bca'],
    ['sortBy=experience', 'acb'],
    ['sortBy=experience&sortOrder=asc', 'bca'],
    ['sortBy=name', 'bac'],
    ['sortBy=name&sortOrder=desc', 'cab'],
    ['sortBy=name&sortOrder=sideways', 'bac'],
    ['sortBy=createdAt', 'cba'],
    ['sortBy=createdAt&sortOrder=asc', 'abc'],
    ['sortBy=newest', 'cba'],
    ['sortBy=newest&sortOrder=asc', 'cba'],
    ['sortBy=oldest', 'abc'],
    ['sortBy=oldest&sortOrder=desc', 'abc'],
    ['sortBy=nonsense', 'bac'],
    ['sortBy=nonsense&sortOrder=asc', 'bac'],
    ['sortBy=null&sortOrder=undefined', 'bac'],
    ['sortBy=price&sortOrder=sideways', 'acb'],
  ])('reads %s as %s', async (order, expected) => {
    expect(await lettersFor(`subject=${subject.id}&${order}`)).toBe(expected);
  });
});
