// The routes load this before their components: import no components here.

/** `next` and `past` are views; the others are the filter by status. */
export const STUDENT_FILTERS = ['next', 'past', 'all', 'pending', 'confirmed', 'completed', 'cancelled'] as const;
export type StudentFilter = (typeof STUDENT_FILTERS)[number];

export const TUTOR_FILTERS = ['next', 'past', 'all', 'pending', 'upcoming', 'ongoing', 'ended', 'completed', 'today', 'cancelled'] as const;
export type TutorFilter = (typeof TUTOR_FILTERS)[number];

export const STUDENT_VIEWS = ['month'] as const;
export const TUTOR_VIEWS = ['month', 'week'] as const;
export type TutorView = (typeof TUTOR_VIEWS)[number];

/** A month is addressed by itself, or by its day that is chosen. */
export type MonthSearch = { month?: string | undefined; day?: string | undefined };

/** The address without a filter shows what is next. */
export const toSearch = <F extends string>(filter: F) => ({ filter: filter === 'next' ? undefined : filter });
