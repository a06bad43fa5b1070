import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aUser } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { SITE, UNKNOWN_ID, useRest } from './app.ts';
import { educationEntry, useProfileEditor } from './profile-editor.ts';

const database = useDatabase();
const rest = useRest(database);
const editor = useProfileEditor(database, rest);

type Answer = { message: string; tutor: Record<string, unknown> & { documents: { id: string }[] } };
const save = async (body: object) => editor().save(body) as unknown as Promise<{ status: number; body: Answer }>;

// spec rest-input.10 | R §4.5 35 41, §6.5 | The other fields of a profile, and vacation mode | src/server/rest/wire/profile-editing.ts
describe('the fields of a profile', () => {
  const EMPTY = { instagram: '', youtube: '', facebook: '', linkedin: '' };
  const FIELDS: [string, object, object][] = [
    ['no phone yet', { phone: '' }, { phone: '' }],
    ['a phone of null', { phone: null }, { phone: '' }],
    ['a phone with blanks', { phone: ' 0712345678 ' }, { phone: '0712345678' }],
    ['no bio yet', { bio: '' }, { bio: '' }],
    ['a bio of 500 characters and blanks', { bio: ` ${'x'.repeat(500)} ` }, { bio: 'x'.repeat(500) }],
    ...['Male', 'Female', 'Other'].map((gender): [string, object, object] => [gender, { gender }, { gender }]),
    ['social media of null', { socialMedia: null }, { socialMedia: EMPTY }],
    ['some social media', { socialMedia: { youtube: ' @me ' } }, { socialMedia: { ...EMPTY, youtube: '@me' } }],
    ['a social handle of null', { socialMedia: { youtube: null, mastodon: 'x' } }, { socialMedia: EMPTY }],
    [
      'languages in any case, and twice',
      { teachingMediums: ['ENGLISH', 'Sinhala', 'tamil', 'english'] },
      { teachingMediums: ['english', 'sinhala', 'tamil'] },
    ],
    ['no languages', { teachingMediums: null }, { teachingMediums: [] }],
    ['a year as text', { education: [educationEntry({ year: ' 2012 ' })] }, { education: [{ year: 2012 }] }],
    [
      'the first and the last year',
      { education: [educationEntry({ year: 1900 }), educationEntry({ year: 2026 })] },
      { education: [{ year: 1900 }, { year: 2026 }] },
    ],
    ['no education', { education: null }, { education: [] }],
    ['no experience', { experience: [] }, { experience: [] }],
    ['100 characters of locations and blanks', { availableLocations: ` ${'x'.repeat(100)} ` }, { availableLocations: 'x'.repeat(100) }],
    [
      'keys that are the server’s',
      { rating: 5, isVerified: true, verificationStatus: 'approved', totalEarnings: 9, _id: 'x', id: 'x', user: null },
      { rating: 0, isVerified: false },
    ],
  ];
  test.each(FIELDS)('are read from %s', async (_, input, expected) => {
    await save(editor().wholeProfile());
    const { status, body } = await save(input);
    expect([status, body.tutor]).toMatchObject([200, expected]);
    expect(body.tutor.id).toBe(editor().tutor.id);
  });

  // spec rest-input.10
  test('keep their value when absent and are replaced when sent', async () => {
    const { body } = await save(editor().wholeProfile());
    const { updatedAt: _, ...before } = body.tutor;
    expect((await save({})).body.tutor).toMatchObject(before);
    expect((await save({ education: [] })).body.tutor).toMatchObject({ ...before, education: [] });
  });

  const job = (overrides: object) => ({ title: 'Teacher', company: 'Royal College', duration: '2015 - 2020', description: 'Taught.', ...overrides });
  const [STUDY, JOB, YEAR] = ['Degree, institution and year are required', 'All experience fields are required', 'Please enter a valid year'];
  test.each<[string, object, string]>([
    ...['071234567', '07123456789', '071234567x', '+9471234567', '071 234 567'].map((phone): [string, object, string] => [
      `the phone ${phone}`,
      { phone },
      'Phone number must be 10 digits',
    ]),
    ['a phone as a number', { phone: 712345678 }, 'Phone number must be 10 digits'],
    ['501 characters of bio', { bio: 'x'.repeat(501) }, 'Bio cannot be longer than 500 characters'],
    ...['male', 'Woman', '', null, 7].map((gender): [string, object, string] => [`the gender ${gender}`, { gender }, 'Please select a valid gender']),
    ['a language that is none', { teachingMediums: ['english', 'latin'] }, 'Please select valid teaching languages'],
    ['a language that is no text', { teachingMediums: [7] }, 'Please select valid teaching languages'],
    ...['degree', 'institution', 'year'].flatMap((key): [string, object, string][] =>
      [undefined, null, '', ...(key === 'year' ? [] : ['  '])].map((value) => [
        `education with ${key} ${value}`,
        { education: [educationEntry({ [key]: value })] },
        STUDY,
      ]),
    ),
    ...[1899, 2027, '1899', 2012.5, 'abc', true].map((year): [string, object, string] => [
      `the year ${year}`,
      { education: [educationEntry({ year })] },
      YEAR,
    ]),
    ...['title', 'company', 'duration', 'description'].flatMap((key): [string, object, string][] =>
      [undefined, null, ' '].map((value) => [`experience with ${key} ${value}`, { experience: [job({ [key]: value })] }, JOB]),
    ),
    ['201 characters of a handle', { socialMedia: { youtube: 'x'.repeat(201) } }, 'Social handle cannot be longer than 200 characters'],
    ['101 characters of locations', { availableLocations: 'x'.repeat(101) }, 'Locations cannot be longer than 100 characters'],
  ])('are rejected: %s', async (_, input, message) => {
    expect(await save(input)).toMatchObject({ status: 400, body: { success: false, message } });
  });
});

