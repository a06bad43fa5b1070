import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { act, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BookingModal } from '#client/features/booking-modal/booking-modal.tsx';
import { pageConfig } from '#client/lib/page-config.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import type { PendingRequestsView, RequestBookingInput } from '#shared/contracts/bookings.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import type { Interval } from '#shared/domain/free-times.ts';
import { ERRORS } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { getButton } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { getErrorOf } from '#tests/support/field-errors.ts';
import { render, STUDENT, signIn } from '#tests/support/render.tsx';
import { aBookingView, aCalendarView, aProfileView, aSubjectView, MATHS, MONDAY_TEN, PHYSICS, TUESDAY_FOUR } from '#tests/support/views.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const UNCONFIRMED = 'Until your email address is confirmed, you can have 2 requests that have not been answered. Please open the link in our mail.';

type Options = { tutor?: TutorProfileView; initialSubject?: string; answers?: Answers };

async function open({ tutor = aProfileView(), initialSubject, answers = {} }: Options = {}) {
  const booked: Interval[] = [];
  const onBooked = vi.fn();
  const api = fakeApi({
    'tutors.availability': () => aCalendarView(tutor, { booked: [...booked] }),
    'bookings.pendingRequests': () => ({ all: 0, ofTutor: 0, isEmailConfirmed: true, own: [] }),
    'bookings.request': () => aBookingView(),
    ...answers,
  });
  signIn(STUDENT);
  const { user } = await render(
    <BookingModal tutor={tutor} opened initialSubject={initialSubject} student={STUDENT} onClose={() => {}} onBooked={onBooked} />,
    { api },
  );
  const listRequests = () => api.inputsOf('bookings.request') as RequestBookingInput[];
  const take = async (session: Interval) => {
    booked.push(session);
    await act(async () => api.emit('inbox.watchTutor', { id: '1', data: { tutorId: tutor.id } }));
  };
  const press = (name: string) => user.click(getButton(name));
  const choose = (label: string) => user.click(getField(label));
  const fill = async (label: string, text: string) => {
    await user.clear(getField(label));
    await user.paste(text);
    await user.tab();
  };
  const chooseSubject = (id: string) => user.selectOptions(getField('Subject'), id);
  const toTimes = async ({ hours = '1 hour', method = 'Online', topic = '' } = {}) => {
    await choose(hours);
    await choose(method);
    await press('Next');
    if (topic) await choose(topic);
    await press('Next');
    await screen.findByText(/^Times on /);
  };
  const toConfirm = async () => {
    await toTimes();
    await choose('4:00 PM');
    await press('Next');
  };
  return { api, press, choose, fill, chooseSubject, toTimes, toConfirm, take, listRequests, onBooked };
}

/** By the beginning of its label, which a price or an asterisk may follow. */
const getField = (label: string) => screen.getByLabelText<HTMLInputElement>((text) => text.startsWith(label));
const isDisabled = (label: string) => getField(label).disabled;
const listChoices = (group: string | RegExp) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent);
const listItems = (part: HTMLElement) =>
  within(part)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const getStep = () => screen.getByRole('heading', { level: 3 }).textContent;
const getNext = () => getButton('Next');
const expectNoText = (part: string) => expect(screen.queryByText(part, { exact: false })).toBeNull();

describe('the booking modal: duration and method', () => {
  // spec states.22 | P §4 Booking modal | Modal step 1: Next needs duration and method | src/client/features/booking-modal/booking-draft.ts
  it('Next waits for both, and says for which', async () => {
    const { choose } = await open();
    expect(getStep()).toBe('Duration & Method');
    expect(getNext().disabled).toBe(true);
    await screen.findByText('Choose a duration and a method');
    await choose('2 hours');
    await screen.findByText('Choose a method');
    expect(getNext().disabled).toBe(true);
    await choose('Home Visit');
    expect(getNext().disabled).toBe(false);
  });

  it('offers what the tutor offers, with its price for an hour', async () => {
    await open();
    await screen.findByText('Rs. 1,500 / hour');
    await screen.findByText('Rs. 2,000.50 / hour');
    expectNoText('Group');
  });

  it('says beside it what a session of the chosen length costs', async () => {
    const { choose } = await open();
    expect(listChoices('Learning method')).toEqual(['OnlineRs. 1,500 / hour', 'Home VisitRs. 2,000.50 / hour']);
    await choose('2 hours');
    expect(listChoices('Learning method')).toEqual([
      'OnlineRs. 1,500 / hourRs. 3,000 for 2 hours',
      'Home VisitRs. 2,000.50 / hourRs. 4,001 for 2 hours',
    ]);
    await choose('1 hour');
    expect(listChoices('Learning method')).toEqual(['OnlineRs. 1,500 / hour', 'Home VisitRs. 2,000.50 / hour']);
  });

  it('the only method is chosen already, and a method that is switched off is not offered', async () => {
    const teachingModes = [
      { type: 'online' as const, enabled: true, rate: 1500 },
      { type: 'home-visit' as const, enabled: false, rate: 2000 },
      { type: 'group' as const, enabled: true, rate: 500 },
    ];
    const { choose } = await open({ tutor: aProfileView({ subjects: [aSubjectView({ teachingModes })] }) });
    expect(listChoices('Learning method')).toEqual(['OnlineRs. 1,500 / hour']);
    await choose('1 hour');
    expect(getNext().disabled).toBe(false);
  });

  it('a duration that no opening holds cannot be chosen', async () => {
    const availability = [{ day: 'Tuesday' as const, slots: [{ start: '16:00', end: '18:00' }] }];
    await open({ tutor: aProfileView({ subjects: [aSubjectView({ availability })] }) });
    expect([isDisabled('1 hour'), isDisabled('2 hours'), isDisabled('3 hours')]).toEqual([false, false, true]);
  });

  // spec book.6 | D Booking | Step 1 begins with the subject that was asked for; another one resets topic, day and time |
  //   src/client/features/booking-modal/booking-draft.ts
  // spec states.24 | P §4 Booking modal | Modal step 3: Next needs day and time | src/client/features/booking-modal/booking-draft.ts
  it('begins with the subject that was asked for, and another one resets topic and time', async () => {
    const physics = aSubjectView({ id: PHYSICS, name: 'Physics', teachingModes: [{ type: 'online', enabled: true, rate: 900 }] });
    const { press, choose, chooseSubject, toTimes, listRequests } = await open({
      tutor: aProfileView({ subjects: [aSubjectView(), physics] }),
      initialSubject: PHYSICS,
    });
    await screen.findByText('Rs. 900 / hour');
    await chooseSubject(MATHS);
    await screen.findByText('Rs. 1,500 / hour');
    await toTimes({ topic: 'Calculus' });
    await choose('4:00 PM');
    await press('Back');
    await press('Back');
    await chooseSubject(PHYSICS);
    await press('Next');
    expect(getField('No particular topic').checked).toBe(true);
    await press('Next');
    expect(getNext().disabled).toBe(true);
    await screen.findByText('Choose a day and a time');
    expect(listRequests()).toEqual([]);
  });
});

