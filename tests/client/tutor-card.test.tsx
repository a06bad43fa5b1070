import { afterEach, describe, expect, it, vi } from 'vitest';
import { TutorCard } from '#client/features/tutor-search/tutor-card.tsx';
import type { TutorCard as Tutor } from '#shared/contracts/tutors.ts';
import { button, render, texts } from '#tests/support/render.tsx';
import { TUESDAY_FOUR } from '#tests/support/views.ts';

const TUTOR: Tutor = {
  id: 'tutor-1',
  name: 'Nimal Silva',
  profileImage: '',
  bio: '',
  isVerified: true,
  vacationMode: false,
  nextFree: TUESDAY_FOUR.start,
  rating: 4.9,
  totalReviews: 18,
  totalStudents: 1,
  availableLocations: '',
  teachingMediums: ['sinhala', 'english'],
  subjects: [
    { id: 's1', name: 'Physics', topics: [], onlineRate: 2000, homeVisitRate: 0 },
    { id: 's2', name: 'Chemistry', topics: [], onlineRate: 1500.5, homeVisitRate: 0 },
  ],
};

describe('a tutor card', () => {
  afterEach(() => vi.unstubAllEnvs());

  const rates = () => texts('article dl > div').filter((text) => !text.startsWith('Next free'));
  const nextFree = () => texts('article dl > div').filter((text) => text.startsWith('Next free'));
  const text = () => document.querySelector('article')?.textContent ?? '';

  // spec search.30 | P §2 Tutor search | Card: verified marker, review count, first subject and +N, rates only above 0, location or its fallback |
  //   src/client/features/tutor-search/tutor-card.tsx
  it('says who, what, how good and how much, and is one link', async () => {
    await render(<TutorCard tutor={TUTOR} />);
    expect([...document.querySelectorAll('article a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Nimal Silva', '/tutors/tutor-1'],
    ]);
    for (const part of ['Verified', 'Physics', '+1', '4.9', '18 reviews', 'Location not specified', 'Sinhala, English', '1 student'])
      expect(text()).toContain(part);
    expect(document.querySelectorAll('article [data-filled]')).toHaveLength(4);
    expect(rates()).toEqual(['Onlinefrom Rs. 1,500.50 / hour']);
  });

  it('shows the rates of the subject that was asked for', async () => {
    await render(<TutorCard tutor={TUTOR} isForSubject />);
    expect(rates()).toEqual(['OnlineRs. 2,000 / hour']);
  });

  // spec search.31 | D Booking | Card: links to the profile, with the subject searched for | src/client/features/tutor-search/tutor-card.tsx
  it('links with the subject that was asked for', async () => {
    await render(<TutorCard tutor={TUTOR} isForSubject />);
    expect(document.querySelector('article a')?.getAttribute('href')).toBe('/tutors/tutor-1?subject=Physics');
  });

  it('shows no rate that is not above 0', async () => {
    const free = { id: 's1', name: 'Physics', topics: [], onlineRate: 0, homeVisitRate: 0 };
    await render(<TutorCard tutor={{ ...TUTOR, subjects: [free] }} />);
    expect(rates()).toEqual([]);
  });

  // spec search.29 | D Search | Card: the next free hour in the zone of the platform, or that there is none |
  //   src/client/features/tutor-search/tutor-card.tsx
  it('says when there is a free hour next, in the zone of the platform', async () => {
    vi.stubEnv('TZ', 'Asia/Colombo');
    await render(<TutorCard tutor={TUTOR} />);
    expect(nextFree()).toEqual(['Next freeTue, 24 Nov, 4:00 PM']);
    expect(document.querySelector('article time')?.getAttribute('datetime')).toBe('2026-11-24T10:30:00.000Z');
  });

  it.each([
    ['Europe/London', 'Next freeTue, 24 Nov, 4:00 PM 10:30 AM in London'],
    ['Pacific/Auckland', 'Next freeTue, 24 Nov, 4:00 PM 11:30 PM in Auckland'],
    ['Pacific/Kiritimati', 'Next freeTue, 24 Nov, 4:00 PM Wed, 25 Nov, 12:30 AM in Kiritimati'],
  ])('says it in the own zone of %s, too, with the date where that is another', async (zone, said) => {
    vi.stubEnv('TZ', zone);
    await render(<TutorCard tutor={TUTOR} />);
    expect(nextFree()).toEqual([said]);
  });

  // spec search.29
  it('says that there are no free times', async () => {
    await render(<TutorCard tutor={{ ...TUTOR, nextFree: null }} />);
    expect(nextFree()).toEqual(['Next freeNo free times']);
  });

  // spec search.28 | P §2 Tutor search | Card: vacation marker | src/client/features/tutor-search/tutor-card.tsx
  it('marks a vacation, and nothing that is not so', async () => {
    await render(<TutorCard tutor={{ ...TUTOR, isVerified: false, vacationMode: true, rating: 0, totalReviews: 0, totalStudents: 0 }} />);
    expect(text()).toContain('On vacation');
    expect(nextFree()).toEqual([]);
    expect(text()).not.toContain('Verified');
    for (const part of ['No reviews yet', 'No students yet']) expect(text()).toContain(part);
  });

  // spec search.27 | P §2 Tutor search | Card: name cut at 100 characters | src/client/features/tutor-search/tutor-card.tsx
  it('cuts a name at 100 characters', async () => {
    const name = 'ශ්‍රී'.repeat(40);
    await render(<TutorCard tutor={{ ...TUTOR, name }} />);
    const link = document.querySelector('article a')?.textContent ?? '';
    expect(link).toBe(`${Array.from(name).slice(0, 100).join('')}…`);
    expect(document.querySelector('article h3')?.getAttribute('lang')).toBe('si');
  });

  it('has room for what can be done with the tutor', async () => {
    await render(<TutorCard tutor={TUTOR} action={<button type="button">Favourite</button>} />);
    expect(button('Favourite').closest('a')).toBeNull();
  });
});
