import { anyone, router, tutor, user } from '#server/core/trpc.ts';
import {
  availabilityInput,
  availabilityView,
  savedProfile,
  saveProfileInput,
  searchAnswer,
  searchInput,
  searchPage,
  searchPageInput,
  tutorIdInput,
  tutorProfileView,
  tutorStatsView,
} from '#shared/contracts/tutors.ts';
import { tutorAvailability } from './availability.queries.ts';
import { ownProfile, saveProfile } from './profile.commands.ts';
import { searchTutorPage, searchTutors } from './tutor-search.queries.ts';
import { tutorById, tutorStats } from './tutors.queries.ts';

const searching = anyone.meta({ failed: 'Failed to search tutors' });
const PROFILE = { failed: 'Failed to fetch tutor profile' };

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
  own: user
    .meta(PROFILE)
    .output(tutorProfileView)
    .query(({ ctx }) => ownProfile(ctx)),
  saveProfile: tutor
    .meta({ failed: 'Failed to update profile. Please try again.', refused: 'Only tutors can update tutor profiles' })
    .input(saveProfileInput)
    .output(savedProfile)
    .mutation(({ ctx, input }) => saveProfile(ctx, input)),
  availability: anyone
    .meta({ failed: 'Failed to fetch availability' })
    .input(availabilityInput)
    .output(availabilityView)
    .query(({ ctx, input }) => tutorAvailability(ctx, input)),
  stats: anyone
    .meta(PROFILE)
    .input(tutorIdInput)
    .output(tutorStatsView)
    .query(({ ctx, input }) => tutorStats(ctx, input)),
});
