import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aTutor } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { UNKNOWN_ID, useRest } from './app.ts';
import { educationEntry, type ProfileEditor, useProfileEditor, weekOf } from './profile-editor.ts';

const database = useDatabase();
const editor = useProfileEditor(database, useRest(database));

// spec errors.57 | C §8 Profile and uploads | 'You can select maximum 5 topics per subject', 'Maximum 3 time slots allowed per day', 'Invalid
//   document ID', the sentence on six images | src/shared/errors.ts
// spec constants.10 | C §9 | Bio 500, locations 100, topics 5, slots 3 | src/shared/vocabulary/limits.ts
describe('an invalid profile', () => {
  const slots = (...of: [string, string][]) => ({ availability: weekOf({ slots: of.map(([start, end]) => ({ start, end })) }) });
  const rated = (rate: unknown) => ({ teachingModes: [{ type: 'online', enabled: true, rate }] });
  const withEducation = (overrides: object) => ({ education: [educationEntry(overrides)] });
  const experience = { title: 'Teacher', company: 'Royal College', duration: '2015 - 2020', description: 'Taught.' };

  test.each<[string, (editor: ProfileEditor) => object, string]>([
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
    ['education without a degree', () => withEducation({ degree: ' ' }), 'Degree, institution and year are required'],
    ['education without a year', () => withEducation({ year: undefined }), 'Degree, institution and year are required'],
    ['education of 1899', () => withEducation({ year: 1899 }), 'Please enter a valid year'],
    ['education of next year', () => withEducation({ year: '2027' }), 'Please enter a valid year'],
    ['education of some year', () => withEducation({ year: 'twenty' }), 'Please enter a valid year'],
    ['21 entries of education', () => ({ education: Array(21).fill(educationEntry()) }), 'Education cannot have more than 20 entries'],
    ['a degree of 151 characters', () => withEducation({ degree: 'd'.repeat(151) }), 'Degree cannot be longer than 150 characters'],
    ['experience without a company', () => ({ experience: [{ ...experience, company: '' }] }), 'All experience fields are required'],
    ['experience in a word', () => ({ experience: ['Teacher'] }), 'Invalid input'],
    ['locations of 101 characters', () => ({ availableLocations: 'l'.repeat(101) }), 'Locations cannot be longer than 100 characters'],
    ['an unknown subject', ({ entry }) => ({ subjects: [entry({ subject: UNKNOWN_ID })] }), 'Selected subject not found'],
    ['no subject', ({ entry }) => ({ subjects: [entry({ subject: undefined })] }), 'Selected subject not found'],
    ['a malformed subject', ({ entry }) => ({ subjects: [entry({ subject: 'x'.repeat(500) })] }), 'Selected subject not found'],
    ['a subject twice', ({ subject, entry }) => ({ subjects: [entry(), entry({ subject: subject.id })] }), 'Subject already added'],
    ['subjects that are a text', () => ({ subjects: 'Mathematics' }), 'Invalid input'],
    ['a subject that is a text', () => ({ subjects: ['Mathematics'] }), 'Invalid input'],
    ['six topics', ({ topics, entry }) => ({ subjects: [entry({ selectedTopics: topics })] }), 'You can select maximum 5 topics per subject'],
    [
      'four slots on a day',
      ({ entry }) => ({ subjects: [entry(slots(['08:00', '09:00'], ['09:00', '10:00'], ['10:00', '11:00'], ['11:00', '12:00']))] }),
      'Maximum 3 time slots allowed per day',
    ],
    ['a slot until 24:00', ({ entry }) => ({ subjects: [entry(slots(['22:00', '24:00']))] }), 'Please use HH:MM times'],
    [
      'a slot of numbers',
      ({ entry }) => ({ subjects: [entry({ availability: [{ day: 'Monday', slots: [{ start: 8, end: 9 }] }] })] }),
      'Please use HH:MM times',
    ],
    ['a slot that ends as it starts', ({ entry }) => ({ subjects: [entry(slots(['08:00', '8:00']))] }), 'Slot end must be later than its start'],
    [
      'slots that overlap',
      ({ entry }) => ({ subjects: [entry(slots(['08:00', '10:00'], ['09:59', '11:00']))] }),
      'Time slots on the same day must not overlap',
    ],
    ['a day no week has', ({ entry }) => ({ subjects: [entry({ availability: [{ day: 'Someday', slots: [] }] })] }), 'Invalid availability'],
    ['a week that is a text', ({ entry }) => ({ subjects: [entry({ availability: 'always' })] }), 'Invalid availability'],
    ['a rate below zero', ({ entry }) => ({ subjects: [entry(rated(-1))] }), 'Rate cannot be negative'],
    ['a rate of 100,001', ({ entry }) => ({ subjects: [entry(rated('100001'))] }), 'Rate cannot be more than Rs. 1,00,000'],
    ['a rate in letters', ({ entry }) => ({ subjects: [entry(rated('abc'))] }), 'Rate must be a number'],
    ['a rate that is a list', ({ entry }) => ({ subjects: [entry(rated([1500]))] }), 'Rate must be a number'],
    ['an unknown document', () => ({ documents: [{ id: UNKNOWN_ID, url: '' }] }), 'Invalid document ID'],
    ['a document elsewhere', () => ({ documents: ['https://elsewhere.test/cat.png'] }), 'Invalid document ID'],
    ['a document that is nothing', () => ({ documents: [{}] }), 'Invalid document ID'],
    ['six documents', () => ({ documents: [1, 2, 3, 4, 5, 6].map(String) }), 'You can only add 0 more image(s). Maximum 5 images allowed total.'],
  ])('answers 400 with a message for %s and changes nothing', async (_, input, message) => {
    const { wholeProfile: completeProfile, save, stored } = editor();
    await save(completeProfile());
    const before = await stored();
    const { status, body } = await save({ ...completeProfile({ bio: 'Something else' }), ...input(editor()) });
    expect({ status, body }).toMatchObject({ status: 400, body: { success: false, message, code: expect.any(String) } });
    expect(await stored()).toEqual(before);
  });

  test("cannot have another tutor's document or a photo as a document", async () => {
    const { tutor, save } = editor();
    const other = await aTutor(database.db);
    const foreign = await anUpload(database.db, other.user);
    const photo = await anUpload(database.db, tutor.user, 'photo');
    for (const document of [foreign.id, `/files/${foreign.path}`, { id: foreign.id, url: foreign.path }, photo.id, `/files/${photo.path}`]) {
      const { status, body } = await save({ documents: [document] });
      expect({ status, body }).toMatchObject({ status: 400, body: { message: 'Invalid document ID', code: 'upload.unknown' } });
    }
  });

  test.each(['{"bio":', '[{"bio":"x"}]', '"bio"', 'null'])('is rejected with the body %s', async (body) => {
    const { save } = editor();
    expect(await save(body)).toMatchObject({ status: 400, body: { message: 'Invalid request body', code: 'request.body' } });
  });

  test('does not pollute prototypes', async () => {
    const { subject, save } = editor();
    const inside =
      '{"__proto__":{"bio":"polluted"},"socialMedia":{"__proto__":{"youtube":"polluted"}},"constructor":{"prototype":{"bio":"polluted"}}}';
    expect((await save(inside)).body.tutor).toMatchObject({ bio: 'Teaches.', socialMedia: { youtube: '' } });
    const asDay = `{"subjects":[{"subject":"${subject.id}","availability":{"__proto__":[]}}]}`;
    expect(await save(asDay)).toMatchObject({ status: 400, body: { message: 'Invalid availability' } });
    const asMode = `{"subjects":[{"subject":"${subject.id}","teachingModes":[{"type":"__proto__","rate":1}]}]}`;
    expect(await save(asMode)).toMatchObject({ status: 400, body: { message: 'Invalid input' } });
    expect(Object.prototype).not.toHaveProperty('bio');
  });

  test('is rejected with a character that PostgreSQL cannot store, but not with its escape', async () => {
    const { save } = editor();
    expect(await save('{"bio":"a\\u0000b"}')).toMatchObject({ status: 400, body: { message: 'Invalid input' } });
    expect((await save('{"bio":"a\\\\u0000b"}')).body.tutor).toMatchObject({ bio: 'a\\u0000b' });
  });
});