describe('the booking modal: a tutor who is not verified', () => {
  const tutor = aProfileView({ isVerified: false, verificationStatus: 'pending' });
  const UNCHECKED = "Vidya has not checked this tutor's documents, education and experience yet.";

  // spec s8-development.1 | S8 H | A tutor who is not verified is shown as such in the first and the last step of the booking modal, with what that
  //   means | src/client/features/booking-modal/notices.tsx
  it('is shown as such in the first and in the last step', async () => {
    const { toConfirm } = await open({ tutor });
    await screen.findByText(UNCHECKED);
    expectNoText('Until then only online sessions can be booked.');
    await toConfirm();
    await screen.findByText(UNCHECKED);
    expect(getButton('Book Session').disabled).toBe(false);
    expectNoText('although');
  });

  it('is one region', async () => {
    await open({ tutor });
    await screen.findByText(UNCHECKED);
    const notice = screen.getByRole('region', { name: 'Not verified yet' });
    expect(within(notice).queryByRole('note')).toBeNull();
  });

  // spec s8-development.2 | S8 H | A home visit of such a tutor is booked once a box is ticked; the button says so until then |
  //   src/client/features/booking-modal/booking-draft.ts
  it('visits at home once a box is ticked, and until then the button says why not', async () => {
    const { press, choose, toTimes, listRequests } = await open({ tutor });
    await toTimes({ method: 'Home Visit' });
    await choose('4:00 PM');
    await press('Next');
    await screen.findByText('Tick the box about the home visit');
    expect(getButton('Book Session').disabled).toBe(true);
    await choose('I want the home visit although this tutor is not verified yet.');
    expectNoText('Tick the box');
    await press('Book Session');
    await waitFor(() => expect(listRequests()).toMatchObject([{ learningMethod: 'individual' }]));
  });

  it('says that only online sessions can be booked where the platform has no home visits of theirs', async () => {
    Object.assign(pageConfig(), { unverifiedHomeVisits: false });
    onTestFinished(() => void Object.assign(pageConfig(), { unverifiedHomeVisits: true }));
    await open({ tutor });
    await screen.findByText(`${UNCHECKED} Until then only online sessions can be booked.`);
  });

  it('a verified tutor needs no box', async () => {
    const { toConfirm } = await open();
    expectNoText('Not verified yet');
    await toConfirm();
    expectNoText('Not verified yet');
  });
});

