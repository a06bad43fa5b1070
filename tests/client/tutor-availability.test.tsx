import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '#client/lib/session/session.ts';
import { isContinuedAfterSignUp } from '#client/lib/session/session.ts';
import type { AvailabilityView } from '#shared/contracts/availability.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { ADMIN, STUDENT, TUTOR } from '#tests/support/render.tsx';
import { aBookingView, aCalendarView, aProfileView, aSubjectView, MATHS, MONDAY_TEN, PHYSICS, TUESDAY_FOUR } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const PATH = '/tutors/tutor-profile-1';
const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Options = { tutor?: TutorProfileView; calendar?: Partial<AvailabilityView>; path?: string; viewer?: Account | null; answers?: Answers };

async function open({ tutor = aProfileView(), calendar = {}, path = PATH, viewer = null, answers = {} }: Options = {}) {
  const visited = await visit(path, viewer, {
    'tutors.byId': () => tutor,
    'tutors.availability': () => aCalendarView(tutor, calendar),
    'messages.hasWithTutor': () => false,
    'moderation.reportedAmong': () => [],
    'bookings.request': () => aBookingView(),
    ...answers,
  });
  const press = async (name: string) => visited.user.click(await screen.findByRole('button', { name }));
  return { ...visited, press };
}

const getSidebar = () => within(screen.getByRole('complementary', { name: 'Contact and availability' }));
const findDays = () =>
  waitFor(() => {
    const days = within(screen.getByRole('group', { name: 'Day' })).getAllByRole<HTMLInputElement>('radio');
    expect(days).toHaveLength(28);
    return days;
  });
const getName = (element: HTMLElement | undefined) => element?.getAttribute('aria-label');
const listFreeDays = async () => (await findDays()).filter(({ disabled }) => !disabled).map(getName);
const getDayTitle = () => getSidebar().getByRole('heading', { level: 3 }).textContent;
const listHours = () =>
  getSidebar()
    .queryAllByRole('time')
    .map((time) => time.parentElement?.textContent);
const listHourButtons = () => getSidebar().queryAllByRole('button', { name: /^Book \d/ });
const getSubject = () => getSidebar().getByRole<HTMLSelectElement>('combobox', { name: 'Subject' });
const session = (hoursLater: number, length = 1) => ({
  start: new Date(TUESDAY_FOUR.start.getTime() + hoursLater * HOUR),
  end: new Date(TUESDAY_FOUR.start.getTime() + (hoursLater + length) * HOUR),
});
const NEXT_TUESDAY = { start: new Date(TUESDAY_FOUR.start.getTime() + WEEK), end: new Date(TUESDAY_FOUR.end.getTime() + WEEK) };

