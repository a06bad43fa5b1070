import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DismissibleNotice } from '#client/features/auth/account-notices.tsx';
import { EmailConfirmation } from '#client/features/auth/email-confirmation.tsx';
import { LoginNotice } from '#client/features/auth/login-notice.tsx';
import { ResetPasswordForm } from '#client/features/auth/reset-password-form.tsx';
import { BookingModal } from '#client/features/booking-modal/booking-modal.tsx';
import { ReportButton } from '#client/features/moderation/report-button.tsx';
import { Availability } from '#client/features/tutor-detail/availability.tsx';
import { type I18n, i18nOfPage, loadMessages, makeI18n, setI18nOfPage } from '#client/lib/i18n.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import { sentencesIn } from '#tests/e2e/support/catalogue.ts';
import { type Answers, apiError, fakeApi } from '#tests/support/fake-api.ts';
import { render, STUDENT, signIn } from '#tests/support/render.tsx';
import { aCalendarView, aProfileView, aSubjectView, MATHS, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';

const english = i18nOfPage();
const sinhala = sentencesIn('si');
let i18n: I18n;

beforeEach(async () => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
  i18n = makeI18n('si');
  setI18nOfPage(i18n);
  await loadMessages({ i18n }, 'public', 'auth', 'signed-in', 'tutor-page', 'refusals');
});
afterEach(() => {
  setI18nOfPage(english);
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

// spec s15-screens.3 | S15 1 | What a rule or the server says in English is shown in the language of the page, beside fields and in notices, too |
//   src/client/features/booking-modal/booking-draft.ts, src/client/features/booking-modal/notices.tsx,
//   src/client/lib/session/use-resend-link.ts, src/client/features/auth/login-notice.tsx
describe('a page in Sinhala says in Sinhala', () => {
  const open = (node: React.ReactNode, answers: Answers = {}) => render(node, { api: fakeApi(answers), i18n });
  const press = async (user: { click: (element: Element) => Promise<void> }, label: string) =>
    user.click(await screen.findByRole('button', { name: sinhala(label) }));

  describe('while booking', () => {
    /** Open in its last step. */
    async function book(phone: string, answers: Answers = {}) {
      const tutor = aProfileView();
      const draft = {
        subjectId: MATHS,
        step: 3,
        hours: 1,
        method: 'online',
        start: TUESDAY_FOUR.start.getTime(),
        contactNumber: phone,
        attempt: 'one',
      };
      localStorage.setItem(`draft:${STUDENT.id}:booking:${tutor.id}`, JSON.stringify({ draft, keptAt: MONDAY_TEN.getTime() }));
      signIn(STUDENT);
      const modal = <BookingModal tutor={tutor} opened initialSubject={undefined} student={STUDENT} onClose={() => {}} onBooked={() => {}} />;
      return await open(modal, { 'tutors.availability': () => aCalendarView(tutor), ...answers });
    }

    test('what is wrong with the contact number', async () => {
      const { user } = await book('077');
      const sentence = sinhala(VALIDATION.contactNumber);
      await screen.findByText(sentence);
      await user.click(screen.getByLabelText(new RegExp(sinhala('Contact number'))));
      await user.tab();
      await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
    });

    test('why no more requests can be sent', async () => {
      await book(STUDENT.phone, { 'bookings.pendingRequests': () => ({ all: 3, ofTutor: 3, isEmailConfirmed: true, own: [] }) });
      await screen.findByText(sinhala(ERRORS['booking.too_many_pending_tutor'].message));
    });

    test('what the server finds wrong with a field', async () => {
      const refuse = () => Promise.reject(apiError('booking.in_past', { field: 'notes' }));
      const { user } = await book(STUDENT.phone, { 'bookings.request': refuse });
      await press(user, 'Book Session');
      await waitFor(() => expect(screen.getAllByText(sinhala(ERRORS['booking.in_past'].message))).toHaveLength(2));
    });
  });

  test('that the mail to confirm an address was sent again', async () => {
    signIn({ ...STUDENT, emailVerified: false });
    const { user } = await open(<DismissibleNotice unconfirmed={STUDENT.email} onDismiss={() => {}} />, {
      'auth.resendVerification': () => ({ message: SUCCESS.linkSent }),
    });
    await press(user, 'Resend');
    await screen.findByText(sinhala(SUCCESS.linkSent));
  });

  test('that an address is confirmed', async () => {
    await open(<EmailConfirmation isConfirmed onDone={() => {}} />);
    await screen.findByText(sinhala(SUCCESS.emailConfirmed));
  });

  test('that a password was reset, above the login', async () => {
    await open(<LoginNotice done={SUCCESS.passwordReset} />);
    await screen.findByText(sinhala(SUCCESS.passwordReset));
  });

  test('which address a code needs', async () => {
    const { user } = await open(<ResetPasswordForm onDone={() => {}} />);
    await press(user, 'Resend code');
    await screen.findByText(sinhala(VALIDATION.email));
  });

  test('the only subject of a tutor, above its free times', async () => {
    const tutor = aProfileView({ subjects: [aSubjectView({ name: 'Physics (A/L)' })] });
    const calendar = { data: aCalendarView(tutor), error: null, isFetching: false, refetch: () => {} };
    const booking = { problem: null, onBook: () => {} };
    const initialDay = { days: undefined, freeOn: undefined };
    await open(
      <Availability tutor={tutor} calendar={calendar} initialSubject={undefined} initialDay={initialDay} booking={booking} now={MONDAY_TEN} />,
    );
    await screen.findByText(sinhala('Physics (A/L)'));
  });

  test('whose review it is, where the account is deleted', async () => {
    await open(<ReportButton about="review" id="review-1" name="" />);
    const label = sinhala('Report the review of {name}').replace('{name}', sinhala('Anonymous'));
    expect(screen.getByRole('link').getAttribute('aria-label')).toBe(label);
  });
});
