import { type SQL, sql } from 'drizzle-orm';

export const educationOf = (tutorId: SQL): SQL => sql`coalesce((
  select jsonb_agg(jsonb_build_object('degree', degree, 'institution', institution, 'year', year) order by position)
  from tutor_education where tutor_id = ${tutorId}
), '[]')`;

export const experienceOf = (tutorId: SQL): SQL => sql`coalesce((
  select jsonb_agg(jsonb_build_object('title', title, 'company', company, 'duration', duration, 'description', description) order by position)
  from tutor_experience where tutor_id = ${tutorId}
), '[]')`;

/** Documents in any order; false without an approval. */
export const isAsApproved = (tutorId: SQL): SQL => sql`exists (
  select from tutor_approvals approval
  where approval.tutor_id = ${tutorId} and approval.education = ${educationOf(tutorId)} and approval.experience = ${experienceOf(tutorId)}
    and not exists (
      select upload_id from tutor_documents where tutor_id = ${tutorId}
      except select upload_id from tutor_approval_documents where tutor_id = ${tutorId}
    )
    and not exists (
      select upload_id from tutor_approval_documents where tutor_id = ${tutorId}
      except select upload_id from tutor_documents where tutor_id = ${tutorId}
    )
)`;