// spec rest-input.9 | R §6.5 | Documents of a profile by id, object or address, whatever the signature | src/server/rest/wire/profile-editing.ts
describe('the documents of a profile', () => {
  const addressOf = (path: string) => `${SITE}/files/${path}`;
  type Upload = Awaited<ReturnType<typeof anUpload>>;
  const DOCUMENTS: [string, (of: Upload) => unknown][] = [
    ['its id', ({ id }) => id],
    ['its id and URL', ({ id, path }) => ({ id, url: addressOf(path) })],
    ['its _id', ({ id }) => ({ _id: id })],
    ['its URL as id', ({ path }) => ({ id: addressOf(path), url: addressOf(path) })],
    ['its URL alone', ({ path }) => ({ url: addressOf(path) })],
    ['an empty id and its URL', ({ path }) => ({ id: '', url: addressOf(path) })],
    ['a bare URL', ({ path }) => addressOf(path)],
    ['a URL with an old signature', ({ path }) => ({ url: `${addressOf(path)}?expires=1&signature=old` })],
    ['a URL of another origin', ({ path }) => ({ url: `https://www.vidya.example/files/${path}` })],
    ['its path', ({ path }) => ({ url: `/files/${path}` })],
    ['it twice', ({ id }) => ({ id })],
  ];
  // spec rest-input.9
  test.each(DOCUMENTS)('are attached by %s', async (form, input) => {
    const upload = await anUpload(database.db, editor().tutor.user);
    const documents = form === 'it twice' ? [input(upload), input(upload)] : [input(upload)];
    const { status, body } = await save({ documents });
    expect([status, body.tutor?.documents.map(({ id }) => id)]).toEqual([200, [upload.id]]);
  });

  const INVALID: [string, () => unknown | Promise<unknown>][] = [
    ['an unknown id', () => UNKNOWN_ID],
    ['a malformed id', () => ({ id: 'a document' })],
    ['nothing', () => ({})],
    ['null', () => null],
    ['a number', () => 7],
    ['a foreign address', () => ({ url: 'https://elsewhere.example/degree.jpg' })],
    ['an unknown id beside a good URL', async () => ({ id: UNKNOWN_ID, url: addressOf((await anUpload(database.db, editor().tutor.user)).path) })],
    ['a photo', async () => (await anUpload(database.db, editor().tutor.user, 'photo')).id],
    ["another's", async () => (await anUpload(database.db, await aUser(database.db, { role: 'tutor' }))).id],
  ];
  test.each(INVALID)('are rejected: %s', async (_, input) => {
    expect(await save({ documents: [await input()] })).toMatchObject({ status: 400, body: { message: 'Invalid document ID' } });
  });
});

// spec rest-input.10
describe('PATCH /api/tutors/vacation-mode', () => {
  const BODIES: [unknown, boolean | 'toggled'][] = [
    [{ vacationMode: true }, true],
    [{ vacationMode: false }, false],
    [{ enabled: true }, true],
    [{ enabled: false }, false],
    [{ vacationMode: 'true' }, true],
    [{ enabled: 'false' }, false],
    [{ vacationMode: 'perhaps', enabled: 'true' }, true],
    [{}, 'toggled'],
    [undefined, 'toggled'],
    [{ vacationMode: null }, 'toggled'],
    [{ vacationMode: 'perhaps' }, 'toggled'],
    [{ enabled: 1 }, 'toggled'],
    [{ vacation: true }, 'toggled'],
  ];
  test.each(BODIES)('reads %j as %s', async (body, expected) => {
    const as = await rest.tokenOf(editor().tutor.user);
    const set = async () => (await rest.call<{ vacationMode: boolean; tutor: object }>('PATCH', '/api/tutors/vacation-mode', { as, body })).body;
    const [first, second] = [await set(), await set()];
    expect([first.vacationMode, second.vacationMode]).toEqual(expected === 'toggled' ? [true, false] : [expected, expected]);
    expect(second.tutor).toMatchObject({ vacationMode: second.vacationMode });
  });
});
