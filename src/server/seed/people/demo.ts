import type { StudentSeed, TutorSeed } from './shape.ts';

export const DEMO_PASSWORD = 'vidya-demo';
export const DEMO_EMAILS = { student: 'student@vidya.test', tutor: 'tutor@vidya.test', admin: 'admin@vidya.test' } as const;

export const DEMO_STUDENT: StudentSeed = { name: 'Kavindu Perera', speaks: 'sinhala', town: 'Nugegoda', joined: 300, hasPhoto: true };

export const DEMO_ADMIN: StudentSeed = {
  name: 'Ishara Mendis',
  isWoman: true,
  speaks: 'sinhala',
  town: 'Colombo 05',
  joined: 640,
  hasPhoto: true,
};

export const DEMO_TUTOR: TutorSeed = {
  name: 'Dilini Wickramasinghe',
  isWoman: true,
  town: 'Nugegoda, Colombo 05, Maharagama and online',
  bio: 'Moratuwa engineer who prefers blackboards to base stations. For nine years I have taught Combined Maths to students who were told they "are not maths people". We work from the picture to the symbol, never the other way round, and every lesson ends with one question that you must solve alone. සිංහල සහ English medium. Parents get a short voice message after each session.',
  mediums: ['sinhala', 'english'],
  week: 'fullTime',
  teaches: [
    { subject: 'Combined Mathematics', online: 2000, visit: 2800, group: 700 },
    { subject: 'Mathematics (O/L)', online: 1500, visit: 2100, week: 'weekends' },
    { subject: 'Edexcel IAL Mathematics', online: 2600, week: 'evenings' },
  ],
  education: [
    ['BSc Eng (Hons), Electronic and Telecommunication Engineering', 'University of Moratuwa', 2015],
    ['Postgraduate Diploma in Education', 'University of Colombo', 2019],
  ],
  experience: [
    ['Combined Mathematics Tutor', 'Own classes, Nugegoda', '2016 - present', 'Theory and revision, individual and groups of at most six'],
    ['Visiting Lecturer', 'Open University of Sri Lanka', '2019 - 2022', 'Foundation mathematics for engineering technology'],
    ['Network Planning Engineer', 'Mobile operator, Colombo 02', '2015 - 2016', 'Radio network planning'],
  ],
  social: { facebook: 'dilinimaths', youtube: 'dilinimaths', instagram: 'dilini.maths', linkedin: 'dilini-wickramasinghe' },
  joined: 430,
  busy: 3,
};
