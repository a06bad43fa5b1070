import type { tutorApprovalDocuments, tutorApprovals } from '#db/schema/tutors.ts';
import type { Person } from './people.ts';
import type { Tutor } from './profiles.ts';

type Approvals = { approvals: (typeof tutorApprovals.$inferInsert)[]; approvalDocuments: (typeof tutorApprovalDocuments.$inferInsert)[] };

/** What the admin looked at when verifying each tutor who is. */
export function makeApprovals(tutors: readonly Tutor[], admin: Person): Approvals {
  const verified = tutors.filter(({ profile }) => profile.isVerified);
  return {
    approvals: verified.map(({ profile, education, experience }) => ({
      tutorId: profile.id,
      education: education.map(({ degree, institution, year }) => ({ degree, institution, year })),
      experience: experience.map(({ title, company, duration, description }) => ({ title, company, duration, description })),
      approvedBy: admin.user.id,
      createdAt: profile.verificationDate ?? profile.createdAt,
    })),
    approvalDocuments: verified.flatMap(({ documents }) => documents.map(({ tutorId, uploadId, type = 'other' }) => ({ tutorId, uploadId, type }))),
  };
}