describe('the availability on a profile', () => {
  // spec tutor.21 | D Booking | Availability: the next 28 days, and the free hours of the chosen one, of the chosen subject, with both clocks where
  //   they differ | src/client/features/tutor-detail/availability.tsx
  test('shows which of the next 28 days have free hours, and the hours of the first of them', async () => {
    await open();
    const days = await findDays();
    expect([days.at(0), days.at(-1)].map((day) => getName(day)?.slice(0, 16))).toEqual(['Tue, 24 Nov 2026', 'Mon, 21 Dec 2026']);
    expect(await listFreeDays()).toEqual(['24 Nov', '1 Dec', '8 Dec', '15 Dec'].map((date) => `Tue, ${date} 2026: 3 times free`));
    expect(getDayTitle()).toBe('Free on Tue, 24 Nov 2026');
    expect(listHours()).toEqual(['Book 4:00 PM', 'Book 5:00 PM', 'Book 6:00 PM']);
    expect(getSidebar().getByText('Times are in Colombo time.')).toBeDefined();
  });

  test('begins the first week under its weekday', async () => {
    await open();
    const [first, second] = await findDays();
    expect([first, second].map((day) => day?.parentElement?.style.gridColumnStart)).toEqual(['2', '']);
  });

  // spec tutor.21
  test('leaves out what is booked or blocked, and disables a day that is full', async () => {
    await open({
      calendar: {
        booked: [session(0, 3), NEXT_TUESDAY],
        blocked: [{ start: NEXT_TUESDAY.end, end: new Date(NEXT_TUESDAY.end.getTime() + HOUR) }],
      },
    });
    expect(await listFreeDays()).toEqual(['Tue, 1 Dec 2026: 1 time free', 'Tue, 8 Dec 2026: 3 times free', 'Tue, 15 Dec 2026: 3 times free']);
    expect((await findDays()).slice(0, 2).map(getName)).toEqual(['Tue, 24 Nov 2026: fully booked', 'Wed, 25 Nov 2026: no times']);
    expect(listHours()).toEqual(['Book 6:00 PM']);
  });

  // spec tutor.21
  test('shows the hours of the day that is chosen', async () => {
    const { user } = await open({ calendar: { booked: [NEXT_TUESDAY] } });
    await user.click(await screen.findByRole('radio', { name: /^Tue, 1 Dec/ }));
    expect(getDayTitle()).toBe('Free on Tue, 1 Dec 2026');
    expect(listHours()).toEqual(['Book 5:00 PM', 'Book 6:00 PM']);
  });

  // spec tutor.28 | D Booking | Who comes from a search for a day finds the calendar at the first free time on it, or else at the first of all |
  //   src/client/features/tutor-detail/availability.tsx, src/client/features/tutor-detail/profile-search.ts
  test.each([
    ['?days=Friday', 'Free on Fri, 27 Nov 2026'],
    ['?days=Friday,Saturday', 'Free on Fri, 27 Nov 2026'],
    ['?freeOn=2026-12-04', 'Free on Fri, 4 Dec 2026'],
    ['?freeOn=2026-12-05&days=Friday', 'Free on Fri, 27 Nov 2026'],
    ['?days=Sunday', 'Free on Tue, 24 Nov 2026'],
    ['?freeOn=2027-12-04', 'Free on Tue, 24 Nov 2026'],
    ['?days=Someday&freeOn=soon', 'Free on Tue, 24 Nov 2026'],
  ])('opens at the day of the address: %s', async (query, title) => {
    const week = [
      { day: 'Tuesday' as const, slots: [{ start: '16:00', end: '19:00' }] },
      { day: 'Friday' as const, slots: [{ start: '09:00', end: '10:00' }] },
    ];
    const { user } = await open({ tutor: aProfileView({ subjects: [aSubjectView({ availability: week })] }), path: `${PATH}${query}` });
    await findDays();
    expect(getDayTitle()).toBe(title);
    await user.click(await screen.findByRole('radio', { name: /^Tue, 1 Dec/ }));
    expect(getDayTitle()).toBe('Free on Tue, 1 Dec 2026');
  });

  const physics = aSubjectView({ id: PHYSICS, name: 'Physics', availability: [{ day: 'Friday', slots: [{ start: '09:00', end: '10:00' }] }] });
  const both = aProfileView({ subjects: [aSubjectView(), physics] });

  test.each([
    ['the first subject', '', MATHS, 'Free on Tue, 24 Nov 2026'],
    ['the subject of the address', '?subject=physics', PHYSICS, 'Free on Fri, 27 Nov 2026'],
    ['the first where the address names none of them', '?subject=Alchemy', MATHS, 'Free on Tue, 24 Nov 2026'],
  ])('is of %s', async (_, query, subject, title) => {
    await open({ tutor: both, path: `${PATH}${query}` });
    await findDays();
    expect([getSubject().value, getDayTitle()]).toEqual([subject, title]);
  });

  test('begins with a subject that can be booked, and books none that cannot', async () => {
    const talk = aSubjectView({ id: 'subject-talk', name: 'Talk', teachingModes: [{ type: 'online', enabled: true, rate: 0 }] });
    const { user } = await open({ tutor: aProfileView({ subjects: [talk, aSubjectView()] }) });
    await findDays();
    expect([getSubject().value, listHours()[0]]).toEqual([MATHS, 'Book 4:00 PM']);
    await user.selectOptions(getSubject(), 'Talk');
    expect([listHours()[0], listHourButtons()]).toEqual(['4:00 PM', []]);
  });

  // spec tutor.21
  test('is of the subject that is chosen', async () => {
    const { user } = await open({ tutor: both });
    await findDays();
    await user.selectOptions(getSubject(), 'Physics');
    expect(getDayTitle()).toBe('Free on Fri, 27 Nov 2026');
  });

  // spec tutor.21
  test('shows both clocks where they differ', async () => {
    vi.stubEnv('TZ', 'Pacific/Kiritimati');
    await open();
    await findDays();
    expect(listHours()[0]).toBe('Book 4:00 PM Wed 12:30 AM in Kiritimati');
    expect(getSidebar().getByText('Times are in Colombo time. Your device is set to Kiritimati time, so both are shown.')).toBeDefined();
    const nextFree = screen.getByText('Next free').nextElementSibling;
    expect(nextFree?.textContent).toBe('Tue, 24 Nov, 4:00 PM Wed, 25 Nov, 12:30 AM in Kiritimati');
  });

  // spec tutor.21
  test('says that nothing is free', async () => {
    await open({ tutor: aProfileView({ subjects: [aSubjectView({ availability: [] })] }) });
    await screen.findByText('No free times in the next 28 days');
  });

  // spec tutor.22 | D Booking | On vacation it says so, and keeps the hours of every week | src/client/features/tutor-detail/availability.tsx
  test('says that the tutor is on vacation, and keeps the hours of every week', async () => {
    await open({ tutor: aProfileView({ vacationMode: true }) });
    await screen.findByText('On vacation. This tutor cannot be booked at the moment.');
    expect(listHours()).toEqual([]);
    expect(screen.getByText('All weekly hours').parentElement?.textContent).toContain('4:00 PM – 7:00 PM');
  });

  // spec tutor.21
  test('says that it could not be read, and tries again', async () => {
    let isBroken = true;
    const answer = () => {
      if (isBroken) throw apiError('request.invalid');
      return aCalendarView(aProfileView());
    };
    const { press } = await open({ answers: { 'tutors.availability': answer } });
    await screen.findByText('Error Loading Times');
    isBroken = false;
    await press('Try Again');
    expect(await listFreeDays()).toHaveLength(4);
  });
});

