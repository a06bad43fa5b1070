import type { Account } from '#client/lib/session/session.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import type { AvailabilityView } from '#shared/contracts/availability.ts';
import type { BookingCounts, BookingDetails, BookingView, ProposalView, StudentOverview } from '#shared/contracts/bookings.ts';
import type { FavouriteView, ReviewView } from '#shared/contracts/engagement.ts';
import type { ProblemView } from '#shared/contracts/moderation.ts';
import type { SearchReading, TutorCard } from '#shared/contracts/tutor-search.ts';
import type { SubjectEntryView, TutorProfileView } from '#shared/contracts/tutors.ts';
import type { Answers } from './fake-api.ts';

/** Monday, 23 November 2026, 10:00 in Colombo: the first day that can be booked is a Tuesday. */
export const MONDAY_TEN = new Date('2026-11-23T04:30:00Z');
/** Tuesday, 16:00 to 17:00 in Colombo. */
export const TUESDAY_FOUR = { start: new Date('2026-11-24T10:30:00Z'), end: new Date('2026-11-24T11:30:00Z') };

export function aViewer(account: Account, overrides: Partial<Viewer> = {}): Viewer {
  return {
    ...account,
    emailVerified: true,
    isSecondFactorDue: false,
    pendingEmail: null,
    hasPassword: true,
    childName: '',
    socialProvider: null,
    createdAt: new Date(),
    updatedAt: new Date(),
    ...overrides,
  };
}

/** What a card may lack. */
export const NO_CARD_DETAILS = { headline: '', totalSessions: 0, experienceYears: 0, answerMinutes: null } satisfies Partial<TutorCard>;

export const MATHS = 'subject-maths';
export const PHYSICS = 'subject-physics';

/** Online and home visits, Tuesdays from 16:00 to 19:00. */
export function aSubjectView(overrides: Partial<SubjectEntryView> & { id?: string; name?: string } = {}): SubjectEntryView {
  const { id = MATHS, name = 'Combined Mathematics', ...entry } = overrides;
  return {
    subject: { id, name, description: '', isActive: true, category: null, createdAt: MONDAY_TEN },
    selectedTopics: [
      { id: 'topic-calculus', name: 'Calculus', description: 'Limits and derivatives' },
      { id: 'topic-vectors', name: 'Vectors', description: '' },
    ],
    teachingModes: [
      { type: 'online', enabled: true, rate: 1500 },
      { type: 'home-visit', enabled: true, rate: 2000.5 },
    ],
    availability: [{ day: 'Tuesday', slots: [{ start: '16:00', end: '19:00' }] }],
    ...entry,
  };
}

export function aProfileView(overrides: Partial<TutorProfileView> = {}): TutorProfileView {
  return {
    id: 'tutor-profile-1',
    user: { id: 'tutor-user-1', name: 'Dilini Wickramasinghe', email: 'dilini@vidya.test', profileImage: '' },
    phone: '0712345678',
    contactEmail: { kind: 'sign-in', address: '' },
    bio: 'From the picture to the symbol.',
    headline: '',
    introductionVideo: '',
    gender: 'Female',
    socialMedia: { instagram: '', youtube: '', facebook: '', linkedin: '' },
    teachingMediums: ['english', 'sinhala'],
    education: [{ degree: 'BSc Eng', institution: 'University of Moratuwa', year: 2015 }],
    experience: [{ title: 'Tutor', company: 'Own classes', duration: '2016 - present', description: 'Theory and revision' }],
    subjects: [aSubjectView()],
    availableLocations: 'Nugegoda',
    minimumNoticeHours: 0,
    bufferMinutes: 0,
    documents: [],
    rating: 4.7,
    totalReviews: 12,
    totalStudents: 30,
    totalSessions: 100,
    totalEarnings: 0,
    isVerified: true,
    verificationStatus: 'approved',
    verificationChecks: { documents: true, education: true, experience: true, background: true, interview: true },
    verificationDate: MONDAY_TEN,
    rejectionReason: '',
    status: 'active',
    vacationMode: false,
    revision: 0,
    createdAt: MONDAY_TEN,
    updatedAt: MONDAY_TEN,
    ...overrides,
  };
}

export function aCalendarView(tutor: TutorProfileView, overrides: Partial<AvailabilityView> = {}): AvailabilityView {
  return {
    tutorId: tutor.id,
    vacationMode: tutor.vacationMode,
    minimumNoticeHours: tutor.minimumNoticeHours,
    bufferMinutes: tutor.bufferMinutes,
    availability: tutor.subjects.map(({ subject, availability }) => ({ subject: subject.name, subjectId: subject.id, availability })),
    booked: [],
    free: tutor.subjects.map(({ subject }) => ({ subjectId: subject.id, starts: [TUESDAY_FOUR.start] })),
    ...overrides,
  };
}

