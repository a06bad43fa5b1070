import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { notifications } from '#db/schema/notifications.ts';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aSubject, aTopic, aTutor, type Tutor } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

type Saved = { success: true; message: string; tutor: { subjects: Entry[]; documents: { id: string; url: string }[] } };
type Entry = { subject: { id: string }; selectedTopics: { id: string; name: string }[]; teachingModes: unknown[]; availability: unknown[] };

let tutor: Tutor;
let as: string;
let subject: Awaited<ReturnType<typeof aSubject>>;
let topics: Awaited<ReturnType<typeof aTopic>>[];

beforeEach(async () => {
  tutor = await aTutor(database.db, { subjects: [], user: { profileImage: '/files/photos/a.svg' } });
  as = await rest.tokenOf(tutor.user);
  subject = await aSubject(database.db);
  topics = [];
  for (const name of ['Algebra', 'Calculus', 'Geometry', 'Sets', 'Vectors', 'Waves']) {
    topics.push(await aTopic(database.db, { subjectId: subject.id, name }));
  }
});

const save = (body: unknown, method = 'PUT') => rest.call<Saved>(method, '/api/tutors/profile', { as, body });
const stored = async () => (await rest.get('/api/tutors/profile', as)).body;

const sevenDays = (slots: object = {}) => WEEKDAYS.map((day) => ({ day, slots: [], ...(day === 'Monday' && slots) }));
const entry = (overrides: object = {}) => ({
  subject: { _id: subject.id, name: subject.name, description: '', isActive: true, createdAt: 'whenever' },
  selectedTopics: topics.slice(0, 2).map(({ id }) => id),
  teachingModes: [
    { type: 'online', enabled: true, rate: 1500 },
    { type: 'home-visit', enabled: false, rate: 0 },
  ],
  availability: sevenDays(),
  ...overrides,
});
const wholeProfile = async (overrides: object = {}) => ({
  phone: '0712345678',
  bio: ' Twelve years of teaching. ',
  gender: 'Female',
  socialMedia: { instagram: 'teaches', youtube: '', facebook: '', linkedin: '' },
  teachingMediums: ['English', 'TAMIL', 'english'],
  education: [{ degree: 'BSc', institution: 'University of Colombo', year: '2012' }],
  experience: [{ title: 'Teacher', company: 'Royal College', duration: '2015 - 2020', description: 'Taught physics.' }],
  subjects: [entry()],
  availableLocations: 'Colombo, Kandy',
  documents: [],
  ...overrides,
});

