import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '#client/lib/session/session.ts';
import type { AvailabilityView, TutorProfileView } from '#shared/contracts/tutors.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { ADMIN, button, press, STUDENT, shown, TUTOR, texts, tick, until } from '#tests/support/render.tsx';
import { aBookingView, aCalendarView, aProfileView, aSubjectView, MATHS, MONDAY_TEN, PHYSICS, TUESDAY_FOUR } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const PATH = '/tutors/tutor-profile-1';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Options = { tutor?: TutorProfileView; calendar?: Partial<AvailabilityView>; path?: string; me?: Account | null; answers?: Answers };

async function open({ tutor = aProfileView(), calendar = {}, path = PATH, me = null, answers = {} }: Options = {}) {
  return visit(path, me, {
    'tutors.byId': () => tutor,
    'tutors.availability': () => aCalendarView(tutor, calendar),
    'messages.hasWithTutor': () => false,
    'moderation.reportedAmong': () => [],
    'bookings.request': () => aBookingView(),
    ...answers,
  });
}

const box = () => [...document.querySelectorAll('aside section')].find((one) => one.querySelector('h2')?.textContent === 'Availability');
const inBox = (selector: string) => [...(box()?.querySelectorAll(selector) ?? [])];
const days = () =>
  until(() => {
    const found = inBox('input[type=radio]').filter((one) => one instanceof HTMLInputElement);
    expect(found).toHaveLength(28);
    return found;
  });
const free = async () => (await days()).filter(({ disabled }) => !disabled).map((one) => one.getAttribute('aria-label'));
const hours = () => inBox('ul li').map(({ textContent }) => textContent);
const chooseSubject = (id: string) =>
  act(async () => {
    const [select] = inBox('select');
    if (!(select instanceof HTMLSelectElement)) throw new Error('there is no list of subjects');
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, id);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
const later = (hoursOn: number, length = 1) => ({
  start: new Date(TUESDAY_FOUR.start.getTime() + hoursOn * HOUR),
  end: new Date(TUESDAY_FOUR.start.getTime() + (hoursOn + length) * HOUR),
});

describe('the availability on a profile', () => {
  // spec tutor.21 | D Booking | Availability: the next 28 days, and the free hours of the chosen one, of the chosen subject, with both clocks where
  //   they differ | src/client/features/tutor-detail/availability.tsx
  it('shows which of the next 28 days have free hours, and the hours of the first of them', async () => {
    await open();
    expect((await days()).map((one) => one.getAttribute('aria-label')?.slice(0, 16)).filter((_, index) => index % 27 === 0)).toEqual([
      'Tue, 24 Nov 2026',
      'Mon, 21 Dec 2026',
    ]);
    expect(await free()).toEqual(['24 Nov', '1 Dec', '8 Dec', '15 Dec'].map((date) => `Tue, ${date} 2026: 3 times free`));
    expect(inBox('h3').map(({ textContent }) => textContent)).toEqual(['Free on Tue, 24 Nov 2026']);
    expect(hours()).toEqual(['Book 4:00 PM', 'Book 5:00 PM', 'Book 6:00 PM']);
    expect(box()?.textContent).toContain('Times are in Colombo time.');
  });

  it('begins the first week under its weekday', async () => {
    await open();
    const [first, second] = await days();
    expect(first?.closest('label')?.style.gridColumnStart).toBe('2');
    expect(second?.closest('label')?.style.gridColumnStart).toBe('');
  });

  // spec tutor.21
  it('leaves out what is booked or blocked, and greys a day that is full', async () => {
    const nextTuesday = { start: new Date(TUESDAY_FOUR.start.getTime() + 7 * DAY), end: new Date(TUESDAY_FOUR.end.getTime() + 7 * DAY) };
    await open({
      calendar: {
        booked: [later(0, 3), nextTuesday],
        blocked: [{ start: new Date(nextTuesday.end), end: new Date(nextTuesday.end.getTime() + HOUR) }],
      },
    });
    expect(await free()).toEqual(['Tue, 1 Dec 2026: 1 time free', 'Tue, 8 Dec 2026: 3 times free', 'Tue, 15 Dec 2026: 3 times free']);
    expect((await days())[0]?.getAttribute('aria-label')).toBe('Tue, 24 Nov 2026: fully booked');
    expect((await days())[1]?.getAttribute('aria-label')).toBe('Wed, 25 Nov 2026: no times');
    expect(hours()).toEqual(['Book 6:00 PM']);
  });

  // spec tutor.21
  it('shows the hours of the day that is chosen', async () => {
    await open({
      calendar: { booked: [{ start: new Date(TUESDAY_FOUR.start.getTime() + 7 * DAY), end: new Date(TUESDAY_FOUR.end.getTime() + 7 * DAY) }] },
    });
    const second = (await days()).find((one) => one.getAttribute('aria-label')?.startsWith('Tue, 1 Dec'));
    await act(async () => second?.click());
    expect(inBox('h3').map(({ textContent }) => textContent)).toEqual(['Free on Tue, 1 Dec 2026']);
    expect(hours()).toEqual(['Book 5:00 PM', 'Book 6:00 PM']);
  });

  const physics = aSubjectView({ id: PHYSICS, name: 'Physics', availability: [{ day: 'Friday', slots: [{ start: '09:00', end: '10:00' }] }] });
  const both = aProfileView({ subjects: [aSubjectView(), physics] });

  it.each([
    ['the first subject', '', MATHS, 'Free on Tue, 24 Nov 2026'],
    ['the subject of the address', '?subject=physics', PHYSICS, 'Free on Fri, 27 Nov 2026'],
    ['the first where the address names none of them', '?subject=Alchemy', MATHS, 'Free on Tue, 24 Nov 2026'],
  ])('is of %s', async (_, query, subject, title) => {
    await open({ tutor: both, path: `${PATH}${query}` });
    await days();
    expect(inBox('select').map((one) => one instanceof HTMLSelectElement && one.value)).toEqual([subject]);
    expect(inBox('h3').map(({ textContent }) => textContent)).toEqual([title]);
  });

  it('begins with a subject that can be booked, and books none that cannot', async () => {
    const talk = aSubjectView({ id: 'subject-talk', name: 'Talk', teachingModes: [{ type: 'online', enabled: true, rate: 0 }] });
    const tutor = aProfileView({ subjects: [talk, aSubjectView()] });
    await open({ tutor });
    await days();
    expect(inBox('select').map((one) => one instanceof HTMLSelectElement && one.value)).toEqual([MATHS]);
    expect(hours()[0]).toBe('Book 4:00 PM');
    await chooseSubject('subject-talk');
    expect(hours()[0]).toBe('4:00 PM');
    expect(inBox('ul button')).toEqual([]);
  });

  // spec tutor.21
  it('is of the subject that is chosen', async () => {
    await open({ tutor: both });
    await days();
    await chooseSubject(PHYSICS);
    expect(inBox('h3').map(({ textContent }) => textContent)).toEqual(['Free on Fri, 27 Nov 2026']);
  });

  // spec tutor.21
  it('shows both clocks where they differ', async () => {
    vi.stubEnv('TZ', 'Pacific/Kiritimati');
    await open();
    await days();
    expect(hours()[0]).toBe('Book 4:00 PM Wed 12:30 AM in Kiritimati');
    expect(box()?.textContent).toContain('Times are in Colombo time. Your device is set to Kiritimati time, so both are shown.');
    await shown('Next freeTue, 24 Nov, 4:00 PM Wed, 25 Nov, 12:30 AM in Kiritimati');
  });

  // spec tutor.21
  it('says that nothing is free', async () => {
    await open({ tutor: aProfileView({ subjects: [aSubjectView({ availability: [] })] }) });
    await shown('No free times in the next 28 days');
  });

  // spec tutor.22 | D Booking | On vacation it says so, and keeps the hours of every week | src/client/features/tutor-detail/availability.tsx
  it('says that the tutor is on vacation, and keeps the hours of every week', async () => {
    await open({ tutor: aProfileView({ vacationMode: true }) });
    await shown('On vacation: nothing can be booked at present.');
    expect(hours()).toEqual([]);
    expect(inBox('details').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('4:00 PM – 7:00 PM')]);
  });

  // spec tutor.21
  it('says that it could not be read, and tries again', async () => {
    let isAway = true;
    const answer = () => {
      if (isAway) throw apiError('request.invalid');
      return aCalendarView(aProfileView());
    };
    await open({ answers: { 'tutors.availability': answer } });
    await shown('Error Loading Times');
    isAway = false;
    await press('Try Again');
    expect(await free()).toHaveLength(4);
  });
});

