import { describe, expect, it } from 'vitest';
import { bookingProblem } from '#shared/domain/booking-request.ts';
import { canVisit, offeredModes } from '#shared/domain/tutor-visibility.ts';

const ONLINE = { type: 'online' as const, enabled: true, rate: 1500 };
const HOME = { type: 'home-visit' as const, enabled: true, rate: 2000 };

describe('home visits', () => {
  it.each([
    { isVerified: true, unverifiedHomeVisits: true, can: true },
    { isVerified: true, unverifiedHomeVisits: false, can: true },
    { isVerified: false, unverifiedHomeVisits: true, can: true },
    { isVerified: false, unverifiedHomeVisits: false, can: false },
  ])('verified: $isVerified, those of others allowed: $unverifiedHomeVisits', ({ isVerified, unverifiedHomeVisits, can }) => {
    expect(canVisit({ isVerified }, { unverifiedHomeVisits })).toBe(can);
    expect(offeredModes([ONLINE, HOME], { isVerified }, { unverifiedHomeVisits })).toEqual([ONLINE, { ...HOME, enabled: can }]);
  });

  const week = [{ day: 'Monday' as const, slots: [{ start: '09:00', end: '17:00' }] }];
  const tutor = { isOnVacation: false, isHomeVisitBlocked: true, subjects: [{ id: 'maths', isActive: true, modes: [ONLINE, HOME], week }] };
  const start = new Date('2026-11-30T03:30:00Z');
  const request = { subjectId: 'maths', start, end: new Date(start.getTime() + 3_600_000), hours: 1 };
  const moment = { now: new Date('2026-11-23T04:30:00Z'), zone: 'Asia/Colombo' };

  it.each([
    ['individual' as const, tutor, 'booking.home_visit_unverified'],
    ['online' as const, tutor, null],
    ['individual' as const, { ...tutor, isHomeVisitBlocked: false }, null],
    [
      'individual' as const,
      { ...tutor, subjects: [{ ...tutor.subjects[0], id: 'maths', isActive: true, modes: [ONLINE], week }] },
      'booking.mode_unavailable',
    ],
  ])('a request for %s is answered by the rule', (method, of, problem) => {
    expect(bookingProblem(of, { ...request, method }, moment)).toBe(problem);
  });
});
