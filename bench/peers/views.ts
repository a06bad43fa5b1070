/** Rows as `statements.ts` selects them, and what is answered: REST as documented, tRPC as the product's client reads it. */
type Topic = { id: string; name: string; description: string };
type Category = { id: string; name: string; icon: string; color: string; order: number };
type Mode = { type: string; enabled: boolean; rateCents: number };
type Slot = { day: string; start: number; end: number };
type Subject = Topic & { isActive: boolean; createdAt: string; category: Category | null; topics: Topic[]; modes: Mode[]; slots: Slot[] };
export type TutorRow = Record<string, unknown> & {
  id: string;
  user_id: string;
  name: string;
  profile_image: string;
  phone: string;
  contact_email: string;
  subjects: Subject[];
};

export const MAX_COUNTED = 1000;
const HOUR = 3_600_000;

type WithId = (entity: { readonly id: string; readonly [field: string]: unknown }) => object;
/** REST writes each id twice. */
const both: WithId = (entity) => ({ _id: entity.id, ...entity });
const plain: WithId = (entity) => entity;
export type Style = { site: string; withId: WithId };
export const restStyle = (site: string): Style => ({ site, withId: both });
export const TRPC_STYLE: Style = { site: '', withId: plain };

const absolute = (path: string, site: string): string => (path.startsWith('/') ? site + path : path);
const time = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function modesOf(stored: readonly Mode[]): object[] {
  const of = (type: string) => {
    const mode = stored.find((one) => one.type === type);
    return { type, enabled: mode?.enabled ?? false, rate: mode?.enabled ? mode.rateCents / 100 : 0 };
  };
  return [of('online'), of('home-visit'), ...(stored.some(({ type }) => type === 'group') ? [of('group')] : [])];
}

function weekOf(slots: readonly Slot[]): object[] {
  const week: { day: string; slots: object[] }[] = [];
  for (const { day, start, end } of slots) {
    if (week.at(-1)?.day !== day) week.push({ day, slots: [] });
    week.at(-1)?.slots.push({ start: time(start), end: time(end) });
  }
  return week;
}

const categoryOf = (category: Category | null, { withId }: Style) => category && withId(category);

function subjectEntry({ topics, modes, slots, category, createdAt, ...subject }: Subject, style: Style): object {
  const shownCategory = categoryOf(category, style);
  // PostgreSQL writes instants in JSON with its own offset.
  const shown = { ...subject, ...((shownCategory || style === TRPC_STYLE) && { category: shownCategory }), createdAt: new Date(createdAt) };
  return { subject: style.withId(shown), selectedTopics: topics.map(style.withId), teachingModes: modesOf(modes), availability: weekOf(slots) };
}