// spec tutor.24 | S4 | It is live for whoever is signed in, and asked for every minute by a visitor |
//   src/client/features/tutor-detail/availability.tsx
describe('the availability while it is shown', () => {
  test('is updated by the server for an account', async () => {
    let booked: AvailabilityView['booked'] = [];
    const { api } = await open({ viewer: STUDENT, answers: { 'tutors.availability': () => aCalendarView(aProfileView(), { booked }) } });
    await findDays();
    await waitFor(() => expect(api.subscriptions('inbox.watchTutor')).toEqual([{ tutorId: 'tutor-profile-1' }]));
    booked = [session(0)];
    await act(async () => api.emit('inbox.watchTutor', { id: '1', data: { tutorId: 'tutor-profile-1' } }));
    await waitFor(() => expect(listHours()).toEqual(['Book 5:00 PM', 'Book 6:00 PM']));
  });

  test('is read every minute by a visitor, who has no connection', async () => {
    let booked: AvailabilityView['booked'] = [];
    const refetches: (() => void)[] = [];
    vi.spyOn(globalThis, 'setInterval').mockImplementation(
      Object.assign((callback: () => void, ms: number) => {
        if (ms === 60_000) refetches.push(callback);
        return 0;
      }),
    );
    const { api } = await open({ answers: { 'tutors.availability': () => aCalendarView(aProfileView(), { booked }) } });
    await findDays();
    expect(api.subscriptions('inbox.watchTutor')).toEqual([]);
    booked = [session(1)];
    await act(async () => {
      for (const refetch of refetches) refetch();
    });
    await waitFor(() => expect(listHours()).toEqual(['Book 4:00 PM', 'Book 6:00 PM']));
  });
});

