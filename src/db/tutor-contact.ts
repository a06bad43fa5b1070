import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { tutorProfiles } from './schema/tutors.ts';

export const tutorContactColumns = (signInEmail: SQLWrapper) => ({
  phone: tutorProfiles.phone,
  email: sql`case ${tutorProfiles.contactEmailKind} when 'sign-in' then ${signInEmail} else ${tutorProfiles.contactEmail} end` as SQL<string>,
});
