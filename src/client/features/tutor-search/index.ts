export { FeaturedTutors } from './featured-tutors.tsx';
export { PublicStats } from './public-stats.tsx';
export { SearchBox } from './search-box.tsx';
export { ALL_TUTORS } from './search-state.ts';
export { TutorListing } from './tutor-listing.tsx';
export { useCatalogue } from './use-catalogue.ts';
export { useHomeTutors } from './use-tutor-search.ts';
