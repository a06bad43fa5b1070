import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TutorCard } from '#client/features/tutor-search/tutor-card.tsx';
import type { TutorCard as Tutor } from '#shared/contracts/tutor-search.ts';
import { render } from '#tests/support/render.tsx';
import { NO_CARD_DETAILS, TUESDAY_FOUR } from '#tests/support/views.ts';
import { listLinks } from '#tests/support/visit.ts';

const TUTOR: Tutor = {
  id: 'tutor-1',
  name: 'Nimal Silva',
  profileImage: '',
  isVerified: true,
  vacationMode: false,
  offersGroup: false,
  ...NO_CARD_DETAILS,
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

const getCard = () => screen.getByRole('article');
/** What stands beside each label at the foot of the card. */
const listTerms = () => {
  const definitions = within(getCard()).getAllByRole('definition');
  return within(getCard())
    .getAllByRole('term')
    .map(({ textContent }, index) => [textContent, definitions[index]?.textContent]);
};
const listRates = () => (within(getCard()).queryAllByRole('term').length === 0 ? [] : listTerms().filter(([label]) => label !== 'Next free'));
const getNextFree = () => listTerms().find(([label]) => label === 'Next free')?.[1];

describe('a tutor card', () => {
  afterEach(() => vi.unstubAllEnvs());

  // spec search.30 | P §2 Tutor search | Card: verified marker, review count, first subject and +N, rates only above 0, location or its fallback |
  //   src/client/features/tutor-search/tutor-card.tsx
  test('shows who, what, how good and how much, and is one link', async () => {
    await render(<TutorCard tutor={TUTOR} />);
    expect(listLinks(getCard())).toEqual([['Nimal Silva', '/tutors/tutor-1']]);
    for (const part of ['Verified', 'Physics', '+1', '4.9', '18 reviews', 'Location not specified', 'Sinhala, English', '1 student'])
      expect(within(getCard()).getByText(part)).toBeDefined();
    screen.getByRole('img', { name: 'Rated 4.9 out of 5' });
    expect(listRates()).toEqual([['Online', 'from Rs. 1,500.50 / hour']]);
  });

  test('shows the rates of the subject that was searched for', async () => {
    await render(<TutorCard tutor={TUTOR} isForSubject />);
    expect(listRates()).toEqual([['Online', 'Rs. 2,000 / hour']]);
  });

  // spec search.31 | D Booking | Card: links to the profile, with the subject searched for | src/client/features/tutor-search/tutor-card.tsx
  test('links with the subject that was searched for', async () => {
    await render(<TutorCard tutor={TUTOR} isForSubject />);
    expect(listLinks(getCard())).toEqual([['Nimal Silva', '/tutors/tutor-1?subject=Physics']]);
  });

  test('shows no rate that is not above 0', async () => {
    const free = { id: 's1', name: 'Physics', topics: [], onlineRate: 0, homeVisitRate: 0 };
    await render(<TutorCard tutor={{ ...TUTOR, subjects: [free] }} />);
    expect(listRates()).toEqual([]);
  });

  // spec search.29 | D Search | Card: the next free hour in the zone of the platform, or that there is none |
  //   src/client/features/tutor-search/tutor-card.tsx
  test('shows the next free hour in the zone of the platform', async () => {
    vi.stubEnv('TZ', 'Asia/Colombo');
    await render(<TutorCard tutor={TUTOR} />);
    expect(getNextFree()).toBe('Tue, 24 Nov, 4:00 PM');
    expect(within(getCard()).getByRole('time').getAttribute('datetime')).toBe('2026-11-24T10:30:00.000Z');
  });

  test.each([
    ['Europe/London', 'Tue, 24 Nov, 4:00 PM 10:30 AM in London'],
    ['Pacific/Auckland', 'Tue, 24 Nov, 4:00 PM 11:30 PM in Auckland'],
    ['Pacific/Kiritimati', 'Tue, 24 Nov, 4:00 PM Wed, 25 Nov, 12:30 AM in Kiritimati'],
  ])('shows it in the viewer’s own zone too (%s), with the date where that is another', async (zone, expected) => {
    vi.stubEnv('TZ', zone);
    await render(<TutorCard tutor={TUTOR} />);
    expect(getNextFree()).toBe(expected);
  });

  // spec search.29
  test('says that there are no free times', async () => {
    await render(<TutorCard tutor={{ ...TUTOR, nextFree: null }} />);
    expect(getNextFree()).toBe('No free times');
  });

  // spec search.28 | P §2 Tutor search | Card: vacation marker | src/client/features/tutor-search/tutor-card.tsx
  test('marks a vacation, and nothing that is not so', async () => {
    await render(<TutorCard tutor={{ ...TUTOR, isVerified: false, vacationMode: true, rating: 0, totalReviews: 0, totalStudents: 0 }} />);
    for (const part of ['On vacation', 'No reviews yet', 'No students yet']) expect(screen.getByText(part)).toBeDefined();
    expect(getNextFree()).toBeUndefined();
    expect(screen.queryByText('Verified')).toBeNull();
  });

  // spec search.27 | P §2 Tutor search | Card: name cut at 100 characters | src/client/features/tutor-search/tutor-card.tsx
  test('cuts a name at 100 characters', async () => {
    const name = 'ශ්‍රී'.repeat(40);
    await render(<TutorCard tutor={{ ...TUTOR, name }} />);
    const heading = screen.getByRole('heading', { level: 3 });
    expect(heading.textContent).toBe(`${Array.from(name).slice(0, 100).join('')}…`);
    expect(heading.lang).toBe('si');
  });

  // spec s12-look.1 | S12 G | A tutor's headline of up to 80 letters stands on the card and the profile, in the language that it is written in |
  //   src/client/features/tutor-search/tutor-card.tsx, src/client/features/tutor-detail/profile-header.tsx, src/shared/contracts/tutor-search.ts
  test('shows the headline in its language', async () => {
    await render(<TutorCard tutor={{ ...TUTOR, headline: 'භෞතික විද්‍යාව සරලව' }} />);
    expect(within(getCard()).getByText('භෞතික විද්‍යාව සරලව').lang).toBe('si');
  });

  // spec s12-look.6 | S12 G | A card says how many years and lessons a tutor has, and how soon they usually answer; nothing where it is unknown |
  //   src/client/features/tutor-search/tutor-card.tsx
  test('says what is known of the person, and nothing else', async () => {
    await render(<TutorCard tutor={{ ...TUTOR, experienceYears: 11, totalSessions: 45, answerMinutes: 150 }} />);
    for (const part of ['11 years of experience, 45 lessons', '1 student', 'Usually answers within 3 hours'])
      expect(within(getCard()).getByText(part)).toBeDefined();
  });

  // spec s12-look.6
  test('is silent about experience, lessons and answers that are not known', async () => {
    await render(<TutorCard tutor={TUTOR} />);
    expect(within(getCard()).queryByText(/experience|lesson|answers/)).toBeNull();
  });

  test('has room for an action beside the link', async () => {
    await render(<TutorCard tutor={TUTOR} action={<button type="button">Favourite</button>} />);
    expect(within(screen.getByRole('link')).queryByRole('button')).toBeNull();
    expect(screen.getByRole('button', { name: 'Favourite' })).toBeDefined();
  });
});

// spec s11-search.76 | S11 6 | On a date that is asked for, a card says from when the tutor is free; a tutor of group classes is shown as such |
//   src/client/features/tutor-search/tutor-card.tsx, src/client/features/tutor-detail/profile-header.tsx
describe('a card of a search', () => {
  test('for a date says from when the tutor is free on it', async () => {
    await render(<TutorCard tutor={TUTOR} timeFilter="date" />);
    expect(listTerms().map(([label]) => label)).toContain('Free from');
  });

  test('for days of the week says that none of them is free', async () => {
    await render(<TutorCard tutor={{ ...TUTOR, nextFree: null }} timeFilter="times" />);
    expect(getNextFree()).toBe('Not at this time');
  });

  test.each([true, false])('names group classes where there are some: %s', async (offersGroup) => {
    await render(<TutorCard tutor={{ ...TUTOR, offersGroup }} />);
    expect(screen.queryAllByText('Group classes')).toHaveLength(offersGroup ? 1 : 0);
  });
});
