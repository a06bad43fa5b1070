import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { shortenReview } from '#client/features/reviews/review.tsx';
import { ReviewList, type ReviewListProps } from '#client/features/reviews/review-list.tsx';
import type { ReviewView } from '#shared/contracts/engagement.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { render, STUDENT, TUTOR } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aCalendarView, aProfileView, aReviewView, MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const LONG = 'The lesson began with a rope and ended with the sea. '.repeat(10).trim();
const REPLY = { text: 'Thank you, Kavindu!', createdAt: MONDAY_TEN };

const { toasts } = collectToasts();

async function showList(reviews: ReviewView[], more: Partial<ReviewListProps> = {}, answers: Answers = {}) {
  const api = fakeApi({ 'reviews.ofTutor': () => ({ reviews, nextCursor: null }), ...answers });
  const props = { tutorId: 't1', tutorName: 'Nimal Silva', rating: 4.5, count: reviews.length };
  const { user } = await render(<ReviewList {...props} {...more} />, { api });
  return { user, api };
}

const getReview = () => screen.getAllByRole('article')[0];
const listButtons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const getReply = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply to Kavindu Perera' });

async function writeReply(user: UserEvent, text: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Reply to Kavindu Perera' }));
  await user.paste(text);
}

describe('the reviews of a tutor', () => {
  // spec s12-seen.40
  it('say how many gave each number of stars', async () => {
    const answers: Answers = { 'reviews.ratings': () => ({ counts: [1, 0, 0, 1, 2] }) };
    await showList([aReviewView({ id: 'r1' }), aReviewView({ id: 'r2' })], {}, answers);
    const list = await screen.findByRole('list', { name: 'Reviews by stars' });
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(['5 stars2 reviews', '4 stars1 review', '3 stars0 reviews', '2 stars0 reviews', '1 star1 review']),
    );
  });

  // spec s12-seen.40
  it('are shown without that where it cannot be fetched', async () => {
    const failing: Answers = { 'reviews.ratings': () => Promise.reject(networkError()) };
    await showList([aReviewView({ id: 'r1' }), aReviewView({ id: 'r2' })], {}, failing);
    await screen.findAllByText('Explains until it is clear.');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Reviews by stars' })).toBeNull());
  });
});

