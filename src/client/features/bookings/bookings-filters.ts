// Read by the routes before any component of theirs is loaded, so nothing that draws stands here.
export type FilterEntry<F extends string> = { value: F; label: string };

export const STUDENT_FILTERS = ['all', 'pending', 'confirmed', 'completed', 'cancelled'] as const;
export type StudentFilter = (typeof STUDENT_FILTERS)[number];

export const TUTOR_FILTERS = ['all', 'pending', 'upcoming', 'ongoing', 'ended', 'completed', 'today', 'cancelled'] as const;
export type TutorFilter = (typeof TUTOR_FILTERS)[number];

/** Beside the list; it needs no name in the address. */
export const TUTOR_VIEWS = ['week'] as const;

export const STUDENT_FILTER_ENTRIES: readonly FilterEntry<StudentFilter>[] = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
];
