import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { act, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ReviewModal, type ReviewModalProps } from '#client/features/reviews/review-modal.tsx';
import { userKey } from '#client/lib/drafts/draft.ts';
import { session } from '#client/lib/session/session.ts';
import type { WriteReviewInput } from '#shared/contracts/engagement.ts';
import { clickInDialog, findDialogButton, getDialogText, waitForNoDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { render, STUDENT, signIn } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aReviewView } from '#tests/support/views.ts';
import { makeBackButton } from '#tests/support/visit.ts';

const TEXT = 'Explains waves with a rope.';
const BOOKING = { id: 'booking-1', subject: { name: 'Physics' }, tutor: { user: { name: 'Nimal Silva' } }, isReviewed: false };
const REVIEWED = { ...BOOKING, isReviewed: true };
const WRITTEN = aReviewView({ rating: 3, review: 'Good, but often late.' });

const { toasts } = collectToasts();
beforeEach(() => signIn(STUDENT));

const written = ({ bookingId, rating, review }: WriteReviewInput) => ({
  isNew: true,
  message: 'Your review has been submitted successfully.',
  rating: aReviewView({ bookingId, rating, review }),
});

function Host({ booking }: Pick<ReviewModalProps, 'booking'>) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Review
      </button>
      <ReviewModal booking={booking} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

async function openDialog(booking: ReviewModalProps['booking'] = BOOKING, answers: Answers = {}) {
  const api = fakeApi({ 'reviews.write': written, 'reviews.ofBooking': () => WRITTEN, ...answers });
  const rendered = await render(<Host booking={booking} />, { api });
  await screen.findByRole('dialog');
  return rendered;
}

const findTextarea = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Your review' });
const listStars = () => screen.queryAllByRole<HTMLInputElement>('radio');
const getChosenStar = () =>
  listStars()
    .find(({ checked }) => checked)
    ?.getAttribute('aria-label');
const getValues = () => [getChosenStar(), findTextarea()?.value];
const getSubmit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit Review' });
const listDraftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
const clickButton = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));
const chooseStars = (user: UserEvent, label: string) => user.click(screen.getByRole('radio', { name: label }));

async function write(user: UserEvent, text: string): Promise<void> {
  await user.clear(screen.getByRole('textbox', { name: 'Your review' }));
  if (text !== '') await user.paste(text);
  await user.tab();
}

const sent = (api: { calls: { path: string; input: unknown }[] }, path: string) =>
  api.calls.filter((call) => call.path === path).map(({ input }) => input);
/** The descriptions of a control. */
const listDescriptions = (control: Element | null) =>
  (control?.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);