describe('a review', () => {
  // spec tutor.12 | P §2 Tutor profile page | Reviews: who, when, of what, how good; Read more and Show less where a text is cut |
  //   src/client/features/reviews/review.tsx
  it('says who, when, of what, and how good', async () => {
    const topics = [{ id: 'w', name: 'Waves', description: '' }];
    await showList([aReviewView({ rating: 4, topics })]);
    await screen.findByText('Explains until it is clear.');
    for (const text of ['Kavindu Perera', 'Mon, 23 Nov 2026', 'Combined Mathematics · Waves']) expect(getReview()?.textContent).toContain(text);
    within(screen.getByRole('article')).getByRole('img', { name: 'Rated 4.0 out of 5' });
  });

  // spec errors.73 | C §8 Fallback labels | 'Recently' where a date is missing, 'Anonymous' on the screen | src/client/ui/zoned-time.tsx
  it('is anonymous without a name, and recent without a date', async () => {
    const nobody = { id: '', name: ' ', profileImage: '' };
    await showList([aReviewView({ student: nobody, createdAt: new Date(Number.NaN) })]);
    await screen.findByText('Anonymous');
    await screen.findByText('Recently');
  });

  // spec tutor.12
  it('is cut where it is long, until Read more is pressed', async () => {
    const { user } = await showList([aReviewView({ review: LONG }), aReviewView({ id: 'r2' })]);
    const more = await screen.findByRole('button', { name: 'Read more' });
    expect(listButtons()).toEqual(['Read more']);
    expect(getReview()?.textContent).not.toContain(LONG);
    expect(more.getAttribute('aria-expanded')).toBe('false');
    await user.click(more);
    expect(getReview()?.textContent).toContain(LONG);
    await user.click(screen.getByRole('button', { name: 'Show less' }));
    expect(getReview()?.textContent).not.toContain(LONG);
  });

  it('has the tutor’s reply under it', async () => {
    await showList([aReviewView({ reply: REPLY })]);
    await screen.findByText('Thank you, Kavindu!');
    expect(getReview()?.textContent).toContain('Nimal Silva replied · Mon, 23 Nov 2026');
  });

  it('says on which day it was edited, and that the reply was to what stood there before', async () => {
    const updatedAt = new Date(MONDAY_TEN.getTime() + 2 * 86_400_000);
    await showList([aReviewView({ reply: REPLY, updatedAt })]);
    await screen.findByText('The review was edited after this reply.');
    expect(getReview()?.querySelector('header')?.textContent).toContain('Mon, 23 Nov 2026 · Edited Wed, 25 Nov 2026');
  });

  it('says nothing of the kind where it was never edited, or before the reply', async () => {
    const updatedAt = new Date(MONDAY_TEN.getTime() + 60_000);
    const reply = { text: 'A pity.', createdAt: new Date(MONDAY_TEN.getTime() + 3_600_000) };
    await showList([aReviewView({ reply: REPLY }), aReviewView({ id: 'r2', updatedAt, reply })]);
    await screen.findByText('A pity.');
    expect(getReview()?.textContent).not.toContain('Edited');
    expect(screen.queryByText('The review was edited after this reply.')).toBeNull();
    expect(screen.getAllByText(/Edited/)).toHaveLength(1);
  });

  it('shows the actions that it is given', async () => {
    await showList([aReviewView({ id: 'r9' })], { renderActions: ({ id }) => <button type="button">{`Report ${id}`}</button> });
    await screen.findByRole('button', { name: 'Report r9' });
  });
});

// spec tutor.12
describe('shortenReview', () => {
  it.each([
    ['leaves a short text whole', 'Good.', null],
    ['leaves a text whole that is hardly longer', `${'word '.repeat(70).trim()}`, null],
    ['cuts after a word', LONG, `${LONG.slice(0, 320).replace(/\s\S*$/, '')}…`],
    ['cuts after six lines', 'a\n'.repeat(20), 'a\na\na\na\na\na…'],
    ['cuts anywhere in a text without blanks', 'ක'.repeat(900), `${'ක'.repeat(320)}…`],
    ['never cuts inside of a letter', '👨‍👩‍👧'.repeat(400), `${'👨‍👩‍👧'.repeat(320)}…`],
  ])('%s', (_, text, start) => {
    expect(shortenReview(text)).toBe(start);
  });
});

