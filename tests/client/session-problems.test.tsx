import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BookingPage } from '#client/features/bookings/booking-page.tsx';
import { showToasts, type Toast } from '#client/ui/toasts.ts';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { dialogText, inDialog, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi, rateLimitError } from '#tests/support/fake-api.ts';
import { ADMIN, button, fillText, press, render, STUDENT, shown, signIn, TUTOR, texts, tick, until } from '#tests/support/render.tsx';
import { aBookingDetails, aProblemView, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';

const ZONE = 'Asia/Colombo';
const DAY = 86_400_000;
const VIEWERS = { student: STUDENT, tutor: TUTOR, admin: ADMIN } as const;
const AFTER = new Date(TUESDAY_FOUR.end.getTime() + 60_000);

let said: Toast[] = [];
let stop = () => {};
beforeEach(() => {
  vi.stubEnv('TZ', ZONE);
  said = [];
  stop = showToasts((toast) => said.push(toast));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function look(
  more: Partial<BookingDetails> = {},
  { role = 'student', now = AFTER, answers = {} }: { role?: Role; now?: Date; answers?: Answers } = {},
) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  signIn(VIEWERS[role]);
  let booking = aBookingDetails({ status: 'confirmed', confirmedAt: MONDAY_TEN, ...more });
  const api = fakeApi({
    'bookings.byId': () => booking,
    'moderation.reportProblem': ({ kind, text }) => {
      const problem = aProblemView({ by: 'student', kind, text });
      booking = { ...booking, problems: [...booking.problems, problem] };
      return problem;
    },
    ...answers,
  });
  await render(<BookingPage id={booking.id} role={role} />, { api });
  await until(() => expect(texts('h1')).toEqual([booking.subject.name]));
  return { sent: () => api.calls.filter(({ path }) => path === 'moderation.reportProblem').map(({ input }) => input) };
}

const isOffered = () => texts('button').includes('Report a problem');
const open = async () => {
  await press('Report a problem');
  await inDialog('Send Report');
};

describe('reporting a problem', () => {
  const lastMoment = new Date(TUESDAY_FOUR.end.getTime() + 14 * DAY);

  // spec reports.1
  it.each<[string, Partial<BookingDetails>, Role, Date, boolean]>([
    ['from the start of a session on', {}, 'student', TUESDAY_FOUR.start, true],
    ['not before', {}, 'student', new Date(TUESDAY_FOUR.start.getTime() - 1), false],
    ['on a completed one, until 14 days after its end', { status: 'completed' }, 'tutor', lastMoment, true],
    ['not later', { status: 'completed' }, 'tutor', new Date(lastMoment.getTime() + 1), false],
    ['not on a request', { status: 'pending' }, 'student', AFTER, false],
    ['not on one that was cancelled', { status: 'cancelled' }, 'student', AFTER, false],
    ['not to an admin', {}, 'admin', AFTER, false],
    ['not while an own one is open', { problems: [aProblemView({ by: 'student' })] }, 'student', AFTER, false],
    ['nor while it is in review', { problems: [aProblemView({ by: 'student', state: 'in_review' })] }, 'student', AFTER, false],
    ['again once it is decided', { problems: [aProblemView({ by: 'student', state: 'resolved' })] }, 'student', AFTER, true],
    ['although the other party has reported one', { problems: [aProblemView()] }, 'student', AFTER, true],
  ])('is offered %s', async (_, booking, role, now, expected) => {
    await look(booking, { role, now });
    expect(isOffered()).toBe(expected);
  });

  // spec reports.3
  it('asks what went wrong in four words, and what happened in its own', async () => {
    await look();
    await open();
    expect(texts('[role="dialog"] fieldset label')).toEqual(['The session did not take place', 'Quality', 'Behaviour', 'Other']);
    expect(dialogText()).toContain('10 more characters needed');
    await fillText('What happened?', ' Nobody ca');
    expect(dialogText()).toContain('1 more character needed');
    await fillText('What happened?', 'Nobody came');
    expect(dialogText()).toContain('11 of 1,000 characters');
  });

  // spec reports.3
  it('says beside each field what is missing, and sends nothing', async () => {
    const { sent } = await look();
    await open();
    await fillText('What happened?', '   No show   ');
    await pressInDialog('Send Report');
    await shown('Please choose what went wrong');
    await shown('Please describe the problem in at least 10 characters');
    expect(document.activeElement?.getAttribute('type')).toBe('radio');
    await tick('Quality');
    expect(dialogText()).not.toContain('Please choose what went wrong');
    await fillText('What happened?', 'x'.repeat(1001));
    await pressInDialog('Send Report');
    await shown('Description cannot be longer than 1000 characters');
    expect(sent()).toEqual([]);
  });

  // spec reports.3
  it('sends it once, shows it, and leaves the focus to the page', async () => {
    const { sent } = await look();
    await act(async () => button('Report a problem').focus());
    await open();
    await tick('The session did not take place');
    await fillText('What happened?', '  Nobody came to the meeting.  ');
    const send = await inDialog('Send Report');
    await act(async () => {
      send.click();
      send.click();
    });
    await until(() => expect(said).toEqual([{ kind: 'success', message: 'Problem reported successfully' }]));
    expect(sent()).toEqual([{ bookingId: 'booking-1', kind: 'not_held', text: 'Nobody came to the meeting.' }]);
    await until(() => expect(texts('section[aria-labelledby="problems"] li')[0]).toContain('Reported by you'));
    expect(isOffered()).toBe(false);
    await until(() => expect(document.activeElement).toBe(document.querySelector('h1')));
  });

  // spec reports.3
  it('keeps what was typed when the dialog is closed', async () => {
    await look();
    await open();
    await fillText('What happened?', 'Nobody came to the meeting.');
    await pressInDialog('Cancel');
    await open();
    expect(document.querySelector('textarea')?.value).toBe('Nobody came to the meeting.');
  });

  // spec rest-limits.14
  it('that comes too often says when to try again, and keeps what was typed', async () => {
    const report = () => {
      throw rateLimitError(120);
    };
    await look({}, { answers: { 'moderation.reportProblem': report } });
    await open();
    await tick('Other');
    await fillText('What happened?', 'Nobody came to the meeting.');
    await pressInDialog('Send Report');
    await shown('Too many requests. Please try again later. You can try again in 2 minutes.');
    expect(document.querySelector('textarea')?.value).toBe('Nobody came to the meeting.');
  });

  // spec reports.3
  it('that the other tab has reported already says so', async () => {
    const report = () => {
      throw apiError('problem.reported');
    };
    await look({}, { answers: { 'moderation.reportProblem': report } });
    await open();
    await tick('Other');
    await fillText('What happened?', 'Nobody came to the meeting.');
    await pressInDialog('Send Report');
    await until(() => expect(said).toEqual([{ kind: 'error', message: 'You have already reported a problem on this session' }]));
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  });
});

// spec reports.4
describe('a reported problem', () => {
  it.each([
    ['open', 'Open'],
    ['in_review', 'In review'],
    ['resolved', 'Resolved'],
    ['dismissed', 'Dismissed'],
  ] as const)('is seen by both parties and admins: %s', async (state, label) => {
    await look({ problems: [aProblemView({ state })] }, { role: 'admin' });
    expect(texts('section[aria-labelledby="problems"] li')).toEqual([
      `The session did not take place${label}Reported by the tutor, Tue, 24 Nov 2026, 5:00 PMNobody came to the meeting.`,
    ]);
  });

  it('comes with what an administrator has noted, as it was written', async () => {
    const problem = aProblemView({ by: 'student', state: 'dismissed', text: 'යමෙක් ආවේ නැත\nமீண்டும்', adminNote: 'The tutor was there.' });
    await look({ problems: [problem] });
    const [shownProblem] = texts('section[aria-labelledby="problems"] li');
    expect(shownProblem).toContain('Reported by you');
    expect(shownProblem).toContain('යමෙක් ආවේ නැත\nமீண்டும்');
    expect(shownProblem).toContain('The tutor was there.');
  });
});