describe('PUT /api/tutors/profile', () => {
  test('all that a client sends, with seven empty days, is saved as a draft', async () => {
    const { status, body } = await save(await wholeProfile());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: 'Profile draft saved successfully! Complete all sections to submit for review.',
      tutor: {
        _id: tutor.id,
        phone: '0712345678',
        bio: 'Twelve years of teaching.',
        gender: 'Female',
        socialMedia: { instagram: 'teaches', youtube: '', facebook: '', linkedin: '' },
        teachingMediums: ['english', 'tamil'],
        education: [{ degree: 'BSc', institution: 'University of Colombo', year: 2012 }],
        experience: [{ title: 'Teacher', company: 'Royal College', duration: '2015 - 2020', description: 'Taught physics.' }],
        availableLocations: 'Colombo, Kandy',
        verificationStatus: 'not_started',
      },
    });
    expect(body.tutor.subjects).toMatchObject([
      {
        subject: { _id: subject.id },
        selectedTopics: topics.slice(0, 2).map(({ id, name }) => ({ _id: id, id, name })),
        teachingModes: [
          { type: 'online', enabled: true, rate: 1500 },
          { type: 'home-visit', enabled: false, rate: 0 },
        ],
        availability: [],
      },
    ]);
    expect(await stored()).toEqual(body.tutor);
  });

  test('a complete profile is submitted, and every admin is told once', async () => {
    const admin = await anAdmin(database.db);
    const upload = await anUpload(database.db, tutor.user);
    const complete = await wholeProfile({
      subjects: [entry({ availability: sevenDays({ slots: [{ start: '9:00', end: '12:00' }] }) })],
      documents: [{ id: upload.id, url: 'http://elsewhere.test/whatever' }],
    });
    for (const _ of [1, 2]) {
      const { body } = await save(complete);
      expect(body).toMatchObject({
        message: 'Profile updated successfully! Your profile is now complete and submitted for admin review.',
        tutor: { verificationStatus: 'pending', subjects: [{ availability: [{ day: 'Monday', slots: [{ start: '09:00', end: '12:00' }] }] }] },
      });
    }
    const told = await database.db.select().from(notifications).where(eq(notifications.userId, admin.id));
    expect(told.map(({ title }) => title)).toEqual(['Tutor Profile Submitted']);
  });

  test('a key that is absent keeps its value, also by PATCH', async () => {
    await save(await wholeProfile());
    const { body } = await save({ bio: 'Only this', unknown: { keys: 'are ignored' } }, 'PATCH');
    expect(body.tutor).toMatchObject({ bio: 'Only this', phone: '0712345678', gender: 'Female', subjects: [{ subject: { id: subject.id } }] });
    expect((await save({})).body.tutor).toMatchObject({ bio: 'Only this' });
    expect((await save('')).body.tutor).toMatchObject({ bio: 'Only this' });
  });

  test('what is empty or null is emptied', async () => {
    await save(await wholeProfile());
    const nothing = {
      phone: '',
      bio: null,
      socialMedia: null,
      teachingMediums: [],
      education: null,
      experience: [],
      subjects: [],
      availableLocations: '',
    };
    expect((await save(nothing)).body.tutor).toMatchObject({
      phone: '',
      bio: '',
      socialMedia: { instagram: '', youtube: '', facebook: '', linkedin: '' },
      teachingMediums: [],
      education: [],
      experience: [],
      subjects: [],
      availableLocations: '',
    });
  });

  test('subjects and topics are read in every form that clients send', async () => {
    const { body: first } = await save({ subjects: [entry()] });
    const [one, other] = topics;
    const forms = [
      { subject: subject.id, selectedTopics: topics.slice(0, 2) },
      { subject: { id: subject.id }, selectedTopics: [{ _id: one?.id }, { id: other?.id, name: 'any' }] },
      { subjectId: subject.id, selectedTopics: ['ALGEBRA', ' calculus '] },
      { subject: subject.id, selectedTopics: undefined, bestTopics: ['Algebra', other?.id] },
      { subject: subject.id, selectedTopics: [one?.id, 'Algebra', one, other?.id, 'Nothing like it', UNKNOWN_ID, 7, null, {}] },
    ];
    for (const form of forms) {
      const { status, body } = await save({ subjects: [{ ...entry(), subject: undefined, ...form }] });
      expect(status).toBe(200);
      expect(body.tutor.subjects).toEqual(first.tutor.subjects);
    }
    expect((await save({ subjects: [entry({ selectedTopics: 'Algebra' })] })).body.tutor.subjects[0]?.selectedTopics).toMatchObject([
      { name: 'Algebra' },
    ]);
  });

  test.each([
    [
      'modes by other names, the last of two counts',
      {
        teachingModes: [
          { type: 'online', rate: 5 },
          { type: 'ONLINE', rate: '1500' },
          { type: 'home_visit', enabled: 'true', rate: '2000.50' },
        ],
      },
    ],
    [
      'modes as clients of old name them',
      {
        teachingModes: [
          { type: 'online', rate: 1500 },
          { type: 'individual', enabled: true, rate: 2000.5 },
        ],
      },
    ],
    ['rates as they were once kept', { teachingModes: undefined, rates: { online: 1500, individual: '2000.50' } }],
  ])('%s', async (_, form) => {
    const { body } = await save({ subjects: [entry(form)] });
    expect(body.tutor.subjects[0]?.teachingModes).toEqual([
      { type: 'online', enabled: true, rate: 1500 },
      { type: 'home-visit', enabled: true, rate: 2000.5 },
    ]);
  });

  test('a mode without a rate is there, disabled; an old group mode is kept', async () => {
    const { body } = await save({ subjects: [entry({ teachingModes: undefined, rates: { online: null, group: 900 } })] });
    expect(body.tutor.subjects[0]?.teachingModes).toEqual([
      { type: 'online', enabled: false, rate: 0 },
      { type: 'home-visit', enabled: false, rate: 0 },
      { type: 'group', enabled: true, rate: 900 },
    ]);
    expect((await save({ subjects: [entry({ teachingModes: null, availability: null })] })).body.tutor.subjects[0]).toMatchObject({
      teachingModes: [{ enabled: false }, { enabled: false }],
      availability: [],
    });
  });

  test.each([
    [
      'keyed by day',
      {
        monday: [
          { start: '9:00', end: '10:00' },
          { start: '10:00', end: '23:59' },
        ],
        SUNDAY: [],
      },
    ],
    [
      'with a day twice',
      [
        { day: 'MONDAY', slots: [{ start: '10:00', end: '23:59' }] },
        { day: 'monday', slots: [{ start: '09:00', end: '10:00' }] },
      ],
    ],
  ])('a week %s', async (_, availability) => {
    const { body } = await save({ subjects: [entry({ availability })] });
    expect(body.tutor.subjects[0]?.availability).toEqual([
      {
        day: 'Monday',
        slots: [
          { start: '09:00', end: '10:00' },
          { start: '10:00', end: '23:59' },
        ],
      },
    ]);
  });

  test('documents by id, by address whatever its origin and signature, and bare; without the key they stay', async () => {
    const uploads = [await anUpload(database.db, tutor.user), await anUpload(database.db, tutor.user), await anUpload(database.db, tutor.user)];
    const [one, two, three] = uploads;
    const url = `http://vidya.test/files/${two?.path}?expires=1&signature=old`;
    const { status, body } = await save({ documents: [{ id: one?.id, url: 'ignored' }, { id: url, url }, `/files/${three?.path}`] });
    expect(status).toBe(200);
    expect(body.tutor.documents.map(({ id }) => id)).toEqual(uploads.map(({ id }) => id));
    const sentBack = body.tutor.documents.map(({ url }) => ({ url }));
    expect((await save({ documents: sentBack })).body.tutor.documents).toHaveLength(3);
    expect((await save({ bio: 'Same' })).body.tutor.documents).toHaveLength(3);
    expect((await save({ documents: [] })).body.tutor.documents).toEqual([]);
  });
});