describe('a new review', () => {
  // spec reviews.4 | P §5 Review, S4 | The modal: five stars to begin with, arrow keys, characters still needed, send from ten on |
  //   src/client/features/reviews/review-dialog.tsx
  it('names the session, and begins with five stars and no text', async () => {
    const { api } = await openDialog();
    await screen.findByText('Write a review');
    await screen.findByText('Physics with Nimal Silva');
    expect(getChosenStar()).toBe('5 stars');
    expect(listStars().map((star) => star.name)).toEqual(Array(5).fill(listStars()[0]?.name));
    expect(findTextarea()?.value).toBe('');
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(sent(api, 'reviews.ofBooking')).toEqual([]);
  });

  // spec reviews.4
  it('can be sent from ten characters, and says how many are missing', async () => {
    const { user } = await openDialog();
    for (const [text, counter] of [
      ['', '10 more characters needed'],
      ['   too few   ', '3 more characters needed'],
      ['nine char', '1 more character needed'],
    ] as const) {
      await write(user, text);
      expect(getSubmit().disabled).toBe(true);
      expect(listDescriptions(getSubmit())).toEqual([counter]);
      expect(listDescriptions(findTextarea())).toContain(counter);
    }
    await screen.findByText('Review must be at least 10 characters long');
    await write(user, 'ten chars!');
    expect(getSubmit().disabled).toBe(false);
    await screen.findByText('10 of 2,000 characters');
  });

  it('counts an emoji as one character and invisible characters as none', async () => {
    const { user } = await openDialog();
    await write(user, '😀'.repeat(9));
    await screen.findByText('1 more character needed');
    await write(user, '\u200B\u2800'.repeat(10));
    await screen.findByText('10 more characters needed');
    expect(getSubmit().disabled).toBe(true);
    await write(user, '😀'.repeat(1001));
    await screen.findByText('1,001 of 2,000 characters');
    expect(getSubmit().disabled).toBe(false);
  });

  // spec reviews.4, errors.52
  it('says what is wrong once the text has lost the focus', async () => {
    const { user } = await openDialog();
    expect(getDialogText()).not.toContain('Please write a review');
    await write(user, '  ');
    await screen.findByText('Please write a review');
  });

  it('is not stored once it is as it was', async () => {
    const { user } = await openDialog();
    await write(user, TEXT);
    expect(listDraftKeys()).toHaveLength(1);
    await write(user, ' ');
    expect(listDraftKeys()).toEqual([]);
    await chooseStars(user, '4 stars');
    expect(listDraftKeys()).toHaveLength(1);
  });

  it('is closed by Back, which leaves the page where it is', async () => {
    const { user, router } = await openDialog(REVIEWED, { 'reviews.ofBooking': () => WRITTEN });
    await clickInDialog(user, 'Cancel');
    await waitForNoDialog();
    const goesBack = makeBackButton(router);
    await clickButton(user, 'Review');
    await screen.findByText('Edit your review');
    await clickInDialog(user, 'Delete');
    await screen.findByText('Delete your review?');
    expect(await goesBack()).toBe(false);
    await screen.findByText('Edit your review');
    expect(await goesBack()).toBe(false);
    await waitForNoDialog();
  });

  // spec reviews.4
  it('cannot be sent where it is too long', async () => {
    const { user } = await openDialog();
    await write(user, 'a'.repeat(2001));
    await screen.findByText('Review cannot be longer than 2000 characters');
    expect(getSubmit().disabled).toBe(true);
  });

  // spec errors.51 | C §8 Reviews | 'Your review has been submitted successfully.' under 'Review Submitted'; 'Failed to submit review. Please try
  //   again.' under 'Review Submission Failed' | src/client/features/reviews/review-dialog.tsx
  // spec reviews.4
  it('is sent trimmed, once, and with the chosen stars', async () => {
    const { user, api } = await openDialog();
    await chooseStars(user, '2 stars');
    expect(getChosenStar()).toBe('2 stars');
    await write(user, ` ${TEXT} `);
    await act(async () => {
      getSubmit().click();
      getSubmit().click();
    });
    await waitForNoDialog();
    expect(sent(api, 'reviews.write')).toEqual([{ bookingId: 'booking-1', rating: 2, review: TEXT }]);
    expect(toasts).toEqual([{ kind: 'success', title: 'Review Submitted', message: 'Your review has been submitted successfully.' }]);
  });

  it('begins empty after another one was sent', async () => {
    const { user } = await openDialog();
    await write(user, TEXT);
    await user.click(getSubmit());
    await waitForNoDialog();
    await clickButton(user, 'Review');
    await waitFor(() => expect(findTextarea()?.value).toBe(''));
    expect(listDraftKeys()).toEqual([]);
  });

  // spec errors.51
  it.each([
    ['the sentence of the server', () => apiError('review.not_completed'), 'Only completed bookings can be reviewed'],
    ['the sentence of the specification', networkError, 'Failed to submit review. Please try again.'],
  ] as const)('shows %s where it fails, and keeps what was typed', async (_, failure, message) => {
    let isAway = true;
    const { user } = await openDialog(BOOKING, {
      'reviews.write': (input) => {
        if (isAway) throw failure();
        return written(input);
      },
    });
    await chooseStars(user, '1 star');
    await write(user, TEXT);
    await user.click(getSubmit());
    await waitFor(() => expect(toasts).toEqual([{ kind: 'error', title: 'Review Submission Failed', message }]));
    expect(listDescriptions(findTextarea())).toContain(message);
    expect(getValues()).toEqual(['1 star', TEXT]);
    isAway = false;
    await user.click(getSubmit());
    await waitForNoDialog();
  });

  it('leaves the focus on the button where it fails', async () => {
    const { user } = await openDialog(BOOKING, {
      'reviews.write': () => {
        throw networkError();
      },
    });
    await write(user, TEXT);
    await user.click(getSubmit());
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(document.activeElement).toBe(getSubmit());
    await user.type(screen.getByRole('textbox', { name: 'Your review' }), ' Thank you.');
    expect(getDialogText()).not.toContain('Failed to submit review.');
  });

  // spec reviews.6 | D Errors | What was typed outlives a reload and a session that ran out, per person and booking |
  //   src/client/features/reviews/review-dialog.tsx
  // spec errors.46 | C §8 Guards | 'Please login to submit a review' | src/client/features/reviews/review-dialog.tsx
  it('asks to log in when the session has expired, and is there again afterwards', async () => {
    const { user } = await openDialog(BOOKING, {
      'reviews.write': () => {
        throw apiError('auth.expired');
      },
    });
    await chooseStars(user, '4 stars');
    await write(user, TEXT);
    await user.click(getSubmit());
    await waitFor(() =>
      expect(toasts.map(({ title, message }) => [title, message])).toContainEqual(['Review Submission Failed', 'Please login to submit a review']),
    );
    expect(getValues()).toEqual(['4 stars', TEXT]);
    await clickInDialog(user, 'Cancel');
    await waitForNoDialog();
    await act(async () => signIn(STUDENT));
    await clickButton(user, 'Review');
    await waitFor(() => expect(getValues()).toEqual(['4 stars', TEXT]));
  });

  // spec reviews.6
  it('is stored for its own session', async () => {
    const { user } = await openDialog();
    await write(user, TEXT);
    await clickInDialog(user, 'Cancel');
    await waitForNoDialog();
    await openDialog({ ...BOOKING, id: 'booking-2' });
    expect(getValues()).toEqual(['5 stars', '']);
  });

  // spec reviews.6
  it.each(['no record', '"text"', '{"rating":9,"review":7}'])('ignores a stored draft that is invalid: %s', async (storedText) => {
    localStorage.setItem(userKey(STUDENT.id, 'review booking-1'), storedText);
    await openDialog();
    expect(getValues()).toEqual(['5 stars', '']);
  });

  // spec reviews.6
  it('is stored for its own user', async () => {
    const { user } = await openDialog();
    await write(user, TEXT);
    await clickInDialog(user, 'Cancel');
    await waitForNoDialog();
    await act(async () => session.end());
    await act(async () => signIn({ ...STUDENT, id: 'student-2' }));
    await clickButton(user, 'Review');
    await waitFor(() => expect(findTextarea()?.value).toBe(''));
  });
});

