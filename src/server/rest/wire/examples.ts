/** People and things of the reference: made up, and the same wherever they appear. */
export const IDS = {
  student: '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40',
  tutorUser: '0197d3c2-6a11-7c02-8b1d-94f2c7e01d55',
  tutor: '0197d3c2-6a13-7f5e-a2c4-0b6de8a93f71',
  subject: '0197d3c2-7b20-7a91-9c3e-5d1f60b2e884',
  category: '0197d3c2-7b1f-74d8-b0a6-e21c93f5a017',
  topic: '0197d3c2-7b21-7e30-8f4b-a9c6d27e1b32',
  booking: '0197d3c2-8c42-7d17-b5f0-13e8a4c96d20',
  review: '0197d3c2-9d53-7b86-a1d2-7f04c5e8b913',
  favourite: '0197d3c2-9d54-7c61-8e3a-b6f2d0a71c48',
  blog: '0197d3c2-ae64-79f3-9b7c-2c5d81e0f6a4',
  notification: '0197d3c2-bf75-7a0e-8d21-e5b93c7f4a68',
  upload: '0197d3c2-c086-7f49-b3e5-6a1d9c20e7fb',
  delivery: '0197d3c2-d197-7c8a-9f60-48b7e3d15ca2',
} as const;

const SITE = 'https://vidya.example';
const both = <T extends string>(id: T) => ({ _id: id, id });

export const PHOTO = `${SITE}/files/photos/${IDS.upload}.webp`;
export const SIGNED = `${SITE}/files/documents/${IDS.upload}.jpg?expires=1769852700&signature=Zk3dV0o7bq1mS9xA`;
export const MADE = '2026-01-28T08:15:00.000Z';
const CHANGED = '2026-01-29T12:40:00.000Z';
const TIMES = { createdAt: MADE, updatedAt: CHANGED };

const ABOUT_STUDENT = { ...both(IDS.student), name: 'Kasun Jayasuriya', email: 'kasun.jayasuriya@example.lk', profileImage: '' };
const ABOUT_TUTOR = { ...both(IDS.tutorUser), name: 'Nimali Perera', email: 'nimali.perera@example.lk', profileImage: PHOTO };
export const USER_REF = ABOUT_TUTOR;

export const USER = {
  ...ABOUT_STUDENT,
  emailVerified: true,
  role: 'student' as const,
  phone: '0771234567',
  socialProvider: null,
  ...TIMES,
};
export const TOKEN = 'q4k2v7m3x5b6n2p7r5t3w6y4z2a7c3e5g6j2l7s4';
export const STUDENT_STATS = { totalBookings: 7, completedBookings: 4, favoriteTutors: 3, totalSpent: 10500 };

const NAMED_SUBJECT = { ...both(IDS.subject), name: 'Combined Mathematics' };
const DESCRIBED_SUBJECT = { ...NAMED_SUBJECT, description: 'G.C.E. Advanced Level' };
const DESCRIBED_TOPIC = { ...both(IDS.topic), name: 'Differentiation', description: 'Limits, derivatives and their uses' };
export const CATEGORY_REF = { ...both(IDS.category), name: 'Mathematics', icon: 'Calculator', color: '#6366f1', order: 1 };
export const CATEGORY = {
  ...CATEGORY_REF,
  description: 'From Ordinary Level to university',
  subjects: [{ ...DESCRIBED_SUBJECT, isActive: true }],
  isActive: true,
  ...TIMES,
};
export const SUBJECT = { ...DESCRIBED_SUBJECT, category: CATEGORY_REF, isActive: true, ...TIMES };
export const TOPIC = { ...DESCRIBED_TOPIC, subject: NAMED_SUBJECT, isActive: true, ...TIMES };

export const SLOT = { start: '16:00', end: '19:00' };
export const WEEK = [
  { day: 'Monday' as const, slots: [SLOT] },
  { day: 'Saturday' as const, slots: [{ start: '08:30', end: '12:30' }] },
];
export const MODES = [
  { type: 'online' as const, enabled: true, rate: 1500 },
  { type: 'home-visit' as const, enabled: true, rate: 2250 },
];
export const ENTRY = {
  subject: { ...DESCRIBED_SUBJECT, isActive: true, category: CATEGORY_REF, createdAt: MADE },
  selectedTopics: [DESCRIBED_TOPIC],
  teachingModes: MODES,
  availability: WEEK,
};
/** As it is sent. */
export const ENTRY_SENT = { subject: IDS.subject, selectedTopics: [IDS.topic], teachingModes: MODES, availability: WEEK };
export const EDUCATION = [{ degree: 'BSc (Hons) in Mathematics', institution: 'University of Peradeniya', year: 2017 }];
export const EXPERIENCE = [
  {
    title: 'Mathematics teacher',
    company: 'Dharmaraja College, Kandy',
    duration: '2018 to 2024',
    description: 'Grades 12 and 13, Sinhala and English medium',
  },
];
export const TUTOR_WORDS = {
  phone: '0812345678',
  bio: 'I have taught Combined Mathematics for the Advanced Level since 2018, one to one.',
  gender: 'Female' as const,
  socialMedia: { instagram: '', youtube: 'nimali.maths', facebook: '', linkedin: 'nimali-perera' },
  teachingMediums: ['sinhala' as const, 'english' as const],
  education: EDUCATION,
  experience: EXPERIENCE,
  availableLocations: 'Kandy, Peradeniya, Katugastota',
};
export const TUTOR = {
  ...both(IDS.tutor),
  user: ABOUT_TUTOR,
  ...TUTOR_WORDS,
  subjects: [ENTRY],
  documents: [],
  rating: 4.83,
  totalReviews: 12,
  totalRatings: 12,
  totalStudents: 9,
  totalSessions: 31,
  totalEarnings: 0,
  isVerified: true,
  verificationStatus: 'approved' as const,
  verificationChecks: { documents: true, education: true, experience: true, background: true, interview: true },
  verificationDate: CHANGED,
  rejectionReason: '',
  status: 'active' as const,
  vacationMode: false,
  ...TIMES,
};