describe('what cannot be saved', () => {
  const slots = (...of: [string, string][]) => ({ availability: sevenDays({ slots: of.map(([start, end]) => ({ start, end })) }) });
  const rated = (rate: unknown) => ({ teachingModes: [{ type: 'online', enabled: true, rate }] });
  const studied = (overrides: object) => ({ education: [{ degree: 'BSc', institution: 'University of Colombo', year: 2012, ...overrides }] });
  const worked = { title: 'Teacher', company: 'Royal College', duration: '2015 - 2020', description: 'Taught.' };

  test.each<[string, () => object, string]>([
    ['a phone of nine digits', () => ({ phone: '071234567' }), 'Phone number must be 10 digits'],
    ['a bio of 501 characters', () => ({ bio: 'b'.repeat(501) }), 'Bio cannot be longer than 500 characters'],
    ['a gender nobody has', () => ({ gender: 'male' }), 'Please select a valid gender'],
    ['no gender', () => ({ gender: null }), 'Please select a valid gender'],
    [
      'a social handle of 201 characters',
      () => ({ socialMedia: { youtube: 'y'.repeat(201) } }),
      'Social handle cannot be longer than 200 characters',
    ],
    ['an unknown language', () => ({ teachingMediums: ['english', 'klingon'] }), 'Please select valid teaching languages'],
    ['education without a degree', () => studied({ degree: ' ' }), 'Degree, institution and year are required'],
    ['education without a year', () => studied({ year: undefined }), 'Degree, institution and year are required'],
    ['education of 1899', () => studied({ year: 1899 }), 'Please enter a valid year'],
    ['education of next year', () => studied({ year: '2027' }), 'Please enter a valid year'],
    ['education of some year', () => studied({ year: 'twenty' }), 'Please enter a valid year'],
    ['21 entries of education', () => ({ education: Array(21).fill(studied({}).education[0]) }), 'Education cannot have more than 20 entries'],
    ['a degree of 151 characters', () => studied({ degree: 'd'.repeat(151) }), 'Degree cannot be longer than 150 characters'],
    ['experience without a company', () => ({ experience: [{ ...worked, company: '' }] }), 'All experience fields are required'],
    ['experience in a word', () => ({ experience: ['Teacher'] }), 'Invalid input'],
    ['locations of 101 characters', () => ({ availableLocations: 'l'.repeat(101) }), 'Locations cannot be longer than 100 characters'],
    ['an unknown subject', () => ({ subjects: [entry({ subject: UNKNOWN_ID })] }), 'Selected subject not found'],
    ['no subject', () => ({ subjects: [entry({ subject: undefined })] }), 'Selected subject not found'],
    ['a malformed subject', () => ({ subjects: [entry({ subject: 'x'.repeat(500) })] }), 'Selected subject not found'],
    ['a subject twice', () => ({ subjects: [entry(), entry({ subject: subject.id })] }), 'Subject already added'],
    ['subjects that are a text', () => ({ subjects: 'Mathematics' }), 'Invalid input'],
    ['a subject that is a text', () => ({ subjects: ['Mathematics'] }), 'Invalid input'],
    ['six topics', () => ({ subjects: [entry({ selectedTopics: topics })] }), 'You can select maximum 5 topics per subject'],
    [
      'four slots on a day',
      () => ({ subjects: [entry(slots(['08:00', '09:00'], ['09:00', '10:00'], ['10:00', '11:00'], ['11:00', '12:00']))] }),
      'Maximum 3 time slots allowed per day',
    ],
    ['a slot until 24:00', () => ({ subjects: [entry(slots(['22:00', '24:00']))] }), 'Please use HH:MM times'],
    [
      'a slot of numbers',
      () => ({ subjects: [entry({ availability: [{ day: 'Monday', slots: [{ start: 8, end: 9 }] }] })] }),
      'Please use HH:MM times',
    ],
    ['a slot that ends as it starts', () => ({ subjects: [entry(slots(['08:00', '8:00']))] }), 'Slot end must be later than its start'],
    [
      'slots that overlap',
      () => ({ subjects: [entry(slots(['08:00', '10:00'], ['09:59', '11:00']))] }),
      'Time slots on the same day must not overlap',
    ],
    ['a day no week has', () => ({ subjects: [entry({ availability: [{ day: 'Someday', slots: [] }] })] }), 'Invalid availability'],
    ['a week that is a text', () => ({ subjects: [entry({ availability: 'always' })] }), 'Invalid availability'],
    ['a rate below zero', () => ({ subjects: [entry(rated(-1))] }), 'Rate cannot be negative'],
    ['a rate of 100,001', () => ({ subjects: [entry(rated('100001'))] }), 'Rate cannot be more than Rs. 1,00,000'],
    ['a rate in letters', () => ({ subjects: [entry(rated('abc'))] }), 'Rate must be a number'],
    ['a rate that is a list', () => ({ subjects: [entry(rated([1500]))] }), 'Rate must be a number'],
    ['an unknown document', () => ({ documents: [{ id: UNKNOWN_ID, url: '' }] }), 'Invalid document ID'],
    ['a document elsewhere', () => ({ documents: ['https://elsewhere.test/cat.png'] }), 'Invalid document ID'],
    ['a document that is nothing', () => ({ documents: [{}] }), 'Invalid document ID'],
    ['six documents', () => ({ documents: [1, 2, 3, 4, 5, 6].map(String) }), 'You can only add 0 more image(s). Maximum 5 images allowed total.'],
  ])('%s is 400 with its sentence, and nothing is changed', async (_, sent, message) => {
    await save(await wholeProfile());
    const before = await stored();
    const { status, body } = await save({ ...(await wholeProfile({ bio: 'Something else' })), ...sent() });
    expect({ status, body }).toMatchObject({ status: 400, body: { success: false, message, code: expect.any(String) } });
    expect(await stored()).toEqual(before);
  });

  test("somebody else's document is an unknown one, and a photo is no document", async () => {
    const other = await aTutor(database.db);
    const theirs = await anUpload(database.db, other.user);
    const photo = await anUpload(database.db, tutor.user, 'photo');
    for (const document of [theirs.id, `/files/${theirs.path}`, { id: theirs.id, url: theirs.path }, photo.id, `/files/${photo.path}`]) {
      const { status, body } = await save({ documents: [document] });
      expect({ status, body }).toMatchObject({ status: 400, body: { message: 'Invalid document ID', code: 'upload.unknown' } });
    }
  });

  test.each(['{"bio":', '[{"bio":"x"}]', '"bio"', 'null'])('the body %s is none', async (body) => {
    expect(await save(body)).toMatchObject({ status: 400, body: { message: 'Invalid request body', code: 'request.body' } });
  });

  test('keys that would change what every object inherits do not', async () => {
    const inside =
      '{"__proto__":{"bio":"polluted"},"socialMedia":{"__proto__":{"youtube":"polluted"}},"constructor":{"prototype":{"bio":"polluted"}}}';
    expect((await save(inside)).body.tutor).toMatchObject({ bio: 'Teaches.', socialMedia: { youtube: '' } });
    const asDay = `{"subjects":[{"subject":"${subject.id}","availability":{"__proto__":[]}}]}`;
    expect(await save(asDay)).toMatchObject({ status: 400, body: { message: 'Invalid availability' } });
    const asMode = `{"subjects":[{"subject":"${subject.id}","teachingModes":[{"type":"__proto__","rate":1}]}]}`;
    expect(await save(asMode)).toMatchObject({ status: 400, body: { message: 'Invalid input' } });
    expect(Object.prototype).not.toHaveProperty('bio');
  });

  test('a character that no database holds is refused, a text about it is not', async () => {
    expect(await save('{"bio":"a\\u0000b"}')).toMatchObject({ status: 400, body: { message: 'Invalid input' } });
    expect((await save('{"bio":"a\\\\u0000b"}')).body.tutor).toMatchObject({ bio: 'a\\u0000b' });
  });
});
