import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BookingPage } from '#client/features/bookings/booking-page.tsx';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { clickInDialog, findDialogButton, getDialogText, waitForNoDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { ADMIN, render, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aBookingDetails, aProblemView, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';

const DAY = 86_400_000;
const VIEWERS = { student: STUDENT, tutor: TUTOR, admin: ADMIN } as const;
const AFTER = new Date(TUESDAY_FOUR.end.getTime() + 60_000);

const { listToasts } = collectToasts();
beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function showPage(
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
  const { user } = await render(<BookingPage id={booking.id} role={role} />, { api });
  await screen.findByRole('heading', { level: 1, name: booking.subject.name });
  return { user, sent: () => api.calls.filter(({ path }) => path === 'moderation.reportProblem').map(({ input }) => input) };
}

const findButton = () => screen.queryByRole('button', { name: 'Report a problem' });
const getTextarea = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What happened?' });
const getProblems = () => within(screen.getByRole('region', { name: 'Reported problems' })).getAllByRole('listitem');

async function openDialog(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Report a problem' }));
  await findDialogButton('Send Report');
}

async function describeProblem(user: UserEvent, text: string): Promise<void> {
  await user.clear(getTextarea());
  await user.paste(text);
}

async function reportProblem(user: UserEvent): Promise<void> {
  await openDialog(user);
  await user.click(screen.getByRole('radio', { name: 'Other' }));
  await describeProblem(user, 'Nobody came to the meeting.');
  await clickInDialog(user, 'Send Report');
}

describe('the button that reports a problem', () => {
  const lastMoment = new Date(TUESDAY_FOUR.end.getTime() + 14 * DAY);

  // spec reports.1
  it.each<[string, Partial<BookingDetails>, Role, Date, boolean]>([
    ['from the start of a session', {}, 'student', TUESDAY_FOUR.start, true],
    ['not before the start of a session', {}, 'student', new Date(TUESDAY_FOUR.start.getTime() - 1), false],
    ['on a completed one, until 14 days after its end', { status: 'completed' }, 'tutor', lastMoment, true],
    ['not more than 14 days after its end', { status: 'completed' }, 'tutor', new Date(lastMoment.getTime() + 1), false],
    ['not on a request', { status: 'pending' }, 'student', AFTER, false],
    ['not on a cancelled booking', { status: 'cancelled' }, 'student', AFTER, false],
    ['not to an admin', {}, 'admin', AFTER, false],
    ['not while an own one is open', { problems: [aProblemView({ by: 'student' })] }, 'student', AFTER, false],
    ['nor while it is in review', { problems: [aProblemView({ by: 'student', state: 'in_review' })] }, 'student', AFTER, false],
    ['again once the problem is decided', { problems: [aProblemView({ by: 'student', state: 'resolved' })] }, 'student', AFTER, true],
    ['where only the other party has reported a problem', { problems: [aProblemView()] }, 'student', AFTER, true],
  ])('is offered %s', async (_, booking, role, now, expected) => {
    await showPage(booking, { role, now });
    expect(findButton() !== null).toBe(expected);
  });

  // spec reports.3
  it('offers four kinds of problems and counts the characters of the description', async () => {
    const { user } = await showPage();
    await openDialog(user);
    const kinds = within(within(screen.getByRole('dialog')).getByRole('group', { name: 'What went wrong?' })).getAllByRole('radio');
    expect(kinds.map((radio) => radio.closest('label')?.textContent)).toEqual(['The session did not take place', 'Quality', 'Behaviour', 'Other']);
    expect(getDialogText()).toContain('10 more characters needed');
    await describeProblem(user, ' Nobody ca');
    expect(getDialogText()).toContain('1 more character needed');
    await describeProblem(user, 'Nobody came');
    expect(getDialogText()).toContain('11 of 1,000 characters');
  });

  // spec reports.3
  it('says beside each field what is missing and sends nothing', async () => {
    const { user, sent } = await showPage();
    await openDialog(user);
    await describeProblem(user, '   No show   ');
    await clickInDialog(user, 'Send Report');
    await screen.findByText('Please choose what went wrong');
    await screen.findByText('Please describe the problem in at least 10 characters');
    expect(document.activeElement?.getAttribute('type')).toBe('radio');
    await user.click(screen.getByRole('radio', { name: 'Quality' }));
    expect(getDialogText()).not.toContain('Please choose what went wrong');
    await describeProblem(user, 'x'.repeat(1001));
    await clickInDialog(user, 'Send Report');
    await screen.findByText('Description cannot be longer than 1000 characters');
    expect(sent()).toEqual([]);
  });

  // spec reports.3
  it('sends the report once, shows it, and leaves the focus to the page', async () => {
    const { user, sent } = await showPage();
    await openDialog(user);
    await user.click(screen.getByRole('radio', { name: 'The session did not take place' }));
    await describeProblem(user, '  Nobody came to the meeting.  ');
    const send = await findDialogButton('Send Report');
    await act(async () => {
      send.click();
      send.click();
    });
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Problem reported successfully']]));
    expect(sent()).toEqual([{ bookingId: 'booking-1', kind: 'not_held', text: 'Nobody came to the meeting.' }]);
    await waitFor(() => expect(getProblems()[0]?.textContent).toContain('Reported by you'));
    expect(findButton()).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  // spec reports.3
  it('keeps what was typed when the dialog is closed', async () => {
    const { user } = await showPage();
    await openDialog(user);
    await describeProblem(user, 'Nobody came to the meeting.');
    await clickInDialog(user, 'Cancel');
    await openDialog(user);
    expect(getTextarea().value).toBe('Nobody came to the meeting.');
  });

  // spec rest-limits.14
  it('says when to try again after too many reports, and keeps what was typed', async () => {
    const report = () => {
      throw rateLimitError(120);
    };
    const { user } = await showPage({}, { answers: { 'moderation.reportProblem': report } });
    await reportProblem(user);
    await screen.findByText('Too many requests. Please try again later. You can try again in 2 minutes.');
    expect(getTextarea().value).toBe('Nobody came to the meeting.');
  });

  it('says nothing of a description that is left empty', async () => {
    const { user } = await showPage();
    await openDialog(user);
    await user.click(getTextarea());
    await user.click(screen.getByRole('radio', { name: 'Quality' }));
    await act(() => import('#shared/contracts/moderation.ts'));
    expect(getDialogText()).not.toContain('Please describe the problem');
  });

  it('removes the reason of a failure with the next change', async () => {
    const report = () => {
      throw networkError();
    };
    const { user } = await showPage({}, { answers: { 'moderation.reportProblem': report } });
    await reportProblem(user);
    await within(screen.getByRole('dialog')).findByRole('alert');
    await user.type(getTextarea(), ' I waited.');
    expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull();
  });

  it('says only once that the problem was reported already', async () => {
    const report = () => {
      throw apiError('problem.reported');
    };
    const { user } = await showPage({}, { answers: { 'moderation.reportProblem': report } });
    await reportProblem(user);
    await waitForNoDialog();
    await openDialog(user);
    expect(getTextarea().value).toBe('Nobody came to the meeting.');
    expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull();
  });

  // spec reports.3
  it('says that another tab has reported the problem already', async () => {
    const report = () => {
      throw apiError('problem.reported');
    };
    const { user } = await showPage({}, { answers: { 'moderation.reportProblem': report } });
    await reportProblem(user);
    await waitFor(() => expect(listToasts()).toEqual([['error', 'You have already reported a problem on this session']]));
    await waitForNoDialog();
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
    await showPage({ problems: [aProblemView({ state })] }, { role: 'admin' });
    expect(getProblems().map(({ textContent }) => textContent)).toEqual([
      `The session did not take place${label}Reported by the tutor, Tue, 24 Nov 2026, 5:00 PMNobody came to the meeting.`,
    ]);
  });

  it('comes with what an administrator has noted, as it was written', async () => {
    const problem = aProblemView({ by: 'student', state: 'dismissed', text: 'යමෙක් ආවේ නැත\nமீண்டும்', adminNote: 'The tutor was there.' });
    await showPage({ problems: [problem] });
    const shownProblem = getProblems()[0]?.textContent;
    expect(shownProblem).toContain('Reported by you');
    expect(shownProblem).toContain('යමෙක් ආවේ නැත\nமீண்டும்');
    expect(shownProblem).toContain('The tutor was there.');
  });
});