describe('a saved review', () => {
  // spec reviews.5 | P §4 Review | An existing review is preloaded for editing | src/client/features/reviews/review-dialog.tsx
  it('fills the fields, after a skeleton', async () => {
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await openDialog(REVIEWED, { 'reviews.ofBooking': () => waiting.then(() => WRITTEN) });
    await screen.findByText('Loading your review…');
    expect([findTextarea(), listStars().length]).toEqual([null, 0]);
    await act(async () => answer());
    await waitFor(() => expect(getValues()).toEqual(['3 stars', 'Good, but often late.']));
    await screen.findByText('Edit your review');
  });

  // spec reviews.5
  it('is replaced', async () => {
    const { user, api } = await openDialog(REVIEWED);
    await findDialogButton('Save Review');
    await chooseStars(user, '5 stars');
    await clickInDialog(user, 'Save Review');
    await waitForNoDialog();
    expect(sent(api, 'reviews.write')).toEqual([{ bookingId: 'booking-1', rating: 5, review: 'Good, but often late.' }]);
  });

  // spec reviews.5
  it('can be read again after a failure', async () => {
    let isAway = true;
    const { user } = await openDialog(REVIEWED, {
      'reviews.ofBooking': () => {
        if (isAway) throw apiError('request.limited');
        return WRITTEN;
      },
    });
    await screen.findByText('Error Loading Review');
    isAway = false;
    await clickInDialog(user, 'Try Again');
    await waitFor(() => expect(findTextarea()?.value).toBe('Good, but often late.'));
  });

  // spec reviews.5
  it('that is gone by now makes room for another one', async () => {
    await openDialog(REVIEWED, {
      'reviews.ofBooking': () => {
        throw apiError('review.none');
      },
    });
    await screen.findByText('Write a review');
    expect(getValues()).toEqual(['5 stars', '']);
  });

  const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve, 50)));

  /** A dialog whose review is changed on another device. */
  async function openShared() {
    let review = WRITTEN;
    const { user, queryClient } = await openDialog(REVIEWED, { 'reviews.ofBooking': () => review });
    await waitFor(() => expect(getValues()).toEqual(['3 stars', 'Good, but often late.']));
    const close = async () => {
      await clickInDialog(user, 'Cancel');
      await waitForNoDialog();
    };
    const changeElsewhere = async () => {
      review = aReviewView({ rating: 4, review: 'Good, and in time by now.' });
      await act(async () => queryClient.invalidateQueries());
    };
    return { user, close, changeElsewhere };
  }

  // spec reviews.10 | P §4 Review, D Errors | A review that was changed elsewhere replaces what the open form shows, unless that was changed or restored |
  //   src/client/features/reviews/review-dialog.tsx
  it('is shown as it is by now where an earlier opening has read it', async () => {
    const { user, close, changeElsewhere } = await openShared();
    await close();
    await changeElsewhere();
    await clickButton(user, 'Review');
    await waitFor(() => expect(getValues()).toEqual(['4 stars', 'Good, and in time by now.']));
    expect(listDraftKeys()).toEqual([]);
  });

  // spec reviews.10
  it('does not replace what has been changed since it was shown', async () => {
    const { user, changeElsewhere } = await openShared();
    await chooseStars(user, '1 star');
    await changeElsewhere();
    await settle();
    expect(getValues()).toEqual(['1 star', 'Good, but often late.']);
  });

  // spec reviews.10
  it('does not replace a draft', async () => {
    const { user, close, changeElsewhere } = await openShared();
    await write(user, TEXT);
    await close();
    await changeElsewhere();
    await clickButton(user, 'Review');
    await screen.findByRole('dialog');
    await settle();
    expect(getValues()).toEqual(['3 stars', TEXT]);
  });

  // spec reviews.10
  it('does not replace the draft of an earlier visit', async () => {
    localStorage.setItem(userKey(STUDENT.id, 'review booking-1'), JSON.stringify({ rating: 2, review: TEXT }));
    await openDialog(REVIEWED);
    await waitFor(() => expect(getValues()).toEqual(['2 stars', TEXT]));
  });

  // spec reviews.7 | S4 | It is deleted after a question | src/client/features/reviews/review-dialog.tsx
  it('is deleted after a confirmation', async () => {
    const { user, api } = await openDialog(REVIEWED, { 'reviews.remove': () => ({ message: 'Review removed successfully' }) });
    await clickInDialog(user, 'Delete');
    await screen.findByText('Delete your review?');
    expect(sent(api, 'reviews.remove')).toEqual([]);
    await clickInDialog(user, 'Keep it');
    await screen.findByText('Edit your review');
    await clickInDialog(user, 'Delete');
    await clickInDialog(user, 'Delete review');
    await waitForNoDialog();
    expect(sent(api, 'reviews.remove')).toEqual([{ id: WRITTEN.id }]);
    expect(toasts).toEqual([{ kind: 'success', message: 'Review removed successfully' }]);
  });

  // spec reviews.7
  it('stays where it cannot be deleted, with the reason', async () => {
    const { user } = await openDialog(REVIEWED, {
      'reviews.remove': () => {
        throw networkError();
      },
    });
    await clickInDialog(user, 'Delete');
    await clickInDialog(user, 'Delete review');
    expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toBe('Failed to delete review. Please try again.');
    expect(toasts).toEqual([]);
  });

  // spec reviews.11 | S4 | A review that is deleted elsewhere while the question stands: it says so and closes |
  //   src/client/features/reviews/review-dialog.tsx
  it('that is gone while the question stands says so, and closes', async () => {
    let isGone = false;
    const { user, api, queryClient } = await openDialog(REVIEWED, {
      'reviews.ofBooking': () => {
        if (isGone) throw apiError('review.none');
        return WRITTEN;
      },
      'reviews.remove': () => {
        throw apiError('review.not_found');
      },
    });
    await clickInDialog(user, 'Delete');
    await screen.findByText('Delete your review?');
    isGone = true;
    await act(async () => queryClient.invalidateQueries());
    await clickInDialog(user, 'Delete review');
    await waitForNoDialog();
    expect(sent(api, 'reviews.remove')).toEqual([{ id: WRITTEN.id }]);
    expect(toasts).toEqual([{ kind: 'error', message: apiError('review.not_found').message }]);
  });
});
