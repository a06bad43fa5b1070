import { IDS, MADE, SIGNED, TUTOR } from './examples.ts';

/** In lists nobody is given an address to write to or a number to call. */
export const LISTED_TUTOR = { ...TUTOR, phone: '', user: { ...TUTOR.user, email: '' } };

export const DOCUMENT = { _id: IDS.upload, id: IDS.upload, url: SIGNED, type: 'qualification', uploadedAt: MADE };
/** To the tutor and to admins. */
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

/** A page of a search that found one. */
export const FOUND = { tutors: [LISTED_TUTOR], pagination: { page: 1, pages: 1, total: 1, limit: 24 } };
