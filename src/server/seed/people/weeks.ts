import type { Weekday } from '#shared/vocabulary/content.ts';

type Week = Partial<Record<Weekday, readonly string[]>>;

const on = (days: readonly Weekday[], ...slots: string[]): Week => Object.fromEntries(days.map((day) => [day, slots]));
const SCHOOL_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;

/** Hours as tutors here keep them: after school, evenings, and the long weekend mornings. */
export const WEEKS = {
  afterSchool: { ...on(['Monday', 'Wednesday', 'Friday'], '15:00-18:00'), ...on(['Saturday'], '08:00-12:00') },
  everyAfternoon: { ...on(SCHOOL_DAYS, '14:30-17:30'), ...on(['Sunday'], '08:00-11:00') },
  evenings: { ...on(['Monday', 'Tuesday', 'Thursday'], '17:00-20:00'), ...on(['Saturday'], '14:00-18:00') },
  lateEvenings: { ...on(['Monday', 'Wednesday', 'Thursday'], '18:30-21:30'), ...on(['Sunday'], '08:00-12:00', '15:00-18:00') },
  earlyAndLate: { ...on(['Tuesday', 'Thursday'], '05:00-07:00', '19:00-21:00'), ...on(['Saturday'], '06:00-09:00', '10:00-12:00') },
  weekends: { ...on(['Saturday'], '07:00-10:00', '10:30-12:30', '14:00-17:00'), ...on(['Sunday'], '08:00-12:00', '14:00-16:00') },
  weekendMornings: { ...on(['Saturday', 'Sunday'], '08:00-12:00') },
  mornings: { ...on(['Monday', 'Tuesday', 'Wednesday', 'Thursday'], '09:00-12:00') },
  fullTime: { ...on(SCHOOL_DAYS, '14:00-16:00', '16:30-18:30', '19:00-20:00'), ...on(['Saturday'], '08:00-12:00', '13:00-16:00') },
  alternateEvenings: { ...on(['Tuesday', 'Thursday'], '16:00-19:00'), ...on(['Sunday'], '09:00-12:00') },
  midweek: { ...on(['Tuesday', 'Wednesday', 'Thursday'], '15:30-18:30') },
  sundays: { ...on(['Sunday'], '08:00-11:00', '13:00-16:00') },
} as const satisfies Record<string, Week>;

export type WeekName = keyof typeof WEEKS;
