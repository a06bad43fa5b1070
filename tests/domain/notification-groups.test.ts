import { expect, test } from 'vitest';
import { groupNotifications } from '#shared/domain/notification-groups.ts';

const NOW = new Date('2026-11-23T04:30:00Z').getTime();
const WEEK_MS = 7 * 86_400_000;

function aNotification({
  seconds = 0,
  week = 0,
  ...overrides
}: {
  seconds?: number;
  week?: number;
  title?: string;
  with?: string;
  isOther?: boolean;
}) {
  const { title = 'New Booking', with: person = 'Dilini', isOther = false } = overrides;
  const booking = isOther ? null : { with: person, startTime: new Date(NOW + week * WEEK_MS) };
  return { title, message: 'Your booking for Physics has been created.', createdAt: new Date(NOW - seconds * 1000), booking };
}

const sizes = (list: Parameters<typeof aNotification>[0][]) => groupNotifications(list.map(aNotification)).map(({ length }) => length);

// spec s12-next.42 | S12 B | A weekly request is one notification, with the time of each session | src/shared/domain/notification-groups.ts,
//   src/client/features/notifications/notification-list.tsx
test.each([
  [
    'four weeks that were requested one after the other are one',
    [{ week: 3 }, { week: 2, seconds: 1 }, { week: 1, seconds: 2 }, { seconds: 61 }],
    [4],
  ],
  ['a minute and more between two of them is another action', [{ week: 1 }, { seconds: 61 }], [1, 1]],
  ['another person is another notification', [{ week: 1 }, { with: 'Nimal' }], [1, 1]],
  ['another title is another notification', [{ week: 1 }, { title: 'Booking Confirmed' }], [1, 1]],
  ['the same session twice is no series', [{}, { seconds: 1 }], [1, 1]],
  ['without a booking each stands alone', [{ isOther: true }, { isOther: true }], [1, 1]],
  ['only neighbours are one', [{ week: 1 }, { title: 'New Message', isOther: true }, { week: 2 }], [1, 1, 1]],
])('%s', (_, list, expected) => {
  expect(sizes(list)).toEqual(expected);
});