describe('an hour on a profile', () => {
  async function openWithHour(options: Options = {}) {
    const opened = await open({ viewer: STUDENT, ...options });
    const { user, press } = opened;
    const choose = async (hour: string) => user.click(await screen.findByRole('button', { name: `Book ${hour}` }));
    const goToTimes = async () => {
      await findModal();
      expect(screen.getByRole('radio', { name: /^1 hour/, checked: true })).toBeDefined();
      await user.click(within(screen.getByRole('dialog')).getByRole('radio', { name: /^Online/ }));
      await press('Next');
      await press('Next');
    };
    return { ...opened, choose, goToTimes };
  }
  const findModal = () => screen.findByText(/^Step 1 of 4/);
  const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  // spec tutor.25 | S4 | An hour opens the modal with it, after a login as well; it is no button for tutors and admins |
  //   src/client/features/tutor-detail/free-times.tsx
  test('opens the modal with it, and Back closes it', async () => {
    const { router, at, choose, goToTimes } = await openWithHour();
    await choose('5:00 PM');
    await goToTimes();
    await screen.findByText('Your time: Tue, 24 Nov 2026, 5:00 PM – 6:00 PM');
    expect(router.state.location.search).toEqual({ book: 1, subject: MATHS });
    await act(async () => router.history.back());
    await expectClosed();
    expect(at()).toBe(PATH);
    expect(router.history.length).toBe(2);
  });

  test('leaves one step when the modal is closed, also where the page was left and returned to', async () => {
    const { router, at, choose, press } = await openWithHour();
    await choose('5:00 PM');
    await findModal();
    await act(() => router.navigate({ to: '/privacy' }));
    await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' });
    await act(async () => router.history.back());
    await findModal();
    await press('Close');
    await waitFor(() => expect(at()).toBe(PATH));
    expect(router.history.canGoBack()).toBe(false);
  });

  test('begins the modal anew when it is chosen after another', async () => {
    const { router, choose, goToTimes } = await openWithHour();
    await choose('5:00 PM');
    await findModal();
    await act(async () => router.history.back());
    await expectClosed();
    await choose('6:00 PM');
    await goToTimes();
    await screen.findByText('Your time: Tue, 24 Nov 2026, 6:00 PM – 7:00 PM');
  });

  // spec tutor.25
  test('sends a visitor to the login, and is in the address to return to', async () => {
    const { router, choose } = await openWithHour({ viewer: null });
    await choose('6:00 PM');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    const { redirect } = router.state.location.search;
    expect(redirect).toBe(`${PATH}?book=1&subject=${MATHS}&at=${TUESDAY_FOUR.start.getTime() + 2 * HOUR}`);
  });

  // spec tutor.25
  test('opens the modal from the address, and is taken out of it', async () => {
    const { router, goToTimes } = await openWithHour({ path: `${PATH}?book=1&subject=${MATHS}&at=${TUESDAY_FOUR.start.getTime()}` });
    await goToTimes();
    await screen.findByText('Your time: Tue, 24 Nov 2026, 4:00 PM – 5:00 PM');
    expect(router.state.location.search).toEqual({ book: 1, subject: MATHS });
    expect(router.history.length).toBe(1);
  });

  // spec tutor.25
  test.each([
    ['a tutor', TUTOR],
    ['an admin', ADMIN],
  ])('is no button for %s', async (_, viewer) => {
    await open({ viewer });
    await findDays();
    expect(listHours()).toEqual(['4:00 PM', '5:00 PM', '6:00 PM']);
    expect(listHourButtons()).toEqual([]);
  });
});