describe('the booking modal: day and time', () => {
  // spec book.7 | D Booking | What is taken is greyed, live while the modal is open | src/client/features/booking-times/time-picker.tsx
  // spec states.23 | P §4 Booking modal | Modal step 2: Next always | src/client/features/booking-modal/booking-draft.ts
  it('shows the first day with a free time, and greys what is taken', async () => {
    const { toTimes, take } = await open();
    await toTimes();
    await screen.findByText('Times on Tue, 24 Nov 2026');
    expect([isDisabled('4:00 PM'), isDisabled('5:00 PM'), isDisabled('6:00 PM')]).toEqual([false, false, false]);
    await take(TUESDAY_FOUR);
    await waitFor(() => expect(isDisabled('4:00 PM')).toBe(true));
    await screen.findByText('Taken');
    expect(isDisabled('5:00 PM')).toBe(false);
  });

  // spec days-off.5
  it('a time that the tutor has blocked is not offered, and the next free day comes first', async () => {
    const tutor = aProfileView({ subjects: [aSubjectView()] });
    const dayOff = { start: new Date('2026-11-23T18:30:00.000Z'), end: new Date('2026-11-24T18:30:00.000Z') };
    const { toTimes } = await open({ tutor, answers: { 'tutors.availability': () => ({ ...aCalendarView(tutor), blocked: [dayOff] }) } });
    await toTimes();
    await screen.findByText('Times on Tue, 1 Dec 2026');
  });

  // spec validation.14 | P §5 Booking | Booking: only slots at least as long as the duration are offered | src/shared/domain/free-times.ts
  it('only openings as long as the session are offered', async () => {
    const { toTimes } = await open();
    await toTimes({ hours: '2 hours' });
    expect(listChoices(/^Times on /)).toEqual(['4:00 PMuntil 6:00 PM', '5:00 PMuntil 7:00 PM']);
  });

  // spec book.8 | D Booking | Later weeks, up to 28 days ahead | src/client/features/booking-modal/booking-modal.tsx
  it('steps to later weeks, four in all', async () => {
    const { press, toTimes } = await open();
    await toTimes();
    expect(getButton('Earlier week').disabled).toBe(true);
    for (const date of ['1 Dec', '8 Dec', '15 Dec']) {
      await press('Later week');
      await screen.findByText(`Times on Tue, ${date} 2026`);
    }
    expect(getButton('Later week').disabled).toBe(true);
  });

  it('a chosen time that somebody else takes is given up with a sentence, and the next free ones are offered', async () => {
    const { press, toConfirm, take } = await open();
    await toConfirm();
    expect(getButton('Book Session').disabled).toBe(false);
    await take(TUESDAY_FOUR);
    await screen.findByText('Your time has just been taken');
    expect(getButton('Book Session').disabled).toBe(true);
    await press('Tue, 24 Nov 2026, 5:00 PM');
    expectNoText('Your time has just been taken');
    expect(getButton('Book Session').disabled).toBe(false);
  });

  describe('that the student has a session at already', () => {
    const own = { ...TUESDAY_FOUR, tutorName: 'Nimal Silva', subject: 'Physics' };
    const hasOwn = () => ({ all: 1, ofTutor: 0, isEmailConfirmed: true, own: [own] });

    it('is called theirs in the grid and cannot be chosen, whoever teaches it', async () => {
      const { toTimes } = await open({ answers: { 'bookings.pendingRequests': hasOwn } });
      await toTimes();
      expect(listChoices(/^Times on /)).toEqual(['4:00 PMYour session', '5:00 PMuntil 6:00 PM', '6:00 PMuntil 7:00 PM']);
      expect([isDisabled('4:00 PM'), isDisabled('5:00 PM')]).toEqual([true, false]);
    });

    it('is given up with the name of that session, and nobody else is said to have been quicker', async () => {
      let answer = { ...hasOwn(), own: [] as (typeof own)[] };
      const { press, toConfirm, take } = await open({ answers: { 'bookings.pendingRequests': () => answer } });
      await toConfirm();
      answer = hasOwn();
      await take(TUESDAY_FOUR);
      await screen.findByText('You already have a session then');
      await screen.findByText('Physics with Nimal Silva, 4:00 PM – 5:00 PM. Please choose another time.');
      expectNoText('Your time has just been taken');
      expect(getButton('Book Session').disabled).toBe(true);
      await press('Tue, 24 Nov 2026, 5:00 PM');
      expectNoText('You already have a session then');
      expect(getButton('Book Session').disabled).toBe(false);
    });
  });

  // spec book.18 | D Time and money | Times are those of the platform's zone; where the viewer's differs, it says so and shows both |
  //   src/client/ui/zoned-time.tsx
  it('says so and shows both where the viewer lives by another clock', async () => {
    vi.stubEnv('TZ', 'Europe/London');
    const { toTimes } = await open();
    await toTimes();
    await screen.findByText('Times are in Colombo time. Your device is set to London time, so both are shown.');
    await screen.findByText('10:30 AM in London');
  });

  it('follows the tutor while it is open', async () => {
    const { api } = await open();
    expect(api.subscriptions('inbox.watchTutor')).toEqual([{ tutorId: 'tutor-profile-1' }]);
  });
});

describe('the booking modal: contact and confirm', () => {
  // spec states.25 | P §4 Booking modal | Modal step 4: Book Session needs ten characters of contact |
  //   src/client/features/booking-modal/booking-draft.ts
  // spec validation.18 | P §5 Booking | Booking: the stored phone is prefilled | src/client/features/booking-modal/booking-draft.ts
  it('asks for ten characters, beginning with the stored number', async () => {
    const { fill, toConfirm } = await open();
    await toConfirm();
    expect(getField('Contact number').value).toBe(STUDENT.phone);
    await fill('Contact number', '077123456');
    expect(getButton('Book Session').disabled).toBe(true);
    expect(getErrorOf(getField('Contact number'))).toBe('Contact number must be at least 10 digits');
    await fill('Contact number', '0771234560');
    expect(getButton('Book Session').disabled).toBe(false);
  });

  // spec book.12 | S4, D Booking | Step 4 shows price and the cancellation terms, with the moments of this session |
  //   src/client/features/booking-modal/confirm-step.tsx
  // spec book.17 | D Time and money | Step 4 says "No payment is taken online yet." | src/client/features/booking-modal/confirm-step.tsx
  it('shows rate, hours and total, and that nothing is paid online', async () => {
    const { toConfirm } = await open();
    await toConfirm();
    await screen.findByText('Rs. 1,500 × 1 hour');
    await screen.findByText('No payment is taken online yet.');
    expect(screen.getAllByRole('time')[0]?.textContent).toBe('Tue, 24 Nov 2026, 4:00 PM – 5:00 PM');
  });

  // spec entities.17 | P §3 | Booking request | src/shared/contracts/bookings.ts
  it('sends what was chosen and typed, once, however often one clicks', async () => {
    const { press, choose, fill, toTimes, listRequests, onBooked } = await open();
    await toTimes({ hours: '2 hours', method: 'Home Visit', topic: 'Calculus' });
    await choose('5:00 PM');
    await press('Next');
    await fill('Where should the tutor come?', '12 Temple Road');
    await fill('Notes', 'Past papers, please');
    const book = getButton('Book Session');
    await act(async () => {
      book.click();
      book.click();
    });
    await waitFor(() => expect(onBooked).toHaveBeenCalledTimes(1));
    expect(listRequests()).toEqual([
      {
        tutorId: 'tutor-profile-1',
        subjectId: MATHS,
        startTime: new Date('2026-11-24T11:30:00Z'),
        endTime: new Date('2026-11-24T13:30:00Z'),
        duration: 2,
        learningMethod: 'individual',
        contactNumber: STUDENT.phone,
        selectedTopics: ['topic-calculus'],
        notes: 'Past papers, please',
        address: '12 Temple Road',
        maxAmount: 4001,
        idempotencyKey: expect.any(String),
      },
    ]);
  });

  it('its own booking, heard of before the answer, is not somebody else who was quicker', async () => {
    const { api, press, toConfirm, take } = await open({ answers: { 'bookings.request': () => new Promise<never>(() => {}) } });
    await toConfirm();
    await press('Book Session');
    const reads = () => api.inputsOf('tutors.availability').length;
    const before = reads();
    await take(TUESDAY_FOUR);
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
    expectNoText('Your time has just been taken');
  });

  // spec book.16 | D Booking | A home visit may say where the tutor should come | src/client/features/booking-modal/confirm-step.tsx
  it('an address is asked for home visits only', async () => {
    const { toConfirm } = await open();
    await toConfirm();
    expectNoText('Where should the tutor come?');
  });
});

