import { act, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReviewModal, type ReviewModalProps } from '#client/features/reviews/review-modal.tsx';
import { userKey } from '#client/lib/drafts/draft.ts';
import { session } from '#client/lib/session/session.ts';
import { showToasts, type Toast } from '#client/ui/toasts.ts';
import type { WriteReviewInput } from '#shared/contracts/engagement.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { button, fillText, press, pressTwice, render, STUDENT, shown, signIn, texts, until } from '#tests/support/render.tsx';
import { aReviewView } from '#tests/support/views.ts';
import { makeBackButton } from '#tests/support/visit.ts';

const TEXT = 'Explains waves with a rope.';
const BOOKING = { id: 'booking-1', subject: { name: 'Physics' }, tutor: { user: { name: 'Nimal Silva' } }, isReviewed: false };
const REVIEWED = { ...BOOKING, isReviewed: true };
/** Both labels of the button of a question. */
const DELETE = 'Delete reviewProcessing...';
const WRITTEN = aReviewView({ rating: 3, review: 'Good, but often late.' });

let said: Toast[] = [];
let stop = () => {};
beforeEach(() => {
  signIn(STUDENT);
  said = [];
  stop = showToasts((toast) => said.push(toast));
});
afterEach(() => stop());

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

async function open(booking: ReviewModalProps['booking'] = BOOKING, answers: Answers = {}) {
  const api = fakeApi({ 'reviews.write': written, 'reviews.ofBooking': () => WRITTEN, ...answers });
  const rendered = await render(<Host booking={booking} />, { api });
  await until(() => expect(dialog()).not.toBeNull());
  return rendered;
}

