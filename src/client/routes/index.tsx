import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { CategoryIcon } from '#client/features/catalogue/category-icon.tsx';
import { useHearts } from '#client/features/favourites/use-hearts.tsx';
import { CategoryCards } from '#client/features/home/category-cards.tsx';
import { HomeHero } from '#client/features/home/home-hero.tsx';
import { Band, HomePage } from '#client/features/home/home-page.tsx';
import { HowItWorks } from '#client/features/home/how-it-works.tsx';
import { FeaturedTutors } from '#client/features/tutor-search/featured-tutors.tsx';
import { PublicStats } from '#client/features/tutor-search/public-stats.tsx';
import { SearchBox } from '#client/features/tutor-search/search-box.tsx';
import { CATEGORIES, OTHERS, STATS, tutorsOf } from '#client/features/tutor-search/search-calls.ts';
import { ALL } from '#client/features/tutor-search/search-state.ts';
import { TutorListing } from '#client/features/tutor-search/tutor-listing.tsx';
import { useCatalogue } from '#client/features/tutor-search/use-catalogue.ts';
import { useTutorSearch } from '#client/features/tutor-search/use-tutor-search.ts';
import { titled } from '#client/lib/page-config.ts';
import { useLazy } from '#client/ui/use-lazy.ts';

const EVERYBODY = { category: ALL };
const DESCRIPTION =
  'Find a tutor in Sri Lanka by subject, topic and town: see what an hour costs and what students say, and book a time that suits you.';

export const Route = createFileRoute('/')({
  loader: ({ context: { api } }) => {
    void api.statistics.public.prefetch(...STATS);
    void api.catalogue.categories.prefetch(...CATEGORIES);
    void api.catalogue.subjects.prefetch(...OTHERS);
    void api.tutors.search.prefetchInfinite(...tutorsOf(EVERYBODY));
  },
  head: () => titled(undefined, DESCRIPTION),
  component: Home,
});

const loadEnd = () => import('#client/features/home/home-end.tsx').then(({ HomeEnd }) => HomeEnd);

function Home() {
  const navigate = Route.useNavigate();
  const { categories, isPending, retry } = useCatalogue();
  const pages = useTutorSearch(EVERYBODY);
  const refetch = () => {
    retry();
    return pages.refetch();
  };
  const heart = useHearts();
  const HomeEnd = useLazy(loadEnd, { isNeeded: true });
  const tutors = pages.data?.pages[0]?.tutors;
  // What failed or is empty, the listing says.
  const hasFeatured = tutors ? tutors.length > 0 : !pages.error;
  const [text, setText] = useState('');
  const q = text.trim();
  const words = {
    text,
    type: setText,
    search: () => void navigate({ to: '/tutors', search: q ? { ...EVERYBODY, q } : {} }),
    clear: () => setText(''),
  };

  return (
    <HomePage
      hero={<HomeHero searchBox={<SearchBox words={words} />} stats={<PublicStats isFull />} faces={tutors ?? (pages.error ? [] : undefined)} />}
    >
      <CategoryCards categories={categories} isPending={isPending} iconOf={(name) => <CategoryIcon name={name} size={22} />} />
      {hasFeatured && (
        <Band>
          <FeaturedTutors tutors={tutors} lead="In the order of their ratings. Nobody can pay to stand here." />
        </Band>
      )}
      <HowItWorks />
      <TutorListing pages={{ ...pages, refetch }} action={heart} />
      {HomeEnd && <HomeEnd />}
    </HomePage>
  );
}
