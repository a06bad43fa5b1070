import { z } from 'zod';
import { rateLimitEach } from '#server/core/rate-limits.ts';
import {
  adminProcedure,
  publicProcedure,
  router,
  sharedProcedure,
  sharesAnswer,
  studentProcedure,
  tutorProcedure,
  userProcedure,
} from '#server/core/trpc.ts';
import { readsReplica } from '#server/core/visitor-reads.ts';
import { availabilityInput, availabilityView } from '#shared/contracts/availability.ts';
import { done, id } from '#shared/contracts/common.ts';
import { popularSubjects, subjectIds, suggestInput, suggestions } from '#shared/contracts/suggestions.ts';
import { searchAnswer, searchInput, searchPage, searchPageInput, tutorCard, tutorCardsInput } from '#shared/contracts/tutor-search.ts';
import {
  leavingProfile,
  savedAvailability,
  savedProfile,
  savedVacation,
  saveProfileInput,
  setAvailabilityInput,
  setVacationInput,
  startedProfile,
  subjectEntryInput,
  subjectEntryView,
  subjectInput,
  tutorContact,
  tutorIdInput,
  tutorProfileView,
  tutorStatsView,
  tutorsInput,
  updateSubjectInput,
} from '#shared/contracts/tutors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { getAvailability } from './availability.queries.ts';
import { getContact, getContactLimits, toContactError } from './contact.queries.ts';
import { createOwnProfile, deleteProfile, detachDocument, getOwnProfile, saveProfile, setVacation } from './profile.commands.ts';
import { previewProfileDeletion } from './profile-deletion.queries.ts';
import { findNamedSubjects } from './search/named-subjects.queries.ts';
import { listPopularSubjects } from './search/popular-subjects.queries.ts';
import { suggest } from './search/suggestions.queries.ts';
import { listTutorCards } from './search/tutor-cards.queries.ts';
import { searchTutorPage, searchTutors } from './search/tutor-search.queries.ts';
import { addSubject, removeSubject, setAvailability, updateSubject } from './subjects.commands.ts';
import { getTutor, getTutorForAdmin, getTutorStats, listTutorsForAdmin } from './tutors.queries.ts';

const SUBJECTS_REFUSED = 'Only tutors can manage subjects';
const search = sharedProcedure.use(readsReplica).meta({ failed: 'Failed to search tutors' });
const forOwner = (failed: string, refused = 'Only tutors can update tutor profiles') => tutorProcedure.meta({ failed, refused });
const FETCH_PROFILE = { failed: 'Failed to fetch tutor profile' };
const SUGGEST = { failed: 'Failed to fetch suggestions', isSharedWithStudents: true } as const;
const ADMINS_ONLY = 'Only admins can manage tutors';

