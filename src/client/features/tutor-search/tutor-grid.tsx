import type { ReactNode } from 'react';
import { Loading } from '#client/ui/page-state.tsx';
import type { TutorCard as Tutor } from '#shared/contracts/tutors.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { TutorCard, TutorCardSkeleton } from './tutor-card.tsx';
import classes from './tutor-grid.module.css';

/** These may be in sight at first: their photos do not wait. */
const FIRST_IN_SIGHT = 3;

export type TutorGridProps = {
  tutors: readonly Tutor[];
  isForSubject?: boolean;
  isBusy?: boolean;
  /** What can be done with a tutor from the card. */
  action?: (tutor: Tutor) => ReactNode;
};

export function TutorGrid({ tutors, isForSubject, isBusy = false, action }: TutorGridProps) {
  return (
    <ul className={classes.grid} aria-busy={isBusy}>
      {tutors.map((tutor, index) => (
        <li key={tutor.id}>
          <TutorCard tutor={tutor} isForSubject={isForSubject} isAboveFold={index < FIRST_IN_SIGHT} action={action?.(tutor)} />
        </li>
      ))}
    </ul>
  );
}

const PLACES = Array.from({ length: SEARCH.pageSize }, (_, index) => index);

export type TutorGridLoadingProps = { places?: number };

export function TutorGridLoading({ places = SEARCH.pageSize }: TutorGridLoadingProps) {
  return (
    <Loading label="Loading tutors…">
      <div className={classes.grid}>
        {PLACES.slice(0, places).map((index) => (
          <TutorCardSkeleton key={index} />
        ))}
      </div>
    </Loading>
  );
}
