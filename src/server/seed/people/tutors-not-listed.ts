import type { TutorSeed } from './shape.ts';

const NOTHING_YET = { bio: '', town: '', mediums: [], week: 'evenings', teaches: [], education: [], experience: [], busy: 0 } as const;

/** Accounts that nobody finds: just registered, or suspended. */
export const TUTORS_NOT_LISTED: readonly TutorSeed[] = [
  { name: 'Nethmi Kariyawasam', isWoman: true, state: 'not_started', joined: 2, ...NOTHING_YET },
  {
    name: 'Janaka Pathirana',
    town: 'Colombo 10',
    bio: 'Guaranteed results in all subjects, all streams. Call me.',
    mediums: ['sinhala'],
    week: 'fullTime',
    teaches: [{ subject: 'Combined Mathematics', online: 3000 }],
    education: [['BSc', 'University of Sri Jayewardenepura', 2011]],
    experience: [['Tutor', 'Self-employed', '10 years', 'All subjects']],
    state: 'pending',
    isSuspended: true,
    joined: 100,
    busy: 0,
  },
];