describe('a refused booking', () => {
  // spec book.9 | D Booking | A lost race offers the next free starts | src/client/features/booking-times/time-notice.tsx
  it('says why, keeps what was typed, and offers the next free times', async () => {
    const nextFree = ['2026-12-01T10:30:00.000Z'];
    let isTaken = true;
    const request = vi.fn(() => {
      if (isTaken) throw apiError('booking.slot_taken', { nextFree });
      return aBookingView();
    });
    const { press, fill, toConfirm, listRequests, onBooked } = await open({ answers: { 'bookings.request': request } });
    await toConfirm();
    await fill('Notes', 'Past papers, please');
    await press('Book Session');
    await screen.findByText('Booking Failed');
    await screen.findByText('This time is already booked');
    expect(getField('Notes').value).toBe('Past papers, please');
    isTaken = false;
    await press('Tue, 1 Dec 2026, 4:00 PM');
    expectNoText('Booking Failed');
    expect(document.activeElement?.textContent).toBe('Contact & Confirm');
    await press('Book Session');
    await waitFor(() => expect(onBooked).toHaveBeenCalledTimes(1));
    expect(listRequests()[1]?.startTime).toEqual(new Date('2026-12-01T10:30:00Z'));
  });

  // spec book.21
  it('because the price has risen is answered by the new one, and the next press agrees to that', async () => {
    const atRate = (rate: number) => {
      const teachingModes = [{ type: 'online' as const, enabled: true, rate }];
      return aProfileView({ subjects: [aSubjectView({ teachingModes })] });
    };
    let tutor = atRate(1500);
    const api = fakeApi({
      'tutors.byId': () => tutor,
      'tutors.availability': () => aCalendarView(tutor),
      'bookings.pendingRequests': () => ({ all: 0, ofTutor: 0, isEmailConfirmed: true, own: [] }),
      'bookings.request': ({ maxAmount = 0 }) => {
        if (maxAmount >= 1800) return aBookingView();
        tutor = atRate(1800);
        throw apiError('booking.price_changed');
      },
    });
    signIn(STUDENT);
    const onBooked = vi.fn();
    function TutorPage() {
      const { data } = useQuery(useTRPC().tutors.byId.queryOptions({ id: tutor.id }));
      return data && <BookingModal tutor={data} opened initialSubject={undefined} student={STUDENT} onClose={() => {}} onBooked={onBooked} />;
    }
    const { user } = await render(<TutorPage />, { api });
    await user.click(await screen.findByLabelText('1 hour'));
    await user.click(getButton('Next'));
    await user.click(getButton('Next'));
    await screen.findByText(/^Times on /);
    await user.click(getField('4:00 PM'));
    await user.click(getButton('Next'));
    await screen.findByText('Rs. 1,500 × 1 hour');
    await user.click(getButton('Book Session'));
    await screen.findByText('The price of this session has changed. Please check it and try again.');
    await screen.findByText('Rs. 1,800 × 1 hour');
    expect(onBooked).not.toHaveBeenCalled();
    await user.click(getButton('Book Session'));
    await waitFor(() => expect(onBooked).toHaveBeenCalledTimes(1));
    expect(api.inputsOf('bookings.request')).toMatchObject([{ maxAmount: 1500 }, { maxAmount: 1800 }]);
  });

  // spec errors.38 | C §8 Bookings | 'Booking Failed' with 'Failed to book session. Please try again.' |
  //   src/client/features/booking-modal/booking-modal.tsx
  it('has a sentence of its own where there was no answer', async () => {
    const silent = () => {
      throw networkError();
    };
    const { press, toConfirm } = await open({ answers: { 'bookings.request': silent } });
    await toConfirm();
    await press('Book Session');
    await screen.findByText('Booking Failed');
    await screen.findByText('Failed to book session. Please try again.');
    expect(getButton('Book Session').disabled).toBe(false);
  });

  // spec s8-limits.18
  it('offers the confirmation mail again beside the refusal that asks for it', async () => {
    const answers: Answers = {
      'bookings.request': () => {
        throw apiError('booking.email_unconfirmed');
      },
      'auth.resendVerification': () => ({ message: 'A new link is on its way.' }),
    };
    const { press, toConfirm } = await open({ answers });
    await toConfirm();
    await press('Book Session');
    await screen.findByText(UNCONFIRMED);
    await press('Send the mail again');
    await screen.findByText('A new link is on its way.');
  });

  it('of a single field stands beside that field', async () => {
    const answers: Answers = {
      'bookings.request': () => {
        throw apiError('booking.time_invalid', { field: 'contactNumber' });
      },
    };
    const { press, toConfirm } = await open({ answers });
    await toConfirm();
    await press('Book Session');
    await waitFor(() => expect(getField('Contact number').getAttribute('aria-invalid')).toBe('true'));
  });
});