// spec tutor.24 | S4 | It is live for whoever is signed in, and asked for every minute by a visitor |
//   src/client/features/tutor-detail/availability.tsx
describe('the availability while it is looked at', () => {
  it('follows the tutor for whoever is signed in', async () => {
    let booked: AvailabilityView['booked'] = [];
    const { api } = await open({ me: STUDENT, answers: { 'tutors.availability': () => aCalendarView(aProfileView(), { booked }) } });
    await days();
    await until(() => expect(api.subscriptions('inbox.watchTutor')).toEqual([{ tutorId: 'tutor-profile-1' }]));
    booked = [later(0)];
    await act(async () => api.emit('inbox.watchTutor', { id: '1', data: { tutorId: 'tutor-profile-1' } }));
    await until(() => expect(hours()).toEqual(['Book 5:00 PM', 'Book 6:00 PM']));
  });

  it('is asked for every minute by a visitor, who has no connection', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: MONDAY_TEN });
    let booked: AvailabilityView['booked'] = [];
    const { api } = await open({ answers: { 'tutors.availability': () => aCalendarView(aProfileView(), { booked }) } });
    await days();
    expect(api.subscriptions('inbox.watchTutor')).toEqual([]);
    booked = [later(1)];
    await act(async () => void (await vi.advanceTimersByTimeAsync(60_000)));
    await until(() => expect(hours()).toEqual(['Book 4:00 PM', 'Book 6:00 PM']));
  });
});

