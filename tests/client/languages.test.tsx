import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LanguageOffer } from '#client/app/language-offer.tsx';
import { cataloguesFor, i18nOfPage, loadMessages, makeI18n, setI18nOfPage } from '#client/lib/i18n.ts';
import { chosenLanguage, mayReadOthers, rememberLanguage } from '#client/lib/language-choice.ts';
import { makeClient } from '#client/lib/rpc/client.ts';
import { makeHttpLink } from '#client/lib/rpc/http-link.ts';
import { formatRange } from '#shared/domain/zone.ts';
import { ERRORS } from '#shared/errors.ts';
import { sentencesIn } from '#tests/e2e/support/catalogue.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { aNotificationView, notificationServer } from '#tests/support/notifications.ts';
import { render, STUDENT, signIn } from '#tests/support/render.tsx';
import { aBookingDetails } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const english = i18nOfPage();
afterEach(() => setI18nOfPage(english));

const offer = () => screen.queryByRole('complementary');
const speaks = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

describe('the offer of another language', () => {
  // spec s15-choice.4 | S15 2 | Whoever has not chosen a language is offered that of the browser, quietly and on the same address; nobody is
  //   sent elsewhere | src/client/app/language-offer.tsx
  test('is in the language of the browser, and leads to this page in it', async () => {
    speaks('si-LK', 'en');
    const { user } = await render(<LanguageOffer locale="en" viewer={null} />, { path: '/here' });
    expect(offer()).toHaveProperty('lang', 'si');
    const link = within(screen.getByRole('complementary', { name: 'භාෂාව' })).getByRole('link', { name: 'සිංහලෙන් කියවන්න' });
    expect(link.getAttribute('href')).toMatch(/^\/si(\/|$)/);
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    expect(chosenLanguage()).toBe('si');
  });

  test('is not made again once it was closed', async () => {
    speaks('ta');
    const { user } = await render(<LanguageOffer locale="en" viewer={null} />);
    await user.click(screen.getByRole('button', { name: 'மூடு' }));
    expect(offer()).toBeNull();
    expect(chosenLanguage()).toBe('en');
  });

  // spec s15-choice.5 | S15 2 | What was chosen in the browser comes before the language of the account, and this before that of the browser |
  //   src/client/app/language-offer.tsx
  test.each([
    { page: 'en', chosen: 'en', ofAccount: 'si', browser: 'ta', offered: null },
    { page: 'en', chosen: null, ofAccount: 'si', browser: 'ta', offered: 'si' },
    { page: 'si', chosen: null, ofAccount: null, browser: 'en-GB', offered: 'en' },
    { page: 'si', chosen: null, ofAccount: null, browser: 'de', offered: null },
    { page: 'ta', chosen: 'si', ofAccount: 'ta', browser: 'ta', offered: 'si' },
  ] as const)('on a page in $page, chosen $chosen, account $ofAccount, browser $browser: $offered', async (one) => {
    speaks(one.browser);
    if (one.chosen) rememberLanguage(one.chosen);
    const api = fakeApi({ 'auth.setLocale': () => ({ message: 'Your details were saved successfully' }) });
    await render(<LanguageOffer locale={one.page} viewer={{ id: 'somebody', locale: one.ofAccount }} />, { api });
    expect(offer()?.lang ?? null).toBe(one.offered);
  });

  test('costs a reader of English whose browser is in English no code', () => {
    speaks('en-GB', 'en');
    expect([mayReadOthers('en', null), mayReadOthers('en', 'en')]).toEqual([false, false]);
    expect([mayReadOthers('en', 'si'), mayReadOthers('si', 'en')]).toEqual([true, true]);
    rememberLanguage('ta');
    expect(mayReadOthers('en', null)).toBe(true);
  });
});

// spec s15-choice.6 | S15 2 | A language that was chosen in the browser becomes that of the account, whose mails are then in it |
//   src/client/app/language-offer.tsx
test('what was chosen in the browser is stored on the account, once', async () => {
  const api = fakeApi({ 'auth.setLocale': () => ({ message: 'Your details were saved successfully' }) });
  signIn(STUDENT);
  rememberLanguage('si');
  await render(<LanguageOffer locale="si" viewer={{ id: STUDENT.id, locale: null }} />, { api });
  await waitFor(() => expect(api.inputsOf('auth.setLocale')).toEqual([{ locale: 'si' }]));
  await render(<LanguageOffer locale="si" viewer={{ id: STUDENT.id, locale: 'si' }} />, { api });
  await render(<LanguageOffer locale="ta" viewer={{ id: STUDENT.id, locale: null }} />, { api });
  expect(api.inputsOf('auth.setLocale')).toHaveLength(1);
});