// spec book.19 | D Booking | A booking dialog that is opened again says nothing of an earlier refusal, and keeps what was chosen and typed |
//   src/client/features/booking-modal/booking-modal.tsx
describe('a booking dialog that was closed after a refusal', () => {
  function Reopenable() {
    const [opened, setOpened] = useState(true);
    const close = () => setOpened(false);
    return (
      <>
        <button type="button" onClick={() => setOpened(true)}>
          Open again
        </button>
        <BookingModal tutor={aProfileView()} opened={opened} initialSubject={undefined} student={STUDENT} onClose={close} onBooked={() => {}} />
      </>
    );
  }

  it('says nothing of it when it is opened again, and has what was chosen', async () => {
    const draft = { subjectId: MATHS, step: 3, hours: 1, method: 'online', start: TUESDAY_FOUR.start.getTime(), contactNumber: STUDENT.phone };
    localStorage.setItem(`draft:${STUDENT.id}:booking:tutor-profile-1`, JSON.stringify({ draft, keptAt: MONDAY_TEN.getTime() }));
    signIn(STUDENT);
    const refuse = () => Promise.reject(apiError('booking.slot_taken'));
    const answers = { 'tutors.availability': () => aCalendarView(aProfileView()), 'bookings.request': refuse };
    const { user } = await render(<Reopenable />, { api: fakeApi(answers) });
    await user.click(await screen.findByRole('button', { name: 'Book Session' }));
    await screen.findByText('Booking Failed');
    await user.click(getButton('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(getButton('Open again'));
    await waitFor(() => expect(getStep()).toBe('Contact & Confirm'));
    expectNoText('Booking Failed');
  });
});

describe('a student who can send no more requests', () => {
  // spec s8-limits.14
  it('is told so in the first and in the last step, and sends nothing', async () => {
    const { toConfirm } = await open({ answers: { 'bookings.pendingRequests': () => ({ all: 3, ofTutor: 3, isEmailConfirmed: true, own: [] }) } });
    const sentence = 'You have 3 requests that this tutor has not answered yet. Please wait for an answer, or cancel one of them.';
    await screen.findByText(sentence);
    await toConfirm();
    await screen.findByText(sentence);
    await screen.findByText('You cannot send more requests for now');
    expect(getButton('Book Session').disabled).toBe(true);
    expectNoText('Send the mail again');
  });

  it('can order the confirmation mail again where that is what is missing', async () => {
    const { press } = await open({
      answers: {
        'bookings.pendingRequests': () => ({ all: 2, ofTutor: 0, isEmailConfirmed: false, own: [] }),
        'auth.resendVerification': () => ({ message: 'A new link is on its way.' }),
      },
    });
    await screen.findByText(UNCONFIRMED);
    await press('Send the mail again');
    await screen.findByText('A new link is on its way.');
  });

  // spec s8-limits.14
  it('can send one as soon as the tutor has answered', async () => {
    let ofTutor = 3;
    const { toConfirm, take } = await open({
      answers: { 'bookings.pendingRequests': () => ({ all: ofTutor, ofTutor, isEmailConfirmed: true, own: [] }) },
    });
    await toConfirm();
    await screen.findByText('You cannot send more requests for now');
    ofTutor = 2;
    await take({ start: new Date('2026-11-24T12:30:00Z'), end: new Date('2026-11-24T13:30:00Z') });
    await waitFor(() => expect(getButton('Book Session').disabled).toBe(false));
  });
});

// spec book.3 | P §2 Booking modal | On vacation: "Tutor is on Vacation", not accepting new bookings |
//   src/client/features/booking-modal/booking-frame.tsx
describe('a tutor on vacation', () => {
  it('cannot be booked, and the modal says so', async () => {
    await open({ tutor: aProfileView({ vacationMode: true }) });
    await screen.findByText('Tutor is on Vacation');
    await screen.findByText('Dilini Wickramasinghe is not accepting new bookings at the moment. Please come back later or choose another tutor.');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });
});

const keys = (requests: readonly RequestBookingInput[]) => requests.map(({ idempotencyKey }) => idempotencyKey);

// spec book.11 | D Booking | One request, however often it is sent: trying again after no answer carries the same key, a change or a refusal another
//   | src/client/features/booking-modal/booking-draft.ts
describe('the key of a request', () => {
  it('stays while nobody knows what became of it, so that trying again books nothing twice', async () => {
    let isSilent = true;
    const request = () => {
      if (isSilent) throw networkError();
      return aBookingView();
    };
    const { press, toConfirm, take, listRequests, onBooked } = await open({ answers: { 'bookings.request': request } });
    await toConfirm();
    await press('Book Session');
    await screen.findByText('Booking Failed');
    // The request did arrive: its own booking holds the time.
    await take(TUESDAY_FOUR);
    isSilent = false;
    await press('Book Session');
    await waitFor(() => expect(onBooked).toHaveBeenCalledTimes(1));
    const [first, second] = keys(listRequests());
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });

  it('is another one after a refusal, and after a change', async () => {
    const request = () => {
      throw apiError('booking.slot_taken');
    };
    const { press, fill, toConfirm, listRequests } = await open({ answers: { 'bookings.request': request } });
    await toConfirm();
    await press('Book Session');
    await screen.findByText('This time is already booked');
    await press('Book Session');
    await waitFor(() => expect(listRequests()).toHaveLength(2));
    await fill('Notes', 'Past papers, please');
    await press('Book Session');
    await waitFor(() => expect(listRequests()).toHaveLength(3));
    expect(new Set(keys(listRequests())).size).toBe(3);
  });
});

describe('a session that is repeated', () => {
  const week = (index: number): Interval => {
    const later = (at: Date) => new Date(at.getTime() + index * 7 * 24 * 3_600_000);
    return { start: later(TUESDAY_FOUR.start), end: later(TUESDAY_FOUR.end) };
  };

  // spec book.15 | D Booking | One request and one key per week, one after the other; a week that is lost meanwhile is named, the others stand |
  //   src/client/features/booking-modal/use-booking-requests.ts
  it('is one request for each free week, and what is taken is named before the click and left out', async () => {
    const { press, choose, toConfirm, take, listRequests, onBooked } = await open();
    await take(week(1));
    await toConfirm();
    await choose('3 weeks');
    expect(listItems(screen.getByRole('group', { name: 'Repeat weekly' }))).toEqual([
      'Tue, 24 Nov 2026, 4:00 PM – 5:00 PMFree',
      'Tue, 1 Dec 2026, 4:00 PM – 5:00 PMNot available',
      'Tue, 8 Dec 2026, 4:00 PM – 5:00 PMFree',
    ]);
    await screen.findByText('Weeks that are not available are left out. Each of the others is a booking of its own.');
    await screen.findByText('In all, 2 sessions');
    await screen.findByText('Rs. 3,000');
    await press('Book Session');
    await waitFor(() => expect(onBooked).toHaveBeenCalledTimes(1));
    expect(listRequests().map(({ startTime }) => startTime)).toEqual([week(0).start, week(2).start]);
    expect(new Set(keys(listRequests())).size).toBe(2);
  });

  // spec book.14
  it('names each week by the clock of the viewer, too, where that is another one', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    const { choose, toConfirm } = await open();
    await toConfirm();
    await choose('2 weeks');
    expect(listItems(screen.getByRole('group', { name: 'Repeat weekly' }))[1]).toBe(
      'Tue, 1 Dec 2026, 4:00 PM – 5:00 PMIn New York: 5:30 AM – 6:30 AMFree',
    );
  });

  // spec book.15
  it('names the week that was lost meanwhile, and the others stand', async () => {
    const request = ({ startTime }: { startTime: Date }) => {
      if (startTime.getTime() === week(1).start.getTime()) throw apiError('booking.slot_taken');
      return aBookingView();
    };
    const { press, choose, toConfirm, onBooked } = await open({ answers: { 'bookings.request': request } });
    await toConfirm();
    await choose('3 weeks');
    await press('Book Session');
    await screen.findByText('2 sessions were requested:');
    expect(listItems(screen.getByRole('status'))).toEqual([
      'Tue, 24 Nov 2026, 4:00 PM',
      'Tue, 8 Dec 2026, 4:00 PM',
      'Tue, 1 Dec 2026, 4:00 PM. This time is already booked',
    ]);
    expect(onBooked).not.toHaveBeenCalled();
    await press('View My Bookings');
    expect(onBooked).toHaveBeenCalledTimes(1);
  });

  // spec book.15
  it('names all the weeks that were left when the tutor went on vacation', async () => {
    let vacationMode = false;
    const request = ({ startTime }: { startTime: Date }) => {
      vacationMode = startTime.getTime() >= week(1).start.getTime();
      if (vacationMode) throw apiError('booking.tutor_on_vacation');
      return aBookingView();
    };
    const availability = () => aCalendarView(aProfileView(), { vacationMode });
    const { api, press, choose, toConfirm, listRequests } = await open({
      answers: { 'bookings.request': request, 'tutors.availability': availability },
    });
    await toConfirm();
    await choose('3 weeks');
    await press('Book Session');
    await screen.findByText('One session was requested:');
    expect(listRequests()).toHaveLength(2);
    await waitFor(() => expect(api.inputsOf('tutors.availability').length).toBeGreaterThan(1));
    const onVacation = 'Tutor is on Vacation. This tutor is not accepting new bookings.';
    expect(listItems(screen.getByRole('status'))).toEqual([
      'Tue, 24 Nov 2026, 4:00 PM',
      `Tue, 1 Dec 2026, 4:00 PM. ${onVacation}`,
      `Tue, 8 Dec 2026, 4:00 PM. ${onVacation}`,
    ]);
  });

  // spec book.14
  it('at a later time that leaves fewer weeks repeats as often as it can, and says so', async () => {
    const { press, choose, toConfirm } = await open();
    await toConfirm();
    await choose('3 weeks');
    await press('Back');
    for (let index = 0; index < 2; index += 1) await press('Later week');
    await choose('4:00 PM');
    await press('Next');
    await screen.findByText('In all, 2 sessions');
    expect(getField('2 weeks').checked).toBe(true);
  });

  // spec s8-limits.14
  it.each([
    [
      'three requests to one tutor',
      { all: 1, ofTutor: 1, isEmailConfirmed: true, own: [] },
      ['Just once', '2 weeks'],
      'At most 3 of your requests to one tutor can wait for an answer. You can book more weeks once the tutor has answered.',
    ],
    [
      'ten requests in all',
      { all: 8, ofTutor: 0, isEmailConfirmed: true, own: [] },
      ['Just once', '2 weeks'],
      'At most 10 of your requests can wait for an answer. You can book more weeks once a tutor has answered.',
    ],
    [
      'two requests while the address is not confirmed',
      { all: 1, ofTutor: 0, isEmailConfirmed: false, own: [] },
      ['Just once'],
      'Until your email address is confirmed, at most 2 of your requests can wait for an answer. Open the link in our mail to book more weeks.',
    ],
  ])('is offered for as many weeks as %s allow, and says why not for more', async (_, pending, weeks, why) => {
    const { toConfirm } = await open({ answers: { 'bookings.pendingRequests': () => pending } });
    await toConfirm();
    await screen.findByText(why);
    expect(listChoices('Repeat weekly')).toEqual(weeks);
  });

  // spec s8-limits.14
  it('asks for no more than can wait for an answer, though more weeks were chosen before', async () => {
    let ofTutor = 0;
    const { press, choose, toConfirm, take, listRequests, onBooked } = await open({
      answers: { 'bookings.pendingRequests': () => ({ all: ofTutor, ofTutor, isEmailConfirmed: true, own: [] }) },
    });
    await toConfirm();
    await choose('3 weeks');
    ofTutor = 1;
    await take({ start: new Date('2026-11-24T12:30:00Z'), end: new Date('2026-11-24T13:30:00Z') });
    await waitFor(() => expect(screen.queryByLabelText('3 weeks')).toBeNull());
    await press('Book Session');
    await waitFor(() => expect(onBooked).toHaveBeenCalledTimes(1));
    expect(listRequests().map(({ startTime }) => startTime)).toEqual([week(0).start, week(1).start]);
  });

  // spec s8-limits.14
  it('is offered for four weeks where one of them is not available, since that one needs no request', async () => {
    const { choose, toConfirm, take } = await open({
      answers: { 'bookings.pendingRequests': () => ({ all: 0, ofTutor: 0, isEmailConfirmed: true, own: [] }) },
    });
    await take(week(2));
    await toConfirm();
    await choose('4 weeks');
    await screen.findByText('In all, 3 sessions');
    expectNoText('can wait for an answer');
  });

  // spec book.15
  it.each([
    ['no answer', networkError, 'Failed to book session. Please try again.'],
    ['an answer that says to try later', () => apiError('server.unavailable'), ERRORS['server.unavailable'].message],
  ])('stops where there is %s, and goes on with the same keys', async (_, fail, sentence) => {
    let isSilent = true;
    const own: PendingRequestsView['own'] = [];
    const request = ({ startTime }: { startTime: Date }) => {
      if (isSilent && startTime.getTime() === week(1).start.getTime()) throw fail();
      own.push({
        start: startTime,
        end: new Date(startTime.getTime() + 3_600_000),
        tutorName: 'Dilini Wickramasinghe',
        subject: 'Combined Mathematics',
      });
      return aBookingView();
    };
    const pending = () => ({ all: own.length, ofTutor: own.length, isEmailConfirmed: true, own: [...own] });
    const { press, choose, toConfirm, listRequests, onBooked } = await open({
      answers: { 'bookings.request': request, 'bookings.pendingRequests': pending },
    });
    await toConfirm();
    await choose('3 weeks');
    await press('Book Session');
    await screen.findByText(new RegExp(sentence));
    await screen.findByText('Requested so far: 1 of 3');
    expectNoText('Booking Failed');
    expect(listRequests()).toHaveLength(2);
    isSilent = false;
    await press('Book Session');
    await waitFor(() => expect(onBooked).toHaveBeenCalledTimes(1));
    const sent = keys(listRequests());
    expect(sent).toHaveLength(5);
    expect(sent.slice(2, 4)).toEqual(sent.slice(0, 2));
  });

  // spec s8-meant.7 | S8 A | At midnight, when another range of days is loaded, nothing of the open dialog goes away |
  //   src/client/lib/use-availability.ts
  it('stays on offer while the days of the next date are loaded at midnight', async () => {
    const tutor = aProfileView();
    const ranges: unknown[] = [];
    const { press, choose, toTimes } = await open({
      tutor,
      answers: {
        'tutors.availability': ({ startDate }) => {
          ranges.push(startDate);
          return ranges.length === 1 ? aCalendarView(tutor) : new Promise(() => {});
        },
      },
    });
    await toTimes();
    await press('Later week');
    await choose('4:00 PM');
    await press('Next');
    await choose('2 weeks');
    vi.setSystemTime('2026-11-23T18:30:00Z');
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(ranges).toEqual([new Date('2026-11-23T18:30:00Z'), new Date('2026-11-24T18:30:00Z')]));
    await screen.findByText('In all, 2 sessions');
  });

  it('a chosen time that midnight brings too close is given up with that reason', async () => {
    const { toConfirm } = await open();
    await toConfirm();
    vi.setSystemTime('2026-11-23T18:30:00Z');
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    await screen.findByText('Your time is now too soon');
    expectNoText('Your time has just been taken');
    expect(getButton('Book Session').disabled).toBe(true);
  });

  // spec s8-meant.7
  it('shows days that can be booked where the chosen day is past since midnight', async () => {
    const { toTimes } = await open();
    await toTimes();
    vi.setSystemTime('2026-11-24T18:30:00Z');
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(getButton('Earlier week').disabled).toBe(true));
    await screen.findByText(/^Times on Tue, 1 Dec/);
  });

  // spec book.14
  it('is not offered beyond the days that can be booked', async () => {
    const { press, choose, toTimes } = await open();
    await toTimes();
    for (let index = 0; index < 3; index += 1) await press('Later week');
    await choose('4:00 PM');
    await press('Next');
    expect(getField('Contact number').value).toBe(STUDENT.phone);
    expectNoText('Repeat weekly');
  });
});

