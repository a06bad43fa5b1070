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
const ids = <T extends string>(id: T) => ({ _id: id, id });

export const PHOTO_URL = `${SITE}/files/photos/${IDS.upload}.webp`;
export const SIGNED_URL = `${SITE}/files/documents/${IDS.upload}.jpg?expires=1769852700&signature=Zk3dV0o7bq1mS9xA`;
export const CREATED_AT = '2026-01-28T08:15:00.000Z';
const UPDATED_AT = '2026-01-29T12:40:00.000Z';
const TIMESTAMPS = { createdAt: CREATED_AT, updatedAt: UPDATED_AT };

const STUDENT_REF = { ...ids(IDS.student), name: 'Kasun Jayasuriya', email: 'kasun.jayasuriya@example.lk', profileImage: '' };
export const USER_REF = { ...ids(IDS.tutorUser), name: 'Nimali Perera', email: 'nimali.perera@example.lk', profileImage: PHOTO_URL };

export const USER = {
  ...STUDENT_REF,
  emailVerified: true,
  role: 'student' as const,
  phone: '0771234567',
  socialProvider: null,
  ...TIMESTAMPS,
};
export const TOKEN = 'q4k2v7m3x5b6n2p7r5t3w6y4z2a7c3e5g6j2l7s4';
export const STUDENT_STATS = { totalBookings: 7, completedBookings: 4, favoriteTutors: 3, totalSpent: 10500 };

const NAMED_SUBJECT = { ...ids(IDS.subject), name: 'Combined Mathematics' };
const DESCRIBED_SUBJECT = { ...NAMED_SUBJECT, description: 'G.C.E. Advanced Level' };
const DESCRIBED_TOPIC = { ...ids(IDS.topic), name: 'Differentiation', description: 'Limits, derivatives and their uses' };
export const CATEGORY_REF = { ...ids(IDS.category), name: 'Mathematics', icon: 'Calculator', color: '#6366f1', order: 1 };
export const CATEGORY = {
  ...CATEGORY_REF,
  description: 'From Ordinary Level to university',
  subjects: [{ ...DESCRIBED_SUBJECT, isActive: true }],
  isActive: true,
  ...TIMESTAMPS,
};
export const SUBJECT = { ...DESCRIBED_SUBJECT, category: CATEGORY_REF, isActive: true, ...TIMESTAMPS };
export const TOPIC = { ...DESCRIBED_TOPIC, subject: NAMED_SUBJECT, isActive: true, ...TIMESTAMPS };

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
  subject: { ...DESCRIBED_SUBJECT, isActive: true, category: CATEGORY_REF, createdAt: CREATED_AT },
  selectedTopics: [DESCRIBED_TOPIC],
  teachingModes: MODES,
  availability: WEEK,
};
export const ENTRY_INPUT = { subject: IDS.subject, selectedTopics: [IDS.topic], teachingModes: MODES, availability: WEEK };
export const EDUCATION = [{ degree: 'BSc (Hons) in Mathematics', institution: 'University of Peradeniya', year: 2017 }];
export const EXPERIENCE = [
  {
    title: 'Mathematics teacher',
    company: 'Dharmaraja College, Kandy',
    duration: '2018 to 2024',
    description: 'Grades 12 and 13, Sinhala and English medium',
  },
];
export const TUTOR_INPUT = {
  phone: '0812345678',
  bio: 'I have taught Combined Mathematics for the Advanced Level since 2018, one to one.',
  headline: 'Combined Mathematics for the A/L, one to one',
  introductionVideo: 'dQw4w9WgXcQ',
  gender: 'Female' as const,
  socialMedia: { instagram: '', youtube: 'nimali.maths', facebook: '', linkedin: 'nimali-perera' },
  teachingMediums: ['sinhala' as const, 'english' as const],
  education: EDUCATION,
  experience: EXPERIENCE,
  availableLocations: 'Kandy, Peradeniya, Katugastota',
  minimumNoticeHours: 0,
  bufferMinutes: 0,
};
export const TUTOR = {
  ...ids(IDS.tutor),
  user: USER_REF,
  ...TUTOR_INPUT,
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
  verificationDate: UPDATED_AT,
  rejectionReason: '',
  status: 'active' as const,
  vacationMode: false,
  ...TIMESTAMPS,
};

const SESSION = { startTime: '2026-02-02T10:30:00.000Z', endTime: '2026-02-02T11:30:00.000Z' };
export const BOOKING = {
  ...ids(IDS.booking),
  status: 'confirmed' as const,
  student: STUDENT_REF,
  tutor: { ...ids(IDS.tutor), phone: TUTOR_INPUT.phone, user: USER_REF },
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
  ...TIMESTAMPS,
};
export const BOOKING_INPUT = {
  tutorId: IDS.tutor,
  subjectId: IDS.subject,
  ...SESSION,
  duration: 1,
  learningMethod: 'online' as const,
  contactNumber: '0771234567',
  selectedTopics: [IDS.topic],
  notes: BOOKING.notes,
};

