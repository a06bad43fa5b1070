import { Trans, useLingui } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { ArrowRight, Users } from 'lucide-react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty, QueryError } from '#client/ui/page-state.tsx';
import { ALL_TUTORS, HOME_TUTORS } from './search-state.ts';
import { TutorGrid, TutorGridLoading } from './tutor-card.tsx';
import classes from './tutor-listing.module.css';
import type { TutorPages } from './use-tutor-search.ts';

export type TutorListingProps = { pages: TutorPages };

export function TutorListing({ pages: { data, error, isFetching, refetch } }: TutorListingProps) {
  const { t } = useLingui();
  const [first] = data?.pages ?? [];
  const isShort = first !== undefined && first.tutors.length <= HOME_TUTORS.featured;
  const isAlone = isShort || (!first && Boolean(error));
  const tutors = isShort ? first.tutors : first?.tutors.slice(HOME_TUTORS.featured, HOME_TUTORS.featured + HOME_TUTORS.others);

  return (
    <section aria-labelledby="listing-title">
      <Title order={2} id="listing-title" mb="md">
        {isAlone ? <Trans>All tutors</Trans> : <Trans>More tutors</Trans>}
      </Title>
      {!tutors && !error && (
        <div className={classes.cards}>
          <TutorGridLoading count={HOME_TUTORS.others} />
        </div>
      )}
      {!tutors && Boolean(error) && (
        <QueryError
          title={t`Error Loading Tutors`}
          message={errorMessageWithReason(error, t`Failed to search tutors`)}
          query={{ isFetching, refetch }}
        />
      )}
      {tutors?.length === 0 && (
        <Empty title={t`No tutors found`} text={t`Tutors appear here once their profiles are complete.`} icon={<Users size={26} />} />
      )}
      {tutors && tutors.length > 0 && (
        <>
          <div className={classes.cards}>
            <TutorGrid tutors={tutors} isBelow />
          </div>
          <div className={classes.all}>
            <ButtonLink to="/tutors" search={ALL_TUTORS} variant="default" size="lg" rightSection={<ArrowRight size={18} />}>
              <Trans>See all tutors</Trans>
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  );
}
