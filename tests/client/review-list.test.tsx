import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { shortenReview } from '#client/features/reviews/review.tsx';
import { ReviewList, type ReviewListProps } from '#client/features/reviews/review-list.tsx';
import type { ReviewView } from '#shared/contracts/engagement.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { button, fillText, press, pressTwice, render, STUDENT, shown, TUTOR, texts, until } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aCalendarView, aProfileView, aReviewView, MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const LONG = 'The lesson began with a rope and ended with the sea. '.repeat(10).trim();
const REPLY = { text: 'Thank you, Kavindu!', createdAt: MONDAY_TEN };

const { toasts } = collectToasts();

async function list(reviews: ReviewView[], more: Partial<ReviewListProps> = {}, answers: Answers = {}) {
  const api = fakeApi({ 'reviews.ofTutor': () => ({ reviews, nextCursor: null }), ...answers });
  const props = { tutorId: 't1', tutorName: 'Nimal Silva', rating: 4.5, count: reviews.length };
  await render(<ReviewList {...props} {...more} />, { api });
  return api;
}

const article = () => document.querySelector('article');

describe('a review', () => {
  // spec tutor.12 | P §2 Tutor profile page | Reviews: who, when, of what, how good; Read more and Show less where a text is cut |
  //   src/client/features/reviews/review.tsx
  it('tells who, when, of what, and how good', async () => {
    const topics = [{ id: 'w', name: 'Waves', description: '' }];
    await list([aReviewView({ rating: 4, topics })]);
    await shown('Explains until it is clear.');
    for (const text of ['Kavindu Perera', 'Mon, 23 Nov 2026', 'Combined Mathematics · Waves']) expect(article()?.textContent).toContain(text);
    expect(article()?.querySelector('[aria-label="Rated 4.0 out of 5"]')).not.toBeNull();
  });

  // spec errors.73 | C §8 Fallback labels | 'Recently' where a date is missing, 'Anonymous' on the screen | src/client/ui/zoned-time.tsx
  it('of somebody without a name is anonymous, and one without a date is recent', async () => {
    const nobody = { id: '', name: ' ', profileImage: '' };
    await list([aReviewView({ student: nobody, createdAt: new Date(Number.NaN) })]);
    await shown('Anonymous');
    await shown('Recently');
  });

  // spec tutor.12
  it('that is long is cut until somebody wants to read on', async () => {
    await list([aReviewView({ review: LONG }), aReviewView({ id: 'r2' })]);
    await until(() => button('Read more'));
    expect(texts('button')).toEqual(['Read more']);
    expect(article()?.textContent).not.toContain(LONG);
    expect(button('Read more').getAttribute('aria-expanded')).toBe('false');
    await press('Read more');
    expect(article()?.textContent).toContain(LONG);
    await press('Show less');
    expect(article()?.textContent).not.toContain(LONG);
  });

  it('has the tutor’s reply under it', async () => {
    await list([aReviewView({ reply: REPLY })]);
    await shown('Thank you, Kavindu!');
    await shown('Nimal Silva replied · Mon, 23 Nov 2026');
  });

  it('has room for what else can be done with it', async () => {
    await list([aReviewView({ id: 'r9' })], { renderActions: ({ id }) => <button type="button">{`Report ${id}`}</button> });
    await until(() => button('Report r9'));
  });
});

// spec tutor.12
describe('where a long text is cut', () => {
  it.each([
    ['a short one nowhere', 'Good.', null],
    ['one that is hardly longer nowhere', `${'word '.repeat(70).trim()}`, null],
    ['after a word', LONG, `${LONG.slice(0, 320).replace(/\s\S*$/, '')}…`],
    ['after six lines', 'a\n'.repeat(20), 'a\na\na\na\na\na…'],
    ['anywhere in a text without blanks', 'ක'.repeat(900), `${'ක'.repeat(320)}…`],
    ['never inside of a letter', '👨‍👩‍👧'.repeat(400), `${'👨‍👩‍👧'.repeat(320)}…`],
  ])('%s', (_, text, start) => {
    expect(shortenReview(text)).toBe(start);
  });
});