/** Four to five in the afternoon, in Colombo. */
const SESSION = { startTime: '2026-02-02T10:30:00.000Z', endTime: '2026-02-02T11:30:00.000Z' };
export const BOOKING = {
  ...both(IDS.booking),
  status: 'confirmed' as const,
  student: ABOUT_STUDENT,
  tutor: { ...both(IDS.tutor), phone: TUTOR_WORDS.phone, user: ABOUT_TUTOR },
  subject: NAMED_SUBJECT,
  selectedTopics: [DESCRIBED_TOPIC],
  ...SESSION,
  duration: 1,
  learningMethod: 'online' as const,
  amount: 1500,
  paymentStatus: 'pending' as const,
  meetingLink: 'https://meet.example.org/vidya-4f9c2b7e',
  contactNumber: '0771234567',
  notes: 'I have the model paper of 2025 with me.',
  address: '',
  cancellationReason: null,
  ...TIMES,
};
export const REQUEST = {
  tutorId: IDS.tutor,
  subjectId: IDS.subject,
  ...SESSION,
  duration: 1,
  learningMethod: 'online' as const,
  contactNumber: '0771234567',
  selectedTopics: [IDS.topic],
  notes: BOOKING.notes,
};

const WORDS = 'Explained limits so that I could solve the past papers by myself.';
export const REVIEW = {
  ...both(IDS.review),
  booking: IDS.booking,
  rating: 5,
  review: WORDS,
  comment: WORDS,
  student: { ...both(IDS.student), name: ABOUT_STUDENT.name, profileImage: '' },
  user: { name: ABOUT_STUDENT.name, profileImage: '' },
  subject: NAMED_SUBJECT,
  topics: [DESCRIBED_TOPIC],
  isVerified: true,
  ...TIMES,
};
export const FAVOURITE = {
  ...both(IDS.favourite),
  student: IDS.student,
  tutor: {
    ...both(IDS.tutor),
    user: { ...ABOUT_TUTOR, email: '' },
    bio: TUTOR_WORDS.bio,
    rating: TUTOR.rating,
    totalReviews: TUTOR.totalReviews,
    isVerified: true,
    vacationMode: false,
  },
  createdAt: MADE,
};
export const BLOG_WORDS = {
  title: 'Three ways to read a past paper',
  content: '<p>Begin with the questions that you would have left out.</p>',
  tags: ['advanced level', 'past papers'],
  status: 'published' as const,
  featuredImage: PHOTO,
};
export const BLOG = {
  ...both(IDS.blog),
  ...BLOG_WORDS,
  likes: 18,
  isLiked: false,
  isOwn: false,
  author: { ...both(IDS.tutor), name: ABOUT_TUTOR.name, profileImage: PHOTO },
  readingTime: 1,
  ...TIMES,
};
export const NOTE = {
  type: 'info' as const,
  title: 'Bring your calculator',
  message: 'We begin with trigonometry on Monday.',
  category: 'general' as const,
  action: { label: 'View Booking', url: `/bookings/${IDS.booking}` },
  priority: 'medium' as const,
};
export const NOTIFICATION = {
  ...both(IDS.notification),
  user: IDS.student,
  type: 'success' as const,
  category: 'booking' as const,
  title: 'Booking Confirmed',
  message: 'Your booking for Combined Mathematics has been confirmed.',
  action: { label: 'View Booking', url: `/bookings/${IDS.booking}` },
  priority: 'medium' as const,
  metadata: { kind: 'booking.confirmed', params: { subject: 'Combined Mathematics' } },
  expiresAt: null,
  read: false,
  timestamp: MADE,
  createdAt: MADE,
  updatedAt: MADE,
};
export const OWNER = { ...both(IDS.student), name: ABOUT_STUDENT.name, email: ABOUT_STUDENT.email, role: 'student' as const };
export const ADMIN_STUDENT = {
  ...ABOUT_STUDENT,
  phone: USER.phone,
  status: 'active' as const,
  ...TIMES,
  stats: STUDENT_STATS,
};