/** `withContact`: as a visitor reveals it on the profile of one tutor. */
export function tutorView(row: TutorRow, style: Style, { withContact = false } = {}): object {
  const user = style.withId({
    id: row.user_id,
    name: row.name,
    email: withContact ? row.contact_email : '',
    profileImage: absolute(row.profile_image, style.site),
  });
  return style.withId({
    id: row.id,
    user,
    phone: withContact ? row.phone : '',
    ...(style === TRPC_STYLE && { contactEmail: null }),
    bio: row.bio,
    headline: row.headline,
    introductionVideo: row.introduction_video,
    gender: row.gender,
    socialMedia: row.social_media,
    teachingMediums: row.teaching_mediums,
    education: row.education,
    experience: row.experience,
    subjects: row.subjects.map((subject) => subjectEntry(subject, style)),
    availableLocations: row.available_locations,
    minimumNoticeHours: row.minimum_notice_hours,
    bufferMinutes: row.buffer_minutes,
    documents: [],
    rating: row.rating,
    totalReviews: row.total_reviews,
    ...(style !== TRPC_STYLE && { totalRatings: row.total_reviews }),
    totalStudents: row.total_students,
    totalSessions: row.total_sessions,
    totalEarnings: 0,
    isVerified: row.is_verified,
    verificationStatus: row.verification_status,
    verificationChecks: row.verification_checks,
    verificationDate: row.verification_date,
    rejectionReason: '',
    status: row.status,
    vacationMode: row.vacation_mode,
    ...(style === TRPC_STYLE && { revision: 0 }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
}

export function pageInfo(tutors: number, { page, limit }: Paging) {
  const total = Math.min(tutors, MAX_COUNTED);
  return { page, pages: Math.ceil(total / limit), total, limit, ...(tutors > MAX_COUNTED && { totalIsCapped: true }) };
}

export type Paging = { page: number; limit: number };

export type SubjectRow = Record<string, unknown> & { id: string; category_id: string | null };

export function subjectView(row: SubjectRow, style: Style): object {
  const { id, name, description, is_active: isActive, created_at: createdAt, updated_at: updatedAt } = row;
  const { category_name, category_icon, category_color, category_order } = row;
  const category =
    row.category_id === null ? null : { id: row.category_id, name: category_name, icon: category_icon, color: category_color, order: category_order };
  const shown = category ? style.withId(category) : null;
  return style.withId({ id, name, description, ...((shown || style === TRPC_STYLE) && { category: shown }), isActive, createdAt, updatedAt });
}

export type NotificationRow = Record<string, unknown> & { id: string; metadata: object; read_at: Date | null; start_time: Date | null };

export function notificationView(row: NotificationRow, style: Style): object {
  const { id, kind, params, type, category, title, message, action, priority, metadata } = row;
  const { user_id: userId, expires_at: expiresAt, created_at: createdAt, updated_at: updatedAt } = row;
  const read = row.read_at !== null;
  const shared = { type, category, title, message, action, priority };
  if (style === TRPC_STYLE) {
    const booking = row.start_time && { with: row.other_party ?? '', startTime: row.start_time };
    return { id, userId, kind, params, ...shared, metadata, expiresAt, read, createdAt, updatedAt, booking };
  }
  const data = kind === 'custom' ? metadata : { ...metadata, kind, params };
  return style.withId({ id, user: userId, ...shared, metadata: data, expiresAt, read, timestamp: createdAt, createdAt, updatedAt });
}

export const notificationsPage = (notifications: object[], total: number, { page, limit }: Paging) => {
  const totalPages = Math.ceil(total / limit);
  return { notifications, total, currentPage: page, totalPages, hasMore: page < totalPages };
};

export type BookingRow = Record<string, unknown> & {
  id: string;
  status: string;
  student_id: string;
  student_image: string;
  tutor_user_id: string;
  tutor_image: string;
  topics: Topic[];
  start_time: Date;
  end_time: Date;
  amount_cents: number;
};

export function bookingView(row: BookingRow, { withId, site }: Style): object {
  const isTrpc = site === '';
  const isAccepted = row.status === 'confirmed' || row.status === 'completed';
  const student = { id: row.student_id, name: row.student_name, email: row.student_email, profileImage: absolute(row.student_image, site) };
  const tutorUser = {
    id: row.tutor_user_id,
    name: row.tutor_name,
    email: isAccepted ? row.tutor_email : '',
    profileImage: absolute(row.tutor_image, site),
  };
  return withId({
    id: row.id,
    status: row.status,
    student: withId(student),
    tutor: withId({ id: String(row.tutor_id), phone: isAccepted ? row.tutor_phone : '', user: withId(tutorUser) }),
    subject: withId({ id: String(row.subject_id), name: row.subject_name }),
    selectedTopics: row.topics.map(withId),
    startTime: row.start_time,
    endTime: row.end_time,
    duration: (row.end_time.getTime() - row.start_time.getTime()) / HOUR,
    learningMethod: row.learning_method,
    amount: row.amount_cents / 100,
    paymentStatus: row.payment_status,
    meetingLink: isAccepted ? row.meeting_link : null,
    contactNumber: row.contact_number,
    ...(isTrpc && { childName: row.child_name }),
    notes: row.notes,
    address: isAccepted ? row.address : '',
    cancellationReason: row.cancellation_reason,
    ...(isTrpc && { cancelledBy: row.cancelled_by, isReviewed: row.is_reviewed }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
}

export const bookingsPage = (total: number, { page, limit }: Paging) => ({ page, pages: Math.ceil(total / limit), total, limit });