describe('the reply of the tutor', () => {
  const own = { isOwn: true };

  it('is not for others', async () => {
    await list([aReviewView()]);
    await shown('Explains until it is clear.');
    expect(texts('button')).toEqual([]);
  });

  it('is written once', async () => {
    await list([aReviewView({ reply: REPLY })], own);
    await shown('Thank you, Kavindu!');
    expect(texts('button')).toEqual([]);
  });

  // spec reviews.9 | D Booking | The reply is written under the review, by the tutor whose it is | src/client/features/reviews/reply-form.tsx
  it('is sent trimmed and once, and stands there with the focus', async () => {
    let reply: ReviewView['reply'] = null;
    const api = await list([], own, {
      'reviews.ofTutor': () => ({ reviews: [aReviewView({ reply })], nextCursor: null }),
      'reviews.reply': ({ reply: text }) => {
        reply = { text, createdAt: MONDAY_TEN };
        return aReviewView({ reply });
      },
    });
    await until(() => button('Reply to Kavindu Perera'));
    await press('Reply to Kavindu Perera');
    expect(document.activeElement?.tagName).toBe('TEXTAREA');
    await fillText('Your reply to Kavindu Perera', ' Thank you! ');
    await shown('10 of 1,000 characters. Everybody can read it, and it cannot be changed afterwards.');
    await pressTwice('Send Reply');
    await shown('Nimal Silva replied');
    expect(api.calls.filter(({ path }) => path === 'reviews.reply').map(({ input }) => input)).toEqual([{ id: 'review-1', reply: 'Thank you!' }]);
    expect(toasts).toEqual([{ kind: 'success', message: 'Reply sent successfully' }]);
    expect(document.activeElement?.textContent).toContain('Thank you!');
  });

  it.each([
    ['  ', 'Please write a reply'],
    ['\u200B\u2800', 'Please write a reply'],
    ['a'.repeat(1001), 'Reply cannot be longer than 1000 characters'],
  ])('that cannot be sent says why, with nothing lost', async (text, sentence) => {
    const api = await list([aReviewView()], own);
    await until(() => button('Reply to Kavindu Perera'));
    await press('Reply to Kavindu Perera');
    await fillText('Your reply to Kavindu Perera', text);
    await press('Send Reply');
    await shown(sentence);
    expect(document.querySelector('textarea')?.value).toBe(text);
    expect(api.calls.map(({ path }) => path)).not.toContain('reviews.reply');
  });

  // spec reviews.9
  it('that fails says so beside the text, and keeps it', async () => {
    await list([aReviewView()], own, {
      'reviews.reply': () => {
        throw networkError();
      },
    });
    await until(() => button('Reply to Kavindu Perera'));
    await press('Reply to Kavindu Perera');
    await fillText('Your reply to Kavindu Perera', 'Thank you!');
    await press('Send Reply');
    await shown('Failed to send the reply. Please try again.');
    expect(document.querySelector('textarea')?.value).toBe('Thank you!');
    await press('Cancel');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Reply to Kavindu Perera');
    await press('Reply to Kavindu Perera');
    expect(document.querySelector('textarea')?.value).toBe('Thank you!');
  });

  // spec reviews.9
  it('that was written in another tab is shown', async () => {
    let isReplied = false;
    await list([], own, {
      'reviews.ofTutor': () => ({ reviews: [aReviewView({ reply: isReplied ? REPLY : null })], nextCursor: null }),
      'reviews.reply': () => {
        isReplied = true;
        throw apiError('review.replied');
      },
    });
    await until(() => button('Reply to Kavindu Perera'));
    await press('Reply to Kavindu Perera');
    await fillText('Your reply to Kavindu Perera', 'Thank you again!');
    await press('Send Reply');
    await shown('Thank you, Kavindu!');
    expect(toasts).toEqual([{ kind: 'error', message: 'You have already replied to this review' }]);
  });
});

// spec reviews.9
describe('the reviews of a profile', () => {
  const answers = (userId: string): Answers => {
    const tutor = aProfileView({ user: { ...aProfileView().user, id: userId } });
    return {
      'tutors.byId': () => tutor,
      'tutors.availability': () => aCalendarView(tutor),
      'reviews.ofTutor': () => ({ reviews: [aReviewView()], nextCursor: null }),
    };
  };

  it('can be replied to by the tutor whose it is, and by no other', async () => {
    await visit('/tutors/tutor-profile-1?tab=reviews', TUTOR, answers(TUTOR.id));
    await until(() => button('Reply to Kavindu Perera'));
  });

  it.each([
    ['a student', STUDENT],
    ['another tutor', { ...TUTOR, id: 'tutor-2' }],
    ['a visitor', null],
  ] as const)('are only read by %s', async (_, me) => {
    await visit('/tutors/tutor-profile-1?tab=reviews', me, answers(TUTOR.id));
    await shown('Explains until it is clear.');
    await act(async () => {});
    expect(texts('button')).not.toContain('Reply');
  });
});
