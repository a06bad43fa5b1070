import { DEMO_TUTOR } from './demo.ts';
import type { TutorSeed } from './shape.ts';
import { TUTORS_FOR_OTHER_EXAMS } from './tutors-for-other-exams.ts';
import { TUTORS_NOT_LISTED } from './tutors-not-listed.ts';
import { TUTORS_OF_ARTS } from './tutors-of-arts.ts';
import { TUTORS_OF_COMMERCE_AND_ARTS } from './tutors-of-commerce-and-arts.ts';
import { TUTORS_OF_COMPUTING } from './tutors-of-computing.ts';
import { TUTORS_OF_LANGUAGES } from './tutors-of-languages.ts';
import { TUTORS_OF_SCHOOL_SUBJECTS } from './tutors-of-school-subjects.ts';
import { TUTORS_OF_SCIENCE } from './tutors-of-science.ts';

/** The demo tutor first, so that nobody else takes the times that its bookings need. */
export const TUTORS: readonly TutorSeed[] = [
  DEMO_TUTOR,
  ...TUTORS_OF_SCIENCE,
  ...TUTORS_OF_COMMERCE_AND_ARTS,
  ...TUTORS_OF_SCHOOL_SUBJECTS,
  ...TUTORS_OF_LANGUAGES,
  ...TUTORS_FOR_OTHER_EXAMS,
  ...TUTORS_OF_COMPUTING,
  ...TUTORS_OF_ARTS,
  ...TUTORS_NOT_LISTED,
];