const dialog = () => document.querySelector('[role="dialog"]');
const isShut = () => until(() => expect(dialog()).toBeNull());
const textarea = () => document.querySelector('textarea');
const stars = () => [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
const rating = () =>
  stars()
    .find(({ checked }) => checked)
    ?.getAttribute('aria-label');
const choose = (index: number) => act(async () => stars()[index - 1]?.click());
const sent = (api: { calls: { path: string; input: unknown }[] }, path: string) =>
  api.calls.filter((call) => call.path === path).map(({ input }) => input);
/** What explains a control to those who cannot see it. */
const explained = (control: Element | null | undefined) =>
  (control?.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);

describe('a new review', () => {
  // spec reviews.4 | P §5 Review, S4 | The modal: five stars to begin with, arrow keys, characters still needed, send from ten on |
  //   src/client/features/reviews/review-dialog.tsx
  it('says of what it is, and begins with five stars and nothing written', async () => {
    const { api } = await open();
    await shown('Write a review');
    await shown('Physics with Nimal Silva');
    expect(rating()).toBe('5 stars');
    expect(stars().map((star) => star.name)).toEqual(Array(5).fill(stars()[0]?.name));
    expect(textarea()?.value).toBe('');
    expect(texts('button')).not.toContain('Delete');
    expect(sent(api, 'reviews.ofBooking')).toEqual([]);
  });

  // spec reviews.4
  it('can be sent from ten characters on, and says how many are missing', async () => {
    await open();
    for (const [text, counter] of [
      ['', '10 more characters needed'],
      ['   too few   ', '3 more characters needed'],
      ['nine char', '1 more character needed'],
    ] as const) {
      await fillText('Your review', text);
      expect(button('Submit Review').disabled).toBe(true);
      expect(explained(button('Submit Review'))).toEqual([counter]);
      expect(explained(textarea())).toContain(counter);
    }
    await shown('Review must be at least 10 characters long');
    await fillText('Your review', 'ten chars!');
    expect(button('Submit Review').disabled).toBe(false);
    await shown('10 of 2,000 characters');
  });

  it('counts characters as they are seen: an emoji is one, and what nobody sees is none', async () => {
    await open();
    await fillText('Your review', '😀'.repeat(9));
    await shown('1 more character needed');
    await fillText('Your review', '\u200B\u2800'.repeat(10));
    await shown('10 more characters needed');
    expect(button('Submit Review').disabled).toBe(true);
    await fillText('Your review', '😀'.repeat(1001));
    await shown('1,001 of 2,000 characters');
    expect(button('Submit Review').disabled).toBe(false);
  });

  // spec reviews.4, errors.52
  it('says what is wrong once the text was left, and not before', async () => {
    await open();
    expect(dialog()?.textContent).not.toContain('Please write a review');
    await fillText('Your review', '  ');
    await shown('Please write a review');
  });

  it('that was typed and taken back is not kept', async () => {
    const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
    await open();
    await fillText('Your review', TEXT);
    expect(kept()).toHaveLength(1);
    await fillText('Your review', '');
    expect(kept()).toEqual([]);
    await choose(4);
    expect(kept()).toHaveLength(1);
  });

  it('is closed by Back, which leaves the page where it is', async () => {
    const { router } = await open(REVIEWED, { 'reviews.ofBooking': () => WRITTEN });
    await press('Cancel');
    await isShut();
    const goesBack = makeBackButton(router);
    await press('Review');
    await shown('Edit your review');
    await press('Delete');
    await shown('Delete your review?');
    expect(await goesBack()).toBe(false);
    await shown('Edit your review');
    expect(await goesBack()).toBe(false);
    await isShut();
  });

  // spec reviews.4
  it('that is too long cannot be sent', async () => {
    await open();
    await fillText('Your review', 'a'.repeat(2001));
    await shown('Review cannot be longer than 2000 characters');
    expect(button('Submit Review').disabled).toBe(true);
  });

  // spec errors.51 | C §8 Reviews | 'Your review has been submitted successfully.' under 'Review Submitted'; 'Failed to submit review. Please try
  //   again.' under 'Review Submission Failed' | src/client/features/reviews/review-dialog.tsx
  // spec reviews.4
  it('is sent trimmed, once, with the stars that were chosen, and says so', async () => {
    const { api } = await open();
    await choose(2);
    expect(rating()).toBe('2 stars');
    await fillText('Your review', ` ${TEXT} `);
    await pressTwice('Submit Review');
    await isShut();
    expect(sent(api, 'reviews.write')).toEqual([{ bookingId: 'booking-1', rating: 2, review: TEXT }]);
    expect(said).toEqual([{ kind: 'success', title: 'Review Submitted', message: 'Your review has been submitted successfully.' }]);
  });

  it('begins anew after it was sent', async () => {
    await open();
    await fillText('Your review', TEXT);
    await press('Submit Review');
    await isShut();
    await press('Review');
    await until(() => expect(textarea()?.value).toBe(''));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
  });

  // spec errors.51
  it.each([
    ['the sentence of the server', () => apiError('review.not_completed'), 'Only completed bookings can be reviewed'],
    ['the sentence of the specification', networkError, 'Failed to submit review. Please try again.'],
  ] as const)('that fails says %s, and keeps what was typed', async (_, failure, message) => {
    let isAway = true;
    await open(BOOKING, {
      'reviews.write': (input) => {
        if (isAway) throw failure();
        return written(input);
      },
    });
    await choose(1);
    await fillText('Your review', TEXT);
    await press('Submit Review');
    await until(() => expect(said).toEqual([{ kind: 'error', title: 'Review Submission Failed', message }]));
    expect(explained(textarea())).toContain(message);
    expect([rating(), textarea()?.value]).toEqual(['1 star', TEXT]);
    isAway = false;
    await press('Submit Review');
    await isShut();
  });

  // spec reviews.6 | D Errors | What was typed outlives a reload and a session that ran out, per person and booking |
  //   src/client/features/reviews/review-dialog.tsx
  // spec errors.46 | C §8 Guards | 'Please login to submit a review' | src/client/features/reviews/review-dialog.tsx
  it('asks to log in when the session has run out, and is there again afterwards', async () => {
    await open(BOOKING, {
      'reviews.write': () => {
        throw apiError('auth.expired');
      },
    });
    await choose(4);
    await fillText('Your review', TEXT);
    await press('Submit Review');
    await until(() =>
      expect(said.map(({ title, message }) => [title, message])).toContainEqual(['Review Submission Failed', 'Please login to submit a review']),
    );
    expect([rating(), textarea()?.value]).toEqual(['4 stars', TEXT]);
    await press('Cancel');
    await isShut();
    await act(async () => signIn(STUDENT));
    await press('Review');
    await until(() => expect([rating(), textarea()?.value]).toEqual(['4 stars', TEXT]));
  });

  // spec reviews.6
  it('that was begun is of its own session', async () => {
    await open();
    await fillText('Your review', TEXT);
    await press('Cancel');
    await isShut();
    await open({ ...BOOKING, id: 'booking-2' });
    expect([rating(), textarea()?.value]).toEqual(['5 stars', '']);
  });

  // spec reviews.6
  it.each(['no record', '"text"', '{"rating":9,"review":7}'])('does not trip over what somebody else has kept: %s', async (kept) => {
    localStorage.setItem(userKey(STUDENT.id, 'review booking-1'), kept);
    await open();
    expect([rating(), textarea()?.value]).toEqual(['5 stars', '']);
  });

  // spec reviews.6
  it('that was begun is nobody else’s', async () => {
    await open();
    await fillText('Your review', TEXT);
    await press('Cancel');
    await isShut();
    await act(async () => session.end());
    await act(async () => signIn({ ...STUDENT, id: 'student-2' }));
    await press('Review');
    await until(() => expect(textarea()?.value).toBe(''));
  });
});

describe('a review that was written', () => {
  // spec reviews.5 | P §4 Review | An existing review is preloaded for editing | src/client/features/reviews/review-dialog.tsx
  it('stands in the fields, after a skeleton', async () => {
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await open(REVIEWED, { 'reviews.ofBooking': () => waiting.then(() => WRITTEN) });
    await shown('Loading your review…');
    expect([textarea(), stars().length]).toEqual([null, 0]);
    await act(async () => answer());
    await until(() => expect([rating(), textarea()?.value]).toEqual(['3 stars', 'Good, but often late.']));
    await shown('Edit your review');
  });

  // spec reviews.5
  it('is replaced', async () => {
    const { api } = await open(REVIEWED);
    await until(() => button('Save Review'));
    await choose(5);
    await press('Save Review');
    await isShut();
    expect(sent(api, 'reviews.write')).toEqual([{ bookingId: 'booking-1', rating: 5, review: 'Good, but often late.' }]);
  });

  // spec reviews.5
  it('that cannot be read can be asked for again', async () => {
    let isAway = true;
    await open(REVIEWED, {
      'reviews.ofBooking': () => {
        if (isAway) throw apiError('request.limited');
        return WRITTEN;
      },
    });
    await shown('Error Loading Review');
    isAway = false;
    await press('Try Again');
    await until(() => expect(textarea()?.value).toBe('Good, but often late.'));
  });

  // spec reviews.5
  it('and is gone by now makes room for another one', async () => {
    await open(REVIEWED, {
      'reviews.ofBooking': () => {
        throw apiError('review.none');
      },
    });
    await shown('Write a review');
    expect([rating(), textarea()?.value]).toEqual(['5 stars', '']);
  });

  // spec reviews.7 | S4 | It is deleted after a question | src/client/features/reviews/remove-review-dialog.tsx
  it('is deleted after a question', async () => {
    const { api } = await open(REVIEWED, { 'reviews.remove': () => ({ message: 'Review removed successfully' }) });
    await until(() => button('Delete'));
    await press('Delete');
    await shown('Delete your review?');
    expect(sent(api, 'reviews.remove')).toEqual([]);
    await press('Keep it');
    await shown('Edit your review');
    await press('Delete');
    await until(() => button(DELETE));
    await press(DELETE);
    await isShut();
    expect(sent(api, 'reviews.remove')).toEqual([{ id: WRITTEN.id }]);
    expect(said).toEqual([{ kind: 'success', message: 'Review removed successfully' }]);
  });

  // spec reviews.7
  it('that cannot be deleted stays, and says why', async () => {
    await open(REVIEWED, {
      'reviews.remove': () => {
        throw networkError();
      },
    });
    await until(() => button('Delete'));
    await press('Delete');
    await until(() => button(DELETE));
    await press(DELETE);
    await until(() => expect(said).toEqual([{ kind: 'error', message: 'Failed to delete review. Please try again.' }]));
    expect(dialog()).not.toBeNull();
  });
});
