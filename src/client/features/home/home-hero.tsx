import { Box, Container, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import classes from './home-hero.module.css';

const PLACES = [0, 1, 2, 3, 4, 5] as const;

export type HomeHeroProps = {
  faces: undefined | readonly { id: string; name: string; profileImage: string }[];
  children: ReactNode;
};

export function HomeHero({ faces, children }: HomeHeroProps) {
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