export const tutorsRouter = router({
  search: search
    .input(searchInput)
    .output(searchAnswer)
    .query(({ ctx, input }) => searchTutors(ctx, input)),
  searchPage: search
    .input(searchPageInput)
    .output(searchPage)
    .query(({ ctx, input }) => searchTutorPage(ctx, input)),
  cards: studentProcedure
    .meta({ failed: 'Failed to fetch tutors', refused: 'Only students can book sessions' })
    .input(tutorCardsInput)
    .output(tutorCard.array())
    .query(({ ctx, input }) => listTutorCards(ctx, input)),
  suggest: sharedProcedure
    .use(readsReplica)
    .meta(SUGGEST)
    .input(suggestInput)
    .output(suggestions)
    .query(({ ctx, input }) => suggest(ctx, input)),
  popularSubjects: sharedProcedure
    .use(readsReplica)
    .meta(SUGGEST)
    .output(popularSubjects)
    .query(({ ctx }) => listPopularSubjects(ctx)),
  byId: sharedProcedure
    .use(readsReplica)
    .meta({ ...FETCH_PROFILE, isSharedWithStudents: true })
    .input(tutorIdInput)
    .output(tutorProfileView)
    .query(({ ctx, input }) => getTutor(ctx, input)),
  contact: publicProcedure
    .meta({ failed: 'Failed to fetch contact details', isSharedWithStudents: true })
    .input(tutorIdInput)
    .use(async ({ next }) => {
      const result = await next();
      if (!result.ok) throw toContactError(result.error);
      return result;
    })
    .use(rateLimitEach(getContactLimits))
    .use(sharesAnswer)
    .output(tutorContact)
    .query(({ ctx, input }) => getContact(ctx, input)),
  own: userProcedure
    .meta(FETCH_PROFILE)
    .output(tutorProfileView)
    .query(({ ctx }) => getOwnProfile(ctx)),
  saveProfile: tutorProcedure
    .meta({ failed: 'Failed to update profile. Please try again.', refused: 'Only tutors can update tutor profiles' })
    .input(saveProfileInput)
    .output(savedProfile)
    .mutation(({ ctx, input }) => saveProfile(ctx, input)),
  createProfile: forOwner('Failed to update profile. Please try again.')
    .input(saveProfileInput)
    .output(startedProfile)
    .mutation(({ ctx, input }) => createOwnProfile(ctx, input)),
  namedSubjects: forOwner('Failed to fetch subjects', SUBJECTS_REFUSED)
    .input(suggestInput)
    .output(subjectIds)
    .query(({ ctx, input }) => findNamedSubjects(ctx, input)),
  leavingProfile: forOwner('Failed to fetch tutor profile')
    .output(leavingProfile)
    .query(({ ctx }) => previewProfileDeletion(ctx)),
  deleteProfile: forOwner('Failed to delete tutor profile. Please try again.', 'Only tutors can delete tutor profiles')
    .output(done)
    .mutation(async ({ ctx }) => {
      await deleteProfile(ctx);
      return { message: SUCCESS.profileDeleted };
    }),
  addSubject: forOwner('Failed to add subject', SUBJECTS_REFUSED)
    .input(subjectEntryInput)
    .output(subjectEntryView)
    .mutation(({ ctx, input }) => addSubject(ctx, input)),
  updateSubject: forOwner('Failed to update subject', SUBJECTS_REFUSED)
    .input(updateSubjectInput)
    .output(subjectEntryView)
    .mutation(({ ctx, input }) => updateSubject(ctx, input)),
  removeSubject: forOwner('Failed to remove subject', SUBJECTS_REFUSED)
    .input(subjectInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeSubject(ctx, input);
      return { message: SUCCESS.subjectRemoved };
    }),
  setAvailability: forOwner('Failed to update availability', 'Only tutors can manage availability')
    .input(setAvailabilityInput)
    .output(savedAvailability)
    .mutation(({ ctx, input }) => setAvailability(ctx, input)),
  setVacation: forOwner('Failed to update vacation mode. Please try again.', 'Only tutors can change vacation mode')
    .input(setVacationInput)
    .output(savedVacation)
    .mutation(({ ctx, input }) => setVacation(ctx, input)),
  detachDocument: forOwner('Failed to delete image', 'Only tutors can manage documents')
    .input(z.object({ id: id }))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await detachDocument(ctx, input);
      return { message: SUCCESS.documentDeleted };
    }),
  availability: publicProcedure
    .meta({ failed: 'Failed to fetch availability' })
    .input(availabilityInput)
    .output(availabilityView)
    .query(({ ctx, input }) => getAvailability(ctx, input)),
  forAdmin: adminProcedure
    .meta({ ...FETCH_PROFILE, refused: ADMINS_ONLY })
    .input(tutorIdInput)
    .output(tutorProfileView)
    .query(({ ctx, input }) => getTutorForAdmin(ctx, input)),
  manyForAdmin: adminProcedure
    .meta({ failed: 'Failed to fetch tutors', refused: ADMINS_ONLY })
    .input(tutorsInput)
    .output(z.array(tutorProfileView))
    .query(({ ctx, input }) => listTutorsForAdmin(ctx, input)),
  stats: sharedProcedure
    .use(readsReplica)
    .meta({ ...FETCH_PROFILE, isSharedWithStudents: true })
    .input(tutorIdInput)
    .output(tutorStatsView)
    .query(({ ctx, input }) => getTutorStats(ctx, input)),
});
