import { Trans } from '@lingui/react/macro';
import { Box, Container, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ALL_TUTORS, PublicStats, SearchBox, useHomeTutors } from '#client/features/tutor-search/index.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { lazyBelow } from '#client/ui/lazy-part.tsx';
import { HomeCategories } from './home-categories.tsx';
import classes from './home-page.module.css';

const HomeBelow = lazyBelow(() => import('./home-below.tsx').then((module) => module.HomeBelow));

export function HomePage() {
  const { data, error } = useHomeTutors();
  return (
    <>
      <HomeHero faces={data?.pages[0]?.tutors ?? (error ? [] : undefined)}>
        <HomeSearch />
        <PublicStats isFull />
      </HomeHero>
      <Stack gap="clamp(1.5rem, 7.3vw, 3.5rem)" pt={{ base: '1.5rem', sm: '3rem' }} pb={{ base: '3rem', sm: '4rem' }}>
        <HomeCategories />
        <HomeBelow />
      </Stack>
    </>
  );
}

function HomeSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const search = (q: string) => void navigate({ to: '/tutors', search: q ? { ...ALL_TUTORS, q } : {} });
  return <SearchBox maw="42rem" searchText={{ text, type: setText, send: () => search(text.trim()), clear: () => setText('') }} onChoose={search} />;
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
          <Title order={1} className={classes.title}>
            <Trans>Find the tutor who fits you</Trans>
          </Title>
          <Text size="lg" maw="36rem">
            <Trans>
              For school, A/Ls, languages, music and professional exams, anywhere in Sri Lanka. Compare prices and reviews, and book a time that suits
              you.
            </Trans>
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
