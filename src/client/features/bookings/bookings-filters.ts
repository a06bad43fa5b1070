// The routes load this before their components: import no components here.

export const STUDENT_FILTERS = ['all', 'pending', 'confirmed', 'completed', 'cancelled'] as const;
export type StudentFilter = (typeof STUDENT_FILTERS)[number];

export const TUTOR_FILTERS = ['all', 'pending', 'upcoming', 'ongoing', 'ended', 'completed', 'today', 'cancelled'] as const;
export type TutorFilter = (typeof TUTOR_FILTERS)[number];

export const TUTOR_VIEWS = ['week'] as const;
export type TutorView = (typeof TUTOR_VIEWS)[number];