describe('the sidebar of a profile', () => {
  const REPORT = 'Report the profile of Dilini Wickramasinghe';
  const listSidebarLinks = () => listLinks(screen.getByRole('complementary', { name: 'Contact and availability' }));

  // spec tutor.26 | D Routes | Sidebar: Message Tutor, for a student who has booked | src/client/features/tutor-detail/contact-details.tsx
  test('links to the conversation for a student who has booked', async () => {
    await open({ viewer: STUDENT, answers: { 'messages.hasWithTutor': ({ tutorId }) => tutorId === 'tutor-profile-1' } });
    await waitFor(() => expect(listSidebarLinks()).toContainEqual(['Message Tutor', '/messages?tutor=tutor-profile-1']));
  });

  // spec s12-ways.41 | S12 A | A student who has not booked can ask the tutor a question | src/client/features/tutor-detail/contact-details.tsx
  test('links to a question for a student who has not', async () => {
    await open({ viewer: STUDENT, answers: { 'messages.hasWithTutor': () => false } });
    await waitFor(() => expect(listSidebarLinks()).toContainEqual(['Ask a Question', '/messages?tutor=tutor-profile-1']));
  });

  // spec s12-ways.60 | S12 A | A visitor can ask the tutor a question, and logs in or signs up on the way |
  //   src/client/features/tutor-detail/contact-details.tsx, src/client/lib/session/session.ts
  test('links to a question for a visitor', async () => {
    await open({ viewer: null });
    await waitFor(() => expect(listSidebarLinks()).toContainEqual(['Ask a Question', '/messages?tutor=tutor-profile-1']));
    expect(isContinuedAfterSignUp('/messages?tutor=tutor-profile-1')).toBe(true);
  });

  test.each(['', '/si', '/ta'])('a booking that was begun in %s goes on after signing up', (prefix) => {
    expect(isContinuedAfterSignUp(`${prefix}/tutors/tutor-profile-1?book=1&at=1`)).toBe(true);
    expect(isContinuedAfterSignUp(`${prefix}/tutors/tutor-profile-1`)).toBe(false);
  });

  // spec tutor.26
  test.each([
    ['a tutor', TUTOR],
    ['a visitor', null],
  ])('links to no conversation for %s', async (_, viewer) => {
    await open({ viewer });
    await screen.findByLabelText(REPORT);
    expect(listSidebarLinks().map(([text]) => text)).not.toContain('Message Tutor');
  });

  // spec tutor.27 | D Booking | Profile and reviews can be reported there, the own ones cannot | src/client/routes/tutors/$id.tsx
  test('has a button to report the profile', async () => {
    await open({ viewer: STUDENT });
    await screen.findByRole('button', { name: REPORT });
  });

  // spec tutor.27
  test('has none for the tutor whose profile it is', async () => {
    await open({ viewer: { ...TUTOR, id: 'tutor-user-1' } });
    await findDays();
    expect(getSidebar().queryByRole('button', { name: /^Report/ })).toBeNull();
  });
});

describe('a profile that changes while it is shown', () => {
  const hear = (api: Awaited<ReturnType<typeof open>>['api']) =>
    act(async () => api.emit('inbox.watchTutor', { id: '1', data: { tutorId: 'tutor-profile-1' } }));

  // spec book.20 | D Booking | The booking dialog shows the price that is asked now | src/client/features/booking-modal/booking-modal.tsx,
  //   src/client/features/tutor-detail/availability.tsx
  test('has its new prices, in the open booking dialog too', async () => {
    let tutor = aProfileView();
    const { api } = await open({ path: `${PATH}?book=1`, viewer: STUDENT, answers: { 'tutors.byId': () => tutor } });
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.textContent).toContain('Rs. 1,500'));
    const raise = <T extends { rate: number }>(mode: T): T => ({ ...mode, rate: mode.rate + 1000 });
    tutor = { ...tutor, subjects: tutor.subjects.map((entry) => ({ ...entry, teachingModes: entry.teachingModes.map(raise) })) };
    await hear(api);
    await waitFor(() => expect(dialog.textContent).toContain('Rs. 2,500'));
    expect(dialog.textContent).not.toContain('Rs. 1,500');
  });

  // spec tutor.60 | D Search | A profile that is hidden while somebody looks at it is not found from then on | src/client/routes/tutors/$id.tsx
  test('is not found any more once the tutor is rejected', async () => {
    let isRejected = false;
    const refuse = () => {
      if (isRejected) throw apiError('tutor.not_found');
    };
    const { api } = await open({
      viewer: STUDENT,
      answers: {
        'tutors.byId': () => {
          refuse();
          return aProfileView();
        },
        'tutors.availability': () => {
          refuse();
          return aCalendarView(aProfileView());
        },
      },
    });
    await screen.findAllByRole('button', { name: 'Book Session' });
    isRejected = true;
    await hear(api);
    await screen.findByText('Tutor Not Found');
    expect(screen.queryByRole('button', { name: 'Book Session' })).toBeNull();
  });
});