/** A request for Tuesday at four. */
/** Of a search whose words are all names. */
export const NOTHING_READ: SearchReading = { filters: [], corrections: [], leftOut: [], isShortened: false, town: null };

export function aBookingView(overrides: Partial<BookingView> = {}): BookingView {
  return {
    id: 'booking-1',
    status: 'pending',
    student: { id: 'student-1', name: 'Kavindu Perera', email: 'kavindu@vidya.test', profileImage: '' },
    tutor: {
      id: 'tutor-profile-1',
      phone: '0712345678',
      user: { id: 'tutor-user-1', name: 'Dilini Wickramasinghe', email: 'dilini@vidya.test', profileImage: '' },
    },
    subject: { id: MATHS, name: 'Combined Mathematics' },
    selectedTopics: [{ id: 'topic-calculus', name: 'Calculus', description: '' }],
    startTime: TUESDAY_FOUR.start,
    endTime: TUESDAY_FOUR.end,
    duration: 1,
    learningMethod: 'online',
    amount: 1500,
    paymentStatus: 'pending',
    meetingLink: null,
    contactNumber: '0771234567',
    notes: '',
    childName: '',
    address: '',
    cancellationReason: null,
    cancelledBy: null,
    isReviewed: false,
    createdAt: MONDAY_TEN,
    updatedAt: MONDAY_TEN,
    ...overrides,
  };
}

export function aBookingDetails(overrides: Partial<BookingDetails> = {}): BookingDetails {
  const progress = { confirmedAt: null, completedAt: null, cancelledAt: null, cancellation: null };
  const more = { sequence: 0, proposal: null, moves: [], problems: [], threadId: null };
  return { ...aBookingView(), ...progress, ...more, ...overrides };
}

/** By the tutor, an hour later on the same Tuesday; it lapses at 10:00 on that day. */
export function aProposalView(overrides: Partial<ProposalView> = {}): ProposalView {
  return {
    id: 'proposal-1',
    by: 'tutor',
    startTime: TUESDAY_FOUR.end,
    endTime: new Date(TUESDAY_FOUR.end.getTime() + 3_600_000),
    lapsesAt: new Date('2026-11-24T04:30:00Z'),
    createdAt: MONDAY_TEN,
    ...overrides,
  };
}

/** Reported by the tutor, not answered yet. */
export function aProblemView(overrides: Partial<ProblemView> = {}): ProblemView {
  return {
    id: 'problem-1',
    by: 'tutor',
    kind: 'not_held',
    text: 'Nobody came to the meeting.',
    state: 'open',
    adminNote: '',
    createdAt: TUESDAY_FOUR.end,
    updatedAt: TUESDAY_FOUR.end,
    ...overrides,
  };
}

export function studentOverview(overrides: Partial<StudentOverview> = {}): StudentOverview {
  return { upcoming: 0, completed: 0, favourites: 0, next: null, ongoing: null, ...overrides };
}

export function bookingCounts(overrides: Partial<BookingCounts> = {}): BookingCounts {
  return { total: 0, pending: 0, upcoming: 0, ongoing: 0, ended: 0, completed: 0, cancelled: 0, today: 0, ...overrides };
}

export function aReviewView(overrides: Partial<ReviewView> = {}): ReviewView {
  return {
    id: 'review-1',
    bookingId: 'booking-1',
    rating: 5,
    review: 'Explains until it is clear.',
    student: { id: 'student-1', name: 'Kavindu Perera', profileImage: '' },
    subject: { id: MATHS, name: 'Combined Mathematics' },
    topics: [],
    reply: null,
    createdAt: MONDAY_TEN,
    updatedAt: MONDAY_TEN,
    ...overrides,
  };
}

export function aFavouriteView(overrides: Partial<FavouriteView['tutor']> & { createdAt?: Date } = {}): FavouriteView {
  const { createdAt = MONDAY_TEN, ...tutor } = overrides;
  const { id, user, bio, rating, totalReviews, isVerified, vacationMode } = aProfileView();
  const subjects = [{ id: MATHS, name: 'Combined Mathematics' }];
  return {
    id: `favourite-${tutor.id ?? id}`,
    tutor: { id, user, bio, rating, totalReviews, isVerified, vacationMode, subjects, ...tutor },
    createdAt,
  };
}

const NOTHING_EARNED = { gross: 0, fee: 0, net: 0, sessions: 0 };

/** The requests of the tutor area that its pages share. */
export const tutorAreaAnswers = (profile = aProfileView()) =>
  ({
    'tutors.own': () => profile,
    'bookings.counts': () => bookingCounts(),
    'bookings.nextSessions': () => [],
    'bookings.earnings': () => ({ thisMonth: NOTHING_EARNED, total: NOTHING_EARNED, cancellationCharges: 0, months: [] }),
    'blogs.own': () => ({ blogs: [], nextCursor: null }),
    'blogs.ownCounts': () => ({ published: 0, drafts: 0 }),
    'daysOff.own': () => [],
  }) satisfies Answers;
