import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import { createUnsubscribeUrl } from '#server/features/mail/preferences.queries.ts';
import type { MailKind } from '#shared/vocabulary/notifications.ts';
import { sentencesIn } from '#tests/e2e/support/catalogue.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, type User } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
function linkFor({ id }: { id: string }, kind: MailKind = 'reminders'): string {
  const { pathname, search } = new URL(createUnsubscribeUrl(contextAs(database, null), { user: id, kind }));
  return pathname + search;
}
const switchedOff = async (person: User) => (await callerAs(database, person).mail.preferences()).flatMap(({ kind, isOn }) => (isOn ? [] : [kind]));
const open = (path: string) => rest.get<string>(path);
const post = (path: string, body?: string) => rest.call<string>('POST', path, { body, headers: FORM });
const titleOf = (page: string) => /<h1>([^<]*)<\/h1>/.exec(page)?.[1];

describe('GET /unsubscribe', () => {
  // spec mail.37 | D Realtime and notifications | A signed link for each person and kind, for good and without login: GET shows a button and changes
  //   nothing, POST does it, again too | src/server/edge/unsubscribe.ts
  test('shows what would be switched off and changes nothing, as mail scanners open every link', async () => {
    const student = await aStudent(database.db);
    const { status, headers, body } = await open(linkFor(student));
    expect([status, titleOf(body)]).toEqual([200, 'Unsubscribe from session reminders?']);
    expect(body).toContain('Reminders a day and an hour before a confirmed session.');
    expect(body).toMatch(/<form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe<\/button><\/form>/);
    expect(body).not.toMatch(/<script|<img|<link/i);
    for (const secret of [student.name, student.email]) expect(body).not.toContain(secret);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=UTF-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    });
    await rest.call('HEAD', linkFor(student));
    expect(await switchedOff(student)).toEqual([]);
  });

  test('says when it is off already, and where to switch it on again', async () => {
    const tutor = (await aTutor(database.db)).user;
    await callerAs(database, tutor).mail.setPreference({ kind: 'reviews', isOn: false });
    const { status, body } = await open(linkFor(tutor, 'reviews'));
    expect([status, titleOf(body)]).toEqual([200, 'You are unsubscribed']);
    expect(body).toContain('You get no more mails about reviews from Vidya.');
    expect(body).toContain('href="/account#email-preferences"');
    expect(body).not.toContain('<form');
  });
});

// spec s15-rest-languages.6 | S15 3 | The page of an unsubscribe link is in the language of the browser | src/server/edge/unsubscribe.ts
test('is in Sinhala for a browser that prefers it', async () => {
  const [inSinhala, headers] = [sentencesIn('si'), { ...FORM, 'Accept-Language': 'si' }];
  const [mails, link] = [inSinhala('session reminders'), linkFor(await aStudent(database.db))];
  const { body: offer } = await rest.call<string>('GET', link, { headers });
  expect(titleOf(offer)).toBe(inSinhala('Unsubscribe from {0}?').replace('{0}', mails));
  expect(offer).toContain('<html lang="si">');
  expect(offer).toContain(inSinhala('Reminders a day and an hour before a confirmed session.'));
  const { body: done } = await rest.call<string>('POST', link, { headers });
  expect(titleOf(done)).toBe(inSinhala('You are unsubscribed'));
  expect(done).toContain(`<a href="/si/account#email-preferences">${inSinhala('Email preferences')}</a>`);
  expect((await open(link)).body).toContain('<html lang="en">');
});

// spec mail.37
describe('POST /unsubscribe', () => {
  test.each([
    ['the button of the page', 'List-Unsubscribe=One-Click'],
    ['a mail program (RFC 8058)', 'List-Unsubscribe=One-Click'],
    ['one that sends no body', undefined],
  ])('by %s switches the kind off without a session', async (_, body) => {
    const student = await aStudent(database.db);
    const { status, body: page } = await post(linkFor(student), body);
    expect([status, titleOf(page)]).toEqual([200, 'You are unsubscribed']);
    expect(await switchedOff(student)).toEqual(['reminders']);
    expect(titleOf((await post(linkFor(student), body)).body)).toBe('You are unsubscribed');
  });

  test('applies to the account of the link, not to the one signed in', async () => {
    const [student, other] = [await aStudent(database.db), await aStudent(database.db)];
    await rest.call('POST', linkFor(student), { as: await rest.tokenOf(other), headers: FORM });
    expect([await switchedOff(student), await switchedOff(other)]).toEqual([['reminders'], []]);
  });

  test('answers as usual for a deleted account', async () => {
    const student = await aStudent(database.db);
    await database.db.delete(users).where(eq(users.id, student.id));
    for (const { status, body } of [await open(linkFor(student)), await post(linkFor(student))])
      expect([status, titleOf(body)]).toEqual([200, 'You are unsubscribed']);
  });
});

describe('a forged link', () => {
  // spec mail.37
  test('answers 404, reveals nothing and does nothing', async () => {
    const [student, other] = [await aStudent(database.db), await aStudent(database.db)];
    const link = linkFor(student);
    const pages = new Set<string>();
    const invalid = [
      link.replace('kind=reminders', 'kind=bookings'),
      link.replace(student.id, other.id),
      link.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A')),
      link.replace(/signature=.*/, ''),
      link.replace('kind=reminders', 'kind=account'),
      link.replace(student.id, 'x'.repeat(5_000)),
      link.replace(student.id, '%00'),
      '/unsubscribe',
    ];
    for (const path of invalid) {
      for (const { status, body, headers } of [await open(path), await post(path, 'List-Unsubscribe=One-Click')]) {
        expect([status, headers.get('referrer-policy')], path).toEqual([404, 'no-referrer']);
        pages.add(body);
      }
    }
    expect([...pages].map(titleOf)).toEqual(['Not found']);
    expect([await switchedOff(student), await switchedOff(other)]).toEqual([[], []]);
  });

  test('supports no other method', async () => {
    const link = linkFor(await aStudent(database.db));
    for (const method of ['PUT', 'DELETE', 'PATCH']) expect((await rest.call(method, link)).status).toBe(404);
  });
});

test('a failure is shown as a page', async () => {
  const link = linkFor(await aStudent(database.db));
  await database.db.execute(sql`alter table mail_opt_outs rename to elsewhere`);
  try {
    const { status, body } = await post(link);
    expect([status, titleOf(body)]).toEqual([500, 'Something went wrong']);
    expect(body).toContain('Nothing was changed. Please try again in a moment.');
  } finally {
    await database.db.execute(sql`alter table elsewhere rename to mail_opt_outs`);
  }
  expect(rest.unexpected.splice(0)).toHaveLength(1);
});
