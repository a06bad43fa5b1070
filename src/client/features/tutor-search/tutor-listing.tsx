import { ArrowRight, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty, ErrorState } from '#client/ui/page-state.tsx';
import type { TutorCard } from '#shared/contracts/tutors.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { ALL } from './search-state.ts';
import { TutorGrid, TutorGridLoading } from './tutor-grid.tsx';
import classes from './tutor-listing.module.css';
import type { TutorPages } from './use-tutor-search.ts';

/** Fills the rows of one, two, three and four columns. */
const MOST_CARDS = 12;

export type TutorListingProps = { pages: TutorPages; action?: (tutor: TutorCard) => ReactNode };

/** Goes on where the featured tutors end; the rest is a link away, so that what follows on the page can be reached. */
export function TutorListing({ pages: { data, error, isFetching, refetch }, action }: TutorListingProps) {
  const [first] = data?.pages ?? [];
  const isShort = first !== undefined && first.tutors.length <= SEARCH.featured;
  const isAlone = isShort || (!first && Boolean(error));
  const tutors = isShort ? first.tutors : first?.tutors.slice(SEARCH.featured, SEARCH.featured + MOST_CARDS);

  return (
    <section className={classes.listing} aria-labelledby="listing-title">
      <h2 id="listing-title">{isAlone ? 'All tutors' : 'More tutors'}</h2>
      {!tutors && !error && (
        <div className={classes.cards}>
          <TutorGridLoading places={MOST_CARDS} />
        </div>
      )}
      {!tutors && Boolean(error) && (
        <ErrorState
          title="Error Loading Tutors"
          message={errorMessageWithReason(error, 'Failed to search tutors')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {tutors?.length === 0 && (
        <Empty title="No tutors found" text="Tutors appear here once their profiles are complete." icon={<Users size={26} />} />
      )}
      {tutors && tutors.length > 0 && (
        <>
          <div className={classes.cards}>
            <TutorGrid tutors={tutors} action={action} />
          </div>
          <div className={classes.all}>
            <ButtonLink to="/tutors" search={{ category: ALL }} variant="default" size="lg" rightSection={<ArrowRight size={18} />}>
              See all tutors
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  );
}