describe('an hour on a profile', () => {
  const choose = async (hour: string) => {
    await days();
    const found = inBox('ul button').find(({ textContent }) => textContent === `Book ${hour}`);
    if (!(found instanceof HTMLElement)) throw new Error(`there is no hour ${hour}`);
    await act(async () => found.click());
  };
  const toTimes = async () => {
    await shown('Step 1 of 4');
    expect(document.querySelector<HTMLInputElement>('[role=dialog] input[type=radio]:checked')?.closest('label')?.textContent).toContain('1 hour');
    await tick('Online');
    await press('Next');
    await press('Next');
  };

  // spec tutor.25 | S4 | An hour opens the modal with it, after a login as well; it is no button for tutors and admins |
  //   src/client/features/tutor-detail/free-times.tsx
  it('opens the modal with it, and Back closes it', async () => {
    const { router, at } = await open({ me: STUDENT });
    await choose('5:00 PM');
    await toTimes();
    await shown('Your time: Tue, 24 Nov 2026, 5:00 PM – 6:00 PM');
    expect(router.state.location.search).toEqual({ book: 1, subject: MATHS });
    await act(async () => router.history.back());
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    expect(at()).toBe(PATH);
    expect(router.history.length).toBe(2);
  });

  it('whose modal is closed by its cross leaves one step, also where the page was left and found again', async () => {
    const { router, at } = await open({ me: STUDENT });
    await choose('5:00 PM');
    await shown('Step 1 of 4');
    await act(() => router.navigate({ to: '/privacy' }));
    await until(() => expect(texts('h1')).toEqual(['Privacy Policy']));
    await act(async () => router.history.back());
    await shown('Step 1 of 4');
    await press('Close');
    await until(() => expect(at()).toBe(PATH));
    expect(router.history.canGoBack()).toBe(false);
  });

  it('chosen after another begins with that one', async () => {
    const { router } = await open({ me: STUDENT });
    await choose('5:00 PM');
    await shown('Step 1 of 4');
    await act(async () => router.history.back());
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    await choose('6:00 PM');
    await toTimes();
    await shown('Your time: Tue, 24 Nov 2026, 6:00 PM – 7:00 PM');
  });

  // spec tutor.25
  it('sends a visitor to the login, and is found again after it', async () => {
    const { router } = await open();
    await choose('6:00 PM');
    await until(() => expect(router.state.location.pathname).toBe('/login'));
    const { redirect } = router.state.location.search;
    expect(redirect).toBe(`${PATH}?book=1&subject=${MATHS}&at=${TUESDAY_FOUR.start.getTime() + 2 * HOUR}`);
  });

  // spec tutor.25
  it('of the address opens the modal with it, and leaves the address', async () => {
    const { router } = await open({ me: STUDENT, path: `${PATH}?book=1&subject=${MATHS}&at=${TUESDAY_FOUR.start.getTime()}` });
    await toTimes();
    await shown('Your time: Tue, 24 Nov 2026, 4:00 PM – 5:00 PM');
    expect(router.state.location.search).toEqual({ book: 1, subject: MATHS });
    expect(router.history.length).toBe(1);
  });

  // spec tutor.25
  it.each([
    ['a tutor', TUTOR],
    ['an admin', ADMIN],
  ])('is no button for %s', async (_, me) => {
    await open({ me });
    await days();
    expect(hours()).toEqual(['4:00 PM', '5:00 PM', '6:00 PM']);
    expect(inBox('ul button')).toEqual([]);
  });
});

describe('beside a profile', () => {
  const links = () => [...document.querySelectorAll('aside a')].map((link) => [link.textContent, link.getAttribute('href')]);

  // spec tutor.26 | D Routes | Sidebar: Message Tutor, for a student who has booked | src/client/features/tutor-detail/contact-details.tsx
  it('stands the way to the conversation for a student who has booked', async () => {
    await open({ me: STUDENT, answers: { 'messages.hasWithTutor': ({ tutorId }) => tutorId === 'tutor-profile-1' } });
    await until(() => expect(links()).toContainEqual(['Message Tutor', '/messages?tutor=tutor-profile-1']));
  });

  // spec tutor.26
  it.each([
    ['a student who has not', STUDENT],
    ['a tutor', TUTOR],
    ['a visitor', null],
  ])('stands none for %s', async (_, me) => {
    await open({ me });
    await until(() => expect(document.querySelector('aside [aria-label^="Report"]')).not.toBeNull());
    expect(links().map(([text]) => text)).not.toContain('Message Tutor');
  });

  // spec tutor.27 | D Booking | Profile and reviews can be reported there, the own ones cannot | src/client/routes/tutors/$id.tsx
  it('it can be reported, by whoever is not the tutor', async () => {
    await open({ me: STUDENT });
    await until(() => button('Report the profile of Dilini Wickramasinghe'));
  });

  // spec tutor.27
  it('a tutor cannot report the own one', async () => {
    await open({ me: { ...TUTOR, id: 'tutor-user-1' } });
    await days();
    await until(() => expect(document.querySelector('aside')).not.toBeNull());
    expect(texts('aside button')).not.toContain('Report');
  });
});
