import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { useRest } from '#tests/rest/app.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, type Tutor, type User } from '#tests/support/factories.ts';

const database = useDatabase();
const rest = useRest(database);
/** Text that would run or be shown differently if it were not escaped. */
const TYPED = `<script>alert("1")</script><img src=x onerror='alert(2)'> & &lt;b&gt; {{7*7}} \${8*8} '; drop table users; -- ශ්‍රී 👩‍🏫`;
const CUT = 'Teaches 👩'.slice(0, -1);
const MENDED = 'Teaches \uFFFD';

let tutor: Tutor;
let student: User;
beforeAll(async () => {
  tutor = await aTutor(database.db, { user: { profileImage: '/files/photos/me.png' } });
  student = await aStudent(database.db);
});
const own = () => callerAs(database, tutor.user);

const textsOf = (text: string) => ({
  bio: text,
  availableLocations: text.slice(0, 100),
  socialMedia: { instagram: text.slice(0, 50), youtube: text.slice(0, 50), facebook: text.slice(0, 50), linkedin: text.slice(0, 50) },
  education: [{ degree: text.slice(0, 50), institution: text.slice(0, 50), year: 2012 }],
  experience: [{ title: text.slice(0, 50), company: text.slice(0, 50), duration: text.slice(0, 50), description: text }],
});

// spec profile.30 | S3 | What is typed is kept and shown as text, script too; half of a character reads as a replacement |
//   src/shared/contracts/common.ts
describe('what was typed as a text stays the text that was typed', () => {
  test('in every text of a profile, for the owner and for others, in the app and over REST', async () => {
    const typed = textsOf(TYPED);
    expect((await own().tutors.saveProfile(typed)).tutor).toMatchObject(typed);
    expect(await own().tutors.own()).toMatchObject(typed);
    expect(await callerAs(database, null).tutors.byId({ id: tutor.id })).toMatchObject(typed);
    expect((await rest.get(`/api/tutors/${tutor.id}`)).body).toMatchObject(typed);
    expect((await rest.get('/api/tutors/profile', await rest.tokenOf(tutor.user))).body).toMatchObject(typed);
    const [stored] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, tutor.id));
    expect(stored).toMatchObject({ bio: typed.bio, availableLocations: typed.availableLocations, socialMedia: typed.socialMedia });
  });

  test('in what REST saves of a profile', async () => {
    const typed = textsOf(`REST ${TYPED}`);
    const saved = await rest.call('PUT', '/api/tutors/profile', { as: await rest.tokenOf(tutor.user), body: typed });
    expect(saved.status).toBe(200);
    expect(await own().tutors.own()).toMatchObject(typed);
  });

  test('in the note of days off', async () => {
    const note = TYPED.slice(0, 200);
    expect(await own().daysOff.add({ fromDate: '2026-03-11', toDate: '2026-03-11', note })).toMatchObject({ note });
    expect(await own().daysOff.own()).toMatchObject([{ note }]);
  });

  test('in the reason of a cancellation, for both parties, in the app and over REST', async () => {
    const booking = await aBooking(database.db, { tutor, student, status: 'confirmed' });
    expect(await own().bookings.setStatus({ id: booking.id, status: 'cancelled', reason: TYPED })).toMatchObject({ cancellationReason: TYPED });
    const [stored] = await database.db.select().from(bookings).where(eq(bookings.id, booking.id));
    expect(stored?.cancellationReason).toBe(TYPED);
    expect(await callerAs(database, student).bookings.byId({ id: booking.id })).toMatchObject({ cancellationReason: TYPED });
    const { body } = await rest.get('/api/students/bookings', await rest.tokenOf(student));
    expect(JSON.stringify(body)).toContain(JSON.stringify(TYPED).slice(1, -1));
  });
});

// spec profile.30
describe('half of a character reads as a replacement', () => {
  test('in every text of a profile', async () => {
    const mended = textsOf(MENDED);
    expect((await own().tutors.saveProfile(textsOf(CUT))).tutor).toMatchObject(mended);
    const saved = await rest.call('PUT', '/api/tutors/profile', { as: await rest.tokenOf(tutor.user), body: textsOf(CUT) });
    expect(saved.status).toBe(200);
    expect(await own().tutors.own()).toMatchObject(mended);
  });

  test('among the topics of a subject it names none', async () => {
    const { selectedTopics } = await own().tutors.updateSubject({ subjectId: tutor.subjectId, selectedTopics: [CUT] });
    expect(selectedTopics).toEqual([]);
  });

  test('in the note of days off and in the reason of a cancellation', async () => {
    expect(await own().daysOff.add({ fromDate: '2026-03-12', toDate: '2026-03-12', note: CUT })).toMatchObject({ note: MENDED });
    const { id } = await aBooking(database.db, { tutor, student, status: 'confirmed' });
    expect(await own().bookings.setStatus({ id, status: 'cancelled', reason: CUT })).toMatchObject({ cancellationReason: MENDED });
  });

  test('in the reason of a rejection', async () => {
    const rejected = await aTutor(database.db);
    await callerAs(database, await anAdmin(database.db)).verification.reject({ id: rejected.id, reason: CUT });
    expect(await callerAs(database, rejected.user).tutors.own()).toMatchObject({ verificationStatus: 'rejected', rejectionReason: MENDED });
  });
});
