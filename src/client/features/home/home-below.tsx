import { useLingui } from '@lingui/react/macro';
import { Box, Container, Stack } from '@mantine/core';
import { FeaturedTutors, TutorListing, useCatalogue, useHomeTutors } from '#client/features/tutor-search/index.ts';
import classes from './home-below.module.css';
import { HomeEnd } from './home-end.tsx';
import { HowItWorks } from './how-it-works.tsx';

const GAP = 'clamp(1.5rem, 7.3vw, 3.5rem)';

export function HomeBelow() {
  const { t } = useLingui();
  const { retry } = useCatalogue();
  const pages = useHomeTutors();
  const refetch = () => {
    retry();
    return pages.refetch();
  };
  const tutors = pages.data?.pages[0]?.tutors;
  const hasFeatured = tutors ? tutors.length > 0 : !pages.error;

  return (
    <Stack gap={GAP}>
      {hasFeatured && (
        <Box className={classes.band} py={GAP}>
          <Container>
            <FeaturedTutors tutors={tutors} intro={t`Our highest-rated tutors. Nobody can pay to appear here.`} />
          </Container>
        </Box>
      )}
      <Container>
        <HowItWorks />
      </Container>
      <Container>
        <TutorListing pages={{ ...pages, refetch }} />
      </Container>
      <HomeEnd />
    </Stack>
  );
}
