import { Box, Container, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { CategoryIcon } from '#client/features/catalogue/index.ts';
import {
  ALL_TUTORS,
  FeaturedTutors,
  PublicStats,
  SearchBox,
  TutorListing,
  useCatalogue,
  useTutorSearch,
} from '#client/features/tutor-search/index.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';
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

const PLACES = [0, 1, 2, 3, 4, 5] as const;

type HomeHeroProps = {
  faces: undefined | readonly { id: string; name: string; profileImage: string }[];
  children: ReactNode;
};

function HomeHero({ faces, children }: HomeHeroProps) {
  return (
    <header className={classes.hero}>
      <Container className={classes.columns}>
        <Stack>
          <Title order={1} fz="clamp(2rem, 1.4rem + 2.8vw, 3.5rem)" lh={1.1}>
            Find the tutor who fits you
          </Title>
          <Text size="lg" maw="36rem">
            For school, the A/Ls, languages, music and professional exams, all over Sri Lanka. See what an hour costs, read what students say, and
            book a time that suits you.
          </Text>
          {children}
        </Stack>
        <Box className={classes.faces} visibleFrom="md" aria-hidden="true">
          {PLACES.map((place) => {
            const face = faces?.[place];
            if (faces && !face) return null;
            return <span key={place}>{face && <Avatar name={face.name} src={face.profileImage || null} size="100%" shape="rounded" alt="" />}</span>;
          })}
        </Box>
      </Container>
    </header>
  );
}

type Category = { value: string; name: string; icon: string; subjects: readonly unknown[] };

type CategoryCardsProps = { categories: readonly Category[]; isPending: boolean };

function CategoryCards({ categories, isPending }: CategoryCardsProps) {
  return (
    <section aria-labelledby="categories-title">
      <Title order={2} id="categories-title" mb="md">
        What would you like to learn?
      </Title>
      {isPending ? (
        <Loading label="Loading subjects…">
          <div className={classes.grid}>
            {Array.from(Array(12).keys(), (place) => (
              <div key={place} className={classes.skeleton}>
                <Skeleton height="100%" />
              </div>
            ))}
          </div>
        </Loading>
      ) : (
        <ul className={classes.grid}>
          {categories.map(({ value, name, icon, subjects }) => (
            <li key={value}>
              <Link to="/tutors" search={{ category: value }} className={classes.card}>
                <ThemeIcon component="span" size={40} radius="md">
                  <CategoryIcon name={icon} size={22} />
                </ThemeIcon>
                <span className={classes.text}>
                  <Text span fw={600} lh="inherit">
                    {name}
                  </Text>
                  <Text span size="sm" c="dimmed" lh="inherit" style={{ flex: 'none' }}>
                    {subjects.length === 1 ? '1 subject' : `${subjects.length} subjects`}
                  </Text>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
