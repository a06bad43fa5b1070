import { z } from 'zod';
import { limitedByEach } from '#server/core/limits.ts';
import { admin, anyone, router, tutor, user } from '#server/core/trpc.ts';
import { done, id } from '#shared/contracts/common.ts';
import {
  availabilityInput,
  availabilityView,
  leavingProfile,
  savedAvailability,
  savedProfile,
  savedVacation,
  saveProfileInput,
  searchAnswer,
  searchInput,
  searchPage,
  searchPageInput,
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
import { tutorAvailability } from './availability.queries.ts';
import { contactLimits, contactOf, inItsOwnWords } from './contact.queries.ts';
import { detachDocument } from './documents.commands.ts';
import { deleteProfile } from './leaving.commands.ts';
import { leavingProfileOf } from './leaving.queries.ts';
import { createOwnProfile, ownProfile, saveProfile } from './profile.commands.ts';
import { searchTutorPage, searchTutors } from './search/tutor-search.queries.ts';
import { addSubject, removeSubject, setAvailability, updateSubject } from './subjects.commands.ts';
import { tutorById, tutorForAdmin, tutorStats, tutorsForAdmin } from './tutors.queries.ts';
import { setVacation } from './vacation.commands.ts';

const SUBJECTS = 'Only tutors can manage subjects';
const searching = anyone.meta({ failed: 'Failed to search tutors' });
const owning = (failed: string, refused = 'Only tutors can update tutor profiles') => tutor.meta({ failed, refused });
const PROFILE = { failed: 'Failed to fetch tutor profile' };
const ADMINS = 'Only admins can manage tutors';

export const tutorsRouter = router({
  search: searching
    .input(searchInput)
    .output(searchAnswer)
    .query(({ ctx, input }) => searchTutors(ctx, input)),
  searchPage: searching
    .input(searchPageInput)
    .output(searchPage)
    .query(({ ctx, input }) => searchTutorPage(ctx, input)),
  byId: anyone
    .meta(PROFILE)
    .input(tutorIdInput)
    .output(tutorProfileView)
    .query(({ ctx, input }) => tutorById(ctx, input)),
  contact: anyone
    .meta({ failed: 'Failed to fetch contact details' })
    .input(tutorIdInput)
    .use(async ({ next }) => {
      const result = await next();
      if (!result.ok) throw inItsOwnWords(result.error);
      return result;
    })
    .use(limitedByEach(contactLimits))
    .output(tutorContact)
    .query(({ ctx, input }) => contactOf(ctx, input)),
  own: user
    .meta(PROFILE)
    .output(tutorProfileView)
    .query(({ ctx }) => ownProfile(ctx)),
  saveProfile: tutor
    .meta({ failed: 'Failed to update profile. Please try again.', refused: 'Only tutors can update tutor profiles' })
    .input(saveProfileInput)
    .output(savedProfile)
    .mutation(({ ctx, input }) => saveProfile(ctx, input)),
  createProfile: owning('Failed to update profile. Please try again.')
    .input(saveProfileInput)
    .output(startedProfile)
    .mutation(({ ctx, input }) => createOwnProfile(ctx, input)),
  leavingProfile: owning('Failed to fetch tutor profile')
    .output(leavingProfile)
    .query(({ ctx }) => leavingProfileOf(ctx)),
  deleteProfile: owning('Failed to delete tutor profile. Please try again.', 'Only tutors can delete tutor profiles')
    .output(done)
    .mutation(async ({ ctx }) => {
      await deleteProfile(ctx);
      return { message: SUCCESS.profileDeleted };
    }),
  addSubject: owning('Failed to add subject', SUBJECTS)
    .input(subjectEntryInput)
    .output(subjectEntryView)
    .mutation(({ ctx, input }) => addSubject(ctx, input)),
  updateSubject: owning('Failed to update subject', SUBJECTS)
    .input(updateSubjectInput)
    .output(subjectEntryView)
    .mutation(({ ctx, input }) => updateSubject(ctx, input)),
  removeSubject: owning('Failed to remove subject', SUBJECTS)
    .input(subjectInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeSubject(ctx, input);
      return { message: SUCCESS.subjectRemoved };
    }),
  setAvailability: owning('Failed to update availability', 'Only tutors can manage availability')
    .input(setAvailabilityInput)
    .output(savedAvailability)
    .mutation(({ ctx, input }) => setAvailability(ctx, input)),
  setVacation: owning('Failed to update vacation mode. Please try again.', 'Only tutors can change vacation mode')
    .input(setVacationInput)
    .output(savedVacation)
    .mutation(({ ctx, input }) => setVacation(ctx, input)),
  detachDocument: owning('Failed to delete image', 'Only tutors can manage documents')
    .input(z.object({ id: id }))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await detachDocument(ctx, input);
      return { message: SUCCESS.documentDeleted };
    }),
  availability: anyone
    .meta({ failed: 'Failed to fetch availability' })
    .input(availabilityInput)
    .output(availabilityView)
    .query(({ ctx, input }) => tutorAvailability(ctx, input)),
  forAdmin: admin
    .meta({ ...PROFILE, refused: ADMINS })
    .input(tutorIdInput)
    .output(tutorProfileView)
    .query(({ ctx, input }) => tutorForAdmin(ctx, input)),
  manyForAdmin: admin
    .meta({ failed: 'Failed to fetch tutors', refused: ADMINS })
    .input(tutorsInput)
    .output(z.array(tutorProfileView))
    .query(({ ctx, input }) => tutorsForAdmin(ctx, input)),
  stats: anyone
    .meta(PROFILE)
    .input(tutorIdInput)
    .output(tutorStatsView)
    .query(({ ctx, input }) => tutorStats(ctx, input)),
});