describe('the cancellation terms', () => {
  // spec book.12
  it('stand beside the price, with the moments of this session', async () => {
    const { toConfirm } = await open();
    await toConfirm();
    const terms = within(screen.getByRole('region', { name: 'Cancellation terms' }));
    terms.getByText(
      (_, element) =>
        element?.textContent === 'If you cancel once it is confirmed: Free until Mon, 23 Nov 2026, 4:00 PM. After that you owe Rs. 750.',
    );
    const more = terms.getByRole('group');
    expect(more.hasAttribute('open')).toBe(false);
    expect(more.textContent).toContain('From Tue, 24 Nov 2026, 2:00 PM you owe Rs. 1,500.');
  });

  // spec s12-money.3 | S12 C | Beside the last button stands how long the tutor has to answer, and how many sessions are requested |
  //   src/client/features/booking-modal/session-lines.tsx
  it('stand with the time that the tutor has to answer', async () => {
    const { toConfirm, choose } = await open();
    await toConfirm();
    await screen.findByText('The tutor has 24 hours to answer.');
    await choose('3 weeks');
    await screen.findByText('Requests 3 sessions. The tutor has 24 hours to answer.');
  });

  // spec s12-money.4 | S12 C | A time that was chosen stands in the first steps too, and stays with a length that it is free for |
  //   src/client/features/booking-modal/booking-modal.tsx
  it('come after the time that was chosen, which the first step shows', async () => {
    const { toConfirm, press, choose } = await open();
    await toConfirm();
    for (let step = 3; step > 0; step -= 1) await press('Back');
    expect(screen.getByText(/^Your time/).textContent).toBe('Your time: Tue, 24 Nov 2026, 4:00 PM – 5:00 PM');
    await choose('2 hours');
    expect(screen.getByText(/^Your time/).textContent).toBe('Your time: Tue, 24 Nov 2026, 4:00 PM – 6:00 PM');
  });
});

