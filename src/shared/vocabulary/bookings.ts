export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

export const OCCUPYING_STATUSES = ['pending', 'confirmed'] as const satisfies readonly BookingStatus[];

export const BOOKING_UPDATES = ['created', 'updated', 'cancelled', 'confirmed'] as const;
export type BookingUpdate = (typeof BOOKING_UPDATES)[number];

/** `individual` is shown as Home Visit; `group` exists in old bookings only. */
export const LEARNING_METHODS = ['online', 'individual', 'group'] as const;
export type LearningMethod = (typeof LEARNING_METHODS)[number];

export const BOOKABLE_METHODS = ['online', 'individual'] as const satisfies readonly LearningMethod[];
export type BookableMethod = (typeof BOOKABLE_METHODS)[number];

/** In hours. */
export const BOOKING_DURATIONS = [1, 2, 3] as const;
export type BookingDuration = (typeof BOOKING_DURATIONS)[number];

/** Always `pending` until a payment provider exists. */
export const PAYMENT_STATUSES = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PROPOSAL_STATES = ['open', 'accepted', 'declined', 'withdrawn', 'replaced', 'lapsed', 'closed'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export const PARTIES = ['student', 'tutor'] as const;
export type Party = (typeof PARTIES)[number];

export const BOOKING_ACTORS = ['student', 'tutor', 'admin', 'system'] as const;
export type BookingActor = (typeof BOOKING_ACTORS)[number];

/** Why a request that the tutor left unanswered was cancelled. */
export const NO_RESPONSE = 'No response from tutor';
/** Why the system cancelled a booking that was open when one of its parties deleted the account. */
export const PARTY_UNAVAILABLE = { student: 'Student is no longer available', tutor: 'Tutor is no longer available' } as const;
