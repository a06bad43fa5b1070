export const ROLES = ['student', 'tutor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const SIGN_UP_ROLES = ['student', 'tutor'] as const satisfies readonly Role[];
export type SignUpRole = (typeof SIGN_UP_ROLES)[number];

export const GENDERS = ['Male', 'Female', 'Other'] as const;
export type Gender = (typeof GENDERS)[number];

export const TEACHING_MEDIUMS = ['english', 'sinhala', 'tamil'] as const;
export type TeachingMedium = (typeof TEACHING_MEDIUMS)[number];
export const MEDIUM_NAMES = { english: 'English', sinhala: 'Sinhala', tamil: 'Tamil' } as const satisfies Record<TeachingMedium, string>;

export const CONTACT_EMAILS = ['sign-in', 'other', 'none'] as const;
export type ContactEmailKind = (typeof CONTACT_EMAILS)[number];

/** `group` exists in old data only. */
export const TEACHING_MODES = ['online', 'home-visit', 'group'] as const;
export type TeachingModeType = (typeof TEACHING_MODES)[number];

/** The names on the wire; `NONE` matches nobody. */
export const SEARCH_MODES = ['ONLINE', 'INDIVIDUAL', 'GROUP', 'NONE'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];
export const SEARCH_MODE_OF = { online: 'ONLINE', 'home-visit': 'INDIVIDUAL', group: 'GROUP' } as const satisfies Record<
  TeachingModeType,
  SearchMode
>;

export const BOOKABLE_MODES = ['online', 'home-visit'] as const satisfies readonly TeachingModeType[];

export const ACCOUNT_STATUSES = ['active', 'suspended'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export const VERIFICATION_STATUSES = ['not_started', 'pending', 'approved', 'rejected'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const VERIFICATION_CHECKS = ['documents', 'education', 'experience', 'background', 'interview'] as const;
export type VerificationCheck = (typeof VERIFICATION_CHECKS)[number];

export const SOCIAL_SITES = ['instagram', 'youtube', 'facebook', 'linkedin'] as const;
export type SocialSite = (typeof SOCIAL_SITES)[number];

export const OAUTH_PROVIDERS = ['google'] as const;
export type OauthProvider = (typeof OAUTH_PROVIDERS)[number];

export const SESSION_ORIGINS = ['password', 'google', 'passkey'] as const;
export type SessionOrigin = (typeof SESSION_ORIGINS)[number];

/** Password reset codes have had their own table since migration 0023; older rows expire. */
export const CODE_PURPOSES = ['password_reset', 'email_confirmation', 'email_change'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export const CHALLENGE_PURPOSES = ['second_step', 'passkey_login', 'passkey_enrolment'] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

export const SECOND_STEPS = ['totp', 'passkey', 'recovery_code'] as const;
export type SecondStep = (typeof SECOND_STEPS)[number];

export const UNKNOWN_STUDENT = 'Unknown Student';
export const UNKNOWN_TUTOR = 'Unknown Tutor';
export const ANONYMOUS = 'Anonymous';
