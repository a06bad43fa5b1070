import { DEMO_EMAILS } from '#seed/logins.ts';
import { users } from '#db/schema/people.ts';
import { eq } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { aBlog, aBooking, aReview, aThread, HOUR, type User } from '#tests/support/factories.ts';
import { expect, test as base, type World } from '#tests/e2e/support/world.ts';
import { Explorer, type Findings, noFindings, say } from './explorer.ts';
import { knownTexts } from './known.ts';

/** Reports what was found when a test is over. */
const test = base.extend<{ findings: Findings }>({
  findings: async ({ world }, use) => {
    const findings = noFindings();
    await use(findings);
    const isKnown = await knownTexts(world.connection.db);
    const plain = [...findings.texts].filter(([text]) => !isKnown(text)).map(([text, where]) => `in English: ${text}   at ${where}`);
    const overflow = [...findings.overflow].map(([what, where]) => `${what}   at ${where}`);
    const found = [...plain, ...overflow];
    process.stdout.write(found.map((line) => `${line}\n`).join(''));
    expect(found).toEqual([]);
  },
});

const at = (hours: number) => new Date(Date.now() + hours * HOUR);
const demo = async ({ connection: { db } }: World, email: string): Promise<User> => only(await db.select().from(users).where(eq(users.email, email)));

test('all that visitors see is translated, and fits', async ({ world, findings }) => {
  const tutor = await world.aTutor({ headline: 'Physics with experiments', introductionVideo: 'dQw4w9WgXcQ' });
  const { db } = world.connection;
  await aReview(db, { booking: await aBooking(db, { tutor, status: 'completed', startTime: at(-50) }), reply: 'Thank you.', repliedAt: at(-1) });
  const blog = await aBlog(db, { tutorId: tutor.id });
  const newcomer = await world.aStudent({ role: null });
  const explorer = new Explorer(await world.browserOf(null), findings);
  for (const path of [
    '/',
    '/tutors?category=all',
    '/tutors?category=all&q=nobody-is-called-so',
    `/tutors/${tutor.id}`,
    ...['subjects', 'education', 'experience', 'reviews'].map((tab) => `/tutors/${tutor.id}?tab=${tab}`),
    '/tutors/nobody',
    '/blogs',
    `/blogs/${blog.id}`,
    '/blogs/nothing',
    '/login',
    '/login?error=Login%20failed.%20Please%20try%20again.',
    '/register',
    `/register?isGoogleAuth=true&token=${await world.tokenOf(newcomer)}&email=a%40example.com&name=Nethmi`,
    '/forgot-password',
    '/reset-password?email=a%40example.com',
    '/verify-email?token=nothing',
    '/privacy',
    '/terms',
    '/nowhere',
  ])
    await explorer.explore(path);
});
