import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { similarTutors } from '#shared/domain/similar-tutors.ts';
import { translatedName } from '#shared/domain/texts.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { TutorGrid, TutorGridLoading } from './tutor-card.tsx';

export type SimilarTutorsProps = { tutor: Pick<TutorProfileView, 'id' | 'availableLocations'>; subject: string };

/** Nothing where there are none, or where they cannot be read: the profile is complete without them. */
export function SimilarTutors({ tutor, subject: name }: SimilarTutorsProps) {
  const { i18n } = useLingui();
  const trpc = useTRPC();
  const { data, isPending } = useQuery(
    trpc.tutors.search.queryOptions({ subject: name, limit: SEARCH.similar.read }, { refetchOnWindowFocus: false }),
  );
  const tutors = similarTutors(data?.tutors ?? [], tutor, SEARCH.similar.shown);
  const subject = translatedName(i18n, name);
  if (!isPending && tutors.length === 0) return null;
  return (
    <Box component="section" pb={{ base: 'xl', md: '3rem' }} aria-labelledby="similar-title">
      <Title order={2} id="similar-title" size="h3" mb="md">
        <Trans>More tutors of {subject}</Trans>
      </Title>
      {isPending ? <TutorGridLoading count={SEARCH.similar.shown} /> : <TutorGrid tutors={tutors} isForSubject isBelow />}
    </Box>
  );
}