describe('the reply of the tutor', () => {
  const own = { isOwn: true };

  it('is offered to nobody else', async () => {
    await showList([aReviewView()]);
    await screen.findByText('Explains until it is clear.');
    expect(listButtons()).toEqual([]);
  });

  it('is written once', async () => {
    await showList([aReviewView({ reply: REPLY })], own);
    await screen.findByText('Thank you, Kavindu!');
    expect(listButtons()).toEqual([]);
  });

  // spec reviews.9 | D Booking | The reply is written under the review, by the tutor whose it is | src/client/features/reviews/reply-form.tsx
  it('is sent trimmed and once, and then has the focus', async () => {
    let reply: ReviewView['reply'] = null;
    const { user, api } = await showList([], own, {
      'reviews.ofTutor': () => ({ reviews: [aReviewView({ reply })], nextCursor: null }),
      'reviews.reply': ({ reply: text }) => {
        reply = { text, createdAt: MONDAY_TEN };
        return aReviewView({ reply });
      },
    });
    await writeReply(user, ' Thank you! ');
    await screen.findByText('10 of 1,000 characters. Everyone can read it, and you cannot change it later.');
    const send = screen.getByRole('button', { name: 'Send Reply' });
    await act(async () => {
      send.click();
      send.click();
    });
    await waitFor(() => expect(getReview()?.textContent).toContain('Nimal Silva replied'));
    expect(api.calls.filter(({ path }) => path === 'reviews.reply').map(({ input }) => input)).toEqual([{ id: 'review-1', reply: 'Thank you!' }]);
    expect(toasts).toEqual([{ kind: 'success', message: 'Reply sent successfully' }]);
    expect(document.activeElement?.textContent).toContain('Thank you!');
  });

  it.each([
    ['  ', 'Please write a reply'],
    ['\u200B\u2800', 'Please write a reply'],
    ['a'.repeat(1001), 'Reply cannot be longer than 1000 characters'],
  ])('says why it cannot be sent, and keeps the text', async (text, sentence) => {
    const { user, api } = await showList([aReviewView()], own);
    await writeReply(user, text);
    await user.click(screen.getByRole('button', { name: 'Send Reply' }));
    await screen.findByText(sentence);
    expect(getReply().value).toBe(text);
    expect(api.calls.map(({ path }) => path)).not.toContain('reviews.reply');
  });

  async function failToReply() {
    const { user } = await showList([aReviewView()], own, {
      'reviews.reply': () => {
        throw networkError();
      },
    });
    await writeReply(user, 'Thank you!');
    await user.click(screen.getByRole('button', { name: 'Send Reply' }));
    await screen.findByText('Failed to send the reply. Please try again.');
    return user;
  }

  // spec reviews.9
  it('says beside the text that sending failed, and keeps it', async () => {
    const user = await failToReply();
    expect(getReply().value).toBe('Thank you!');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const reply = screen.getByRole('button', { name: 'Reply to Kavindu Perera' });
    expect(document.activeElement).toBe(reply);
    await user.click(reply);
    expect(getReply().value).toBe('Thank you!');
  });

  it('leaves the focus on the button when sending has failed', async () => {
    const user = await failToReply();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send Reply' }));
    await user.type(getReply(), '!');
    expect(screen.queryByText('Failed to send the reply. Please try again.')).toBeNull();
  });

  it('shows no error when it is cancelled and opened again without a word', async () => {
    const { user } = await showList([aReviewView()], own);
    const reopen = async () => {
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await act(() => import('#shared/contracts/engagement.ts'));
      await user.click(screen.getByRole('button', { name: 'Reply to Kavindu Perera' }));
    };
    await user.click(await screen.findByRole('button', { name: 'Reply to Kavindu Perera' }));
    await reopen();
    expect(screen.queryByText('Please write a reply')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send Reply' }));
    await screen.findByText('Please write a reply');
    await reopen();
    expect(screen.queryByText('Please write a reply')).toBeNull();
  });

  // spec reviews.9
  it('is shown where another tab has sent it', async () => {
    let isReplied = false;
    const { user } = await showList([], own, {
      'reviews.ofTutor': () => ({ reviews: [aReviewView({ reply: isReplied ? REPLY : null })], nextCursor: null }),
      'reviews.reply': () => {
        isReplied = true;
        throw apiError('review.replied');
      },
    });
    await writeReply(user, 'Thank you again!');
    await user.click(screen.getByRole('button', { name: 'Send Reply' }));
    await screen.findByText('Thank you, Kavindu!');
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

  it('can be replied to by their tutor', async () => {
    await visit('/tutors/tutor-profile-1?tab=reviews', TUTOR, answers(TUTOR.id));
    await screen.findByRole('button', { name: 'Reply to Kavindu Perera' });
  });

  it.each([
    ['a student', STUDENT],
    ['another tutor', { ...TUTOR, id: 'tutor-2' }],
    ['a visitor', null],
  ] as const)('cannot be replied to by %s', async (_, me) => {
    await visit('/tutors/tutor-profile-1?tab=reviews', me, answers(TUTOR.id));
    await screen.findByText('Explains until it is clear.');
    await act(async () => {});
    expect(listButtons()).not.toContain('Reply');
  });
});
