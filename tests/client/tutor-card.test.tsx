import { describe, expect, it } from 'vitest';
import { TutorCard } from '#client/features/tutor-search/tutor-card.tsx';
import type { TutorCard as Tutor } from '#shared/contracts/tutors.ts';
import { button, render, texts } from '#tests/support/render.tsx';

const TUTOR: Tutor = {
  id: 'tutor-1',
  name: 'Nimal Silva',
  profileImage: '',
  bio: '',
  isVerified: true,
  vacationMode: false,
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
  const text = () => document.querySelector('article')?.textContent ?? '';

  it('says who, what, how good and how much, and is one link', async () => {
    await render(<TutorCard tutor={TUTOR} />);
    expect([...document.querySelectorAll('article a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Nimal Silva', '/tutors/tutor-1'],
    ]);
    for (const part of ['Verified', 'Physics', '+1', '4.9', '18 reviews', 'Location not specified', 'Sinhala, English', '1 student'])
      expect(text()).toContain(part);
    expect(document.querySelectorAll('article [data-filled]')).toHaveLength(4);
    expect(texts('article dl > div')).toEqual(['Onlinefrom Rs. 1,500.50 / hour']);
  });

  it('shows the rates of the subject that was asked for', async () => {
    await render(<TutorCard tutor={TUTOR} isForSubject />);
    expect(texts('article dl > div')).toEqual(['OnlineRs. 2,000 / hour']);
  });

  it('links with the subject that was asked for', async () => {
    await render(<TutorCard tutor={TUTOR} isForSubject />);
    expect(document.querySelector('article a')?.getAttribute('href')).toBe('/tutors/tutor-1?subject=Physics');
  });

  it('marks a vacation, and nothing that is not so', async () => {
    await render(<TutorCard tutor={{ ...TUTOR, isVerified: false, vacationMode: true, rating: 0, totalReviews: 0, totalStudents: 0 }} />);
    expect(text()).toContain('On vacation');
    expect(text()).not.toContain('Verified');
    for (const part of ['No reviews yet', 'No students yet']) expect(text()).toContain(part);
  });

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