describe('what was chosen and typed', () => {
  // spec book.10
  it('is found again after a reload', async () => {
    const { fill, toConfirm } = await open();
    await toConfirm();
    await fill('Notes', 'Past papers, please');
    // Unmounting drops the draft; a reload does not.
    const stored = Object.entries({ ...localStorage });
    cleanup();
    for (const [key, value] of stored) localStorage.setItem(key, String(value));
    await open();
    await waitFor(() => expect(getStep()).toBe('Contact & Confirm'));
    expect(getField('Notes').value).toBe('Past papers, please');
    expect(screen.getAllByRole('time')[0]?.textContent).toBe('Tue, 24 Nov 2026, 4:00 PM – 5:00 PM');
  });

  // spec s8-development.5 | S8 H | A draft whose way of learning is no longer on offer begins with the first step, so that the last one always shows
  //   the price | src/client/features/booking-modal/use-booking-draft.ts
  it('begins with the method where the one that was chosen is no longer on offer', async () => {
    const draft = { subjectId: MATHS, step: 3, hours: 1, method: 'individual', start: TUESDAY_FOUR.start.getTime(), notes: 'Past papers, please' };
    localStorage.setItem(`draft:${STUDENT.id}:booking:tutor-profile-1`, JSON.stringify({ draft, keptAt: MONDAY_TEN.getTime() }));
    const teachingModes = [
      { type: 'online' as const, enabled: true, rate: 1500 },
      { type: 'home-visit' as const, enabled: false, rate: 0 },
    ];
    await open({ tutor: aProfileView({ isVerified: false, subjects: [aSubjectView({ teachingModes })] }) });
    expect(getStep()).toBe('Duration & Method');
    await screen.findByText('Choose a method');
    expect(getField('1 hour').checked).toBe(true);
  });

  it('is found again but for a field that cannot be read, and texts are cut to their limits', async () => {
    const draft = { subjectId: MATHS, step: 3, hours: 1, method: 'online', start: TUESDAY_FOUR.start.getTime(), weeks: 99, notes: 'a'.repeat(5000) };
    localStorage.setItem(`draft:${STUDENT.id}:booking:tutor-profile-1`, JSON.stringify({ draft, keptAt: MONDAY_TEN.getTime() }));
    await open();
    await waitFor(() => expect(getStep()).toBe('Contact & Confirm'));
    expect(getField('Notes').value).toBe('a'.repeat(LIMITS.notes));
  });

  // spec book.10
  it.each([
    ['of another day', JSON.stringify({ draft: { subjectId: MATHS, step: 3 }, keptAt: MONDAY_TEN.getTime() - 25 * 3_600_000 })],
    ['that somebody has spoilt', '{"draft":{"subjectId":7},"keptAt":"now"}'],
    ['that is no record at all', 'nonsense'],
  ])('%s is not', async (_, text) => {
    localStorage.setItem(`draft:${STUDENT.id}:booking:tutor-profile-1`, text);
    await open();
    expect(getStep()).toBe('Duration & Method');
  });
});