describe('a notification', () => {
  const params = { bookingId: 'b-1', subject: 'Physics (A/L)', role: 'student' };

  // spec s15-notifications.1 | S15 3 | A notification is shown in the language of its reader, from what it is about; what an admin wrote stays |
  //   src/client/features/notifications/copy-in-language.ts, src/shared/domain/notification-copy.ts
  test('is in the language of the page, and one that an admin wrote is as it was written', async () => {
    const rows = [
      aNotificationView(1, {
        kind: 'booking.confirmed',
        params,
        title: 'Booking Confirmed',
        message: 'Your booking for Physics (A/L) has been confirmed.',
      }),
      aNotificationView(2, { kind: 'custom', title: 'New Message', message: 'We are closed on Monday.' }),
    ];
    const sinhala = sentencesIn('si');
    await visit('/si/notifications', STUDENT, notificationServer(rows).answers);
    await screen.findByText(sinhala('Your booking for {0} has been confirmed.').replace('{0}', sinhala('Physics (A/L)')));
    expect(screen.getByText(sinhala('Booking Confirmed'))).toBeDefined();
    expect(screen.getByText('We are closed on Monday.')).toBeDefined();
    expect(screen.getByText('New Message')).toBeDefined();
  });
});

describe('the page of a booking that was cancelled', () => {
  const REASON = 'No response from tutor';
  const open = (cancelledBy: 'system' | 'tutor') =>
    visit('/ta/bookings/booking-1', STUDENT, {
      'bookings.byId': () => aBookingDetails({ status: 'cancelled', cancellationReason: REASON, cancelledBy }),
    });

  // spec s15-mails.8
  test('has the reason of the system in the language of the page', async () => {
    await open('system');
    await screen.findByText(sentencesIn('ta')(REASON));
    expect(screen.queryByText(REASON)).toBeNull();
  });

  // spec s15-mails.8
  test('has the reason of a person as it was written', async () => {
    await open('tutor');
    await screen.findByText(REASON);
  });
});

describe('the sentences of a page', () => {
  // spec s15-catalogues.4 | S15 1 | A page loads its own sentences besides those of all pages, and an English page none | src/client/lib/i18n.ts
  test('come with its routes', async () => {
    const i18n = makeI18n('ta');
    await loadMessages({ i18n }, ...cataloguesFor([{ staticData: {} }]));
    const ofAll = Object.keys(i18n.messages).length;
    await loadMessages({ i18n }, ...cataloguesFor([{ staticData: {} }, { staticData: { catalogues: ['signed-in', 'tutor'] } }]));
    expect(Object.keys(i18n.messages).length).toBeGreaterThan(ofAll + 500);
    expect(loadMessages({ i18n: makeI18n('en') }, 'tutor')).toBeUndefined();
  });

  // spec s15-catalogues.8 | S15 3 | Those of refusals come with what may be refused, and where a visitor reads, once something was |
  //   src/client/lib/rpc/http-link.ts
  test.each([
    { call: 'a visitor who is answered', token: null, status: 200, isLoaded: false },
    { call: 'a visitor who is refused', token: null, status: 404, isLoaded: true },
    { call: 'a visitor of whose calls one is refused', token: null, status: 207, isLoaded: true },
    { call: 'somebody who is signed in', token: 'mine', status: 200, isLoaded: true },
    { call: 'a change', token: null, status: 200, isLoaded: true, isChange: true },
  ])('of refusals, after $call: $isLoaded', async ({ token, status, isLoaded, isChange }) => {
    const i18n = makeI18n('si');
    setI18nOfPage(i18n);
    const body = [{ result: { data: { message: 'Done' } } }];
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(body), { status }));
    const client = makeClient(makeHttpLink({ session: { token: () => token }, loadLive: () => new Promise(() => {}) }));
    await (isChange ? client.auth.logout.mutate() : client.auth.me.query()).catch(() => null);
    fetched.mockRestore();
    expect(Object.hasOwn(i18n.messages, ERRORS['booking.not_found'].message)).toBe(isLoaded);
  });

  test('of refusals come with the login page that shows one without a call', async () => {
    const failed = 'Login failed. Please try again.';
    await visit(`/si/login?error=${encodeURIComponent(failed)}`, null);
    expect(await screen.findByText(sentencesIn('si')(failed))).toBeDefined();
  });

  test('come with the dates of the language', async () => {
    const i18n = makeI18n('si');
    await loadMessages({ i18n }, 'public');
    const [start, end] = [new Date('2026-11-30T10:30:00Z'), new Date('2026-11-30T11:30:00Z')];
    expect(formatRange(start, end, 'Asia/Colombo', i18n.locale)).toBe('සඳුදා, 2026 නොවැ. 30, ප.ව. 4:00 – ප.ව. 5:00');
  });
});