const REVIEW_TEXT = 'Explained limits so that I could solve the past papers by myself.';
export const REVIEW = {
  ...ids(IDS.review),
  booking: IDS.booking,
  rating: 5,
  review: REVIEW_TEXT,
  comment: REVIEW_TEXT,
  student: { ...ids(IDS.student), name: STUDENT_REF.name, profileImage: '' },
  user: { name: STUDENT_REF.name, profileImage: '' },
  subject: NAMED_SUBJECT,
  topics: [DESCRIBED_TOPIC],
  isVerified: true,
  ...TIMESTAMPS,
};
export const FAVOURITE = {
  ...ids(IDS.favourite),
  student: IDS.student,
  tutor: {
    ...ids(IDS.tutor),
    user: { ...USER_REF, email: '' },
    bio: TUTOR_INPUT.bio,
    rating: TUTOR.rating,
    totalReviews: TUTOR.totalReviews,
    isVerified: true,
    vacationMode: false,
  },
  createdAt: CREATED_AT,
};
export const BLOG_INPUT = {
  title: 'Three ways to read a past paper',
  content: '<p>Begin with the questions that you would have left out.</p>',
  tags: ['advanced level', 'past papers'],
  status: 'published' as const,
  featuredImage: PHOTO_URL,
};
export const BLOG = {
  ...ids(IDS.blog),
  ...BLOG_INPUT,
  likes: 18,
  isLiked: false,
  isOwn: false,
  author: { ...ids(IDS.tutor), name: USER_REF.name, profileImage: PHOTO_URL },
  readingTime: 1,
  ...TIMESTAMPS,
};
export const NOTIFICATION_INPUT = {
  type: 'info' as const,
  title: 'Bring your calculator',
  message: 'We begin with trigonometry on Monday.',
  category: 'general' as const,
  action: { label: 'View Booking', url: `/bookings/${IDS.booking}` },
  priority: 'medium' as const,
};
export const NOTIFICATION = {
  ...ids(IDS.notification),
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
  timestamp: CREATED_AT,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
};
export const NOTIFICATION_USER = { ...ids(IDS.student), name: STUDENT_REF.name, email: STUDENT_REF.email, role: 'student' as const };
export const ADMIN_STUDENT = {
  ...STUDENT_REF,
  phone: USER.phone,
  status: 'active' as const,
  ...TIMESTAMPS,
  stats: STUDENT_STATS,
};

const TUTOR_WITHOUT_CONTACT = { ...BOOKING.tutor, phone: '', user: { ...USER_REF, email: '' } };

export const REQUESTED = { ...BOOKING, tutor: TUTOR_WITHOUT_CONTACT, status: 'pending' as const, meetingLink: null, updatedAt: CREATED_AT };
export const CONFIRMED = { ...BOOKING, meetingLink: 'https://meet.example.org/nimali' };
export const CANCELLED = {
  ...BOOKING,
  tutor: TUTOR_WITHOUT_CONTACT,
  status: 'cancelled' as const,
  meetingLink: null,
  cancellationReason: 'I have an examination on that day.',
};
export const COMPLETED = { ...BOOKING, status: 'completed' as const, updatedAt: '2026-02-02T11:35:00.000Z' };
export const RESCHEDULED = { ...BOOKING, startTime: '2026-02-03T10:30:00.000Z', endTime: '2026-02-03T11:30:00.000Z' };

export const LISTED_TUTOR = { ...TUTOR, phone: '', user: { ...TUTOR.user, email: '' } };

export const DOCUMENT = { _id: IDS.upload, id: IDS.upload, url: SIGNED_URL, type: 'qualification', uploadedAt: CREATED_AT };
export const OWN_TUTOR = { ...TUTOR, documents: [DOCUMENT], totalEarnings: 46500 };

export const TUTOR_ON_VACATION = { ...OWN_TUTOR, vacationMode: true };

export const REJECTION = 'The certificate cannot be read. Please upload a sharper photo of it.';
export const REJECTED_TUTOR = {
  ...OWN_TUTOR,
  isVerified: false,
  verificationStatus: 'rejected' as const,
  verificationChecks: { documents: false, education: false, experience: false, background: false, interview: false },
  rejectionReason: REJECTION,
};

export const SEARCH_PAGE = { tutors: [LISTED_TUTOR], pagination: { page: 1, pages: 1, total: 1, limit: 24 } };
