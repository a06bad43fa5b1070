import { Box, Container, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  ALL_TUTORS,
  FeaturedTutors,
  PublicStats,
  SearchBox,
  TutorListing,
  useCatalogue,
  useTutorSearch,
} from '#client/features/tutor-search/index.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import { CategoryCards } from './category-cards.tsx';
import { HomeHero } from './home-hero.tsx';
import classes from './home-page.module.css';
import { HowItWorks } from './how-it-works.tsx';

const loadEnd = () => import('./home-end.tsx').then(({ HomeEnd }) => HomeEnd);

const GAP = 'clamp(2.5rem, 7.3vw, 3.5rem)';

export function HomePage() {
  const navigate = useNavigate();
  const { categories, isPending, retry } = useCatalogue();
  const pages = useTutorSearch(ALL_TUTORS);
  const refetch = () => {
    retry();
    return pages.refetch();
  };
  const HomeEnd = useLazy(loadEnd, { isNeeded: true });
  const [text, setText] = useState('');
  const tutors = pages.data?.pages[0]?.tutors;
  const hasFeatured = tutors ? tutors.length > 0 : !pages.error;

  const send = () => {
    const q = text.trim();
    void navigate({ to: '/tutors', search: q ? { ...ALL_TUTORS, q } : {} });
  };

  return (
    <>
      <HomeHero faces={tutors ?? (pages.error ? [] : undefined)}>
        <SearchBox maw="42rem" searchText={{ text, type: setText, send, clear: () => setText('') }} />
        <PublicStats isFull />
      </HomeHero>
      <Stack gap={GAP} pt={{ base: '2rem', sm: '3rem' }} pb={{ base: '3rem', sm: '4rem' }}>
        {(isPending || categories.length > 0) && (
          <Container>
            <CategoryCards categories={categories} isPending={isPending} />
          </Container>
        )}
        {hasFeatured && (
          <Box className={classes.band} py={GAP}>
            <Container>
              <FeaturedTutors tutors={tutors} intro="In the order of their ratings. Nobody can pay to stand here." />
            </Container>
          </Box>
        )}
        <Container>
          <HowItWorks />
        </Container>
        <Container>
          <TutorListing pages={{ ...pages, refetch }} />
        </Container>
        {HomeEnd && <HomeEnd />}
      </Stack>
    </>
  );
}
