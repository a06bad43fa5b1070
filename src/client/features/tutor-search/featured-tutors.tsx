import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, ChevronRight, Star } from 'lucide-react';
import { Avatar } from '#client/ui/avatar.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import type { TutorCard as Tutor } from '#shared/contracts/tutors.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { langOf, reviewsInWords, shortened, studentsInWords } from './card-words.ts';
import classes from './featured-tutors.module.css';

export type FeaturedTutorsProps = {
  /** In the order of the results; undefined while they are on the way. */
  tutors: readonly Tutor[] | undefined;
  lead?: string;
};

/** The first of the results, at a glance: how good, for how many, in what. */
export function FeaturedTutors({ tutors, lead }: FeaturedTutorsProps) {
  return (
    <section aria-labelledby="featured-title">
      <header className={classes.head}>
        <h2 id="featured-title">Featured Tutors</h2>
        {lead && <p>{lead}</p>}
      </header>
      {tutors ? (
        <ul className={classes.list}>
          {tutors.slice(0, SEARCH.featured).map((tutor) => (
            <li key={tutor.id}>
              <Featured tutor={tutor} />
            </li>
          ))}
        </ul>
      ) : (
        <FeaturedLoading />
      )}
    </section>
  );
}

function Featured({ tutor }: { tutor: Tutor }) {
  const [subject] = tutor.subjects;
  const name = shortened(tutor.name);

  return (
    <article className={classes.card}>
      <Avatar name={tutor.name} src={tutor.profileImage || null} size="4rem" alt="" />
      <div className={classes.words}>
        <h3 lang={langOf(name)}>
          <Link to="/tutors/$id" params={{ id: tutor.id }} className={classes.link}>
            {name}
          </Link>
          {tutor.isVerified && (
            <span className={classes.verified} role="img" aria-label="Verified">
              <BadgeCheck size={18} aria-hidden="true" />
            </span>
          )}
        </h3>
        <p className={classes.subject}>{subject?.name}</p>
        <p className={classes.figures}>
          {tutor.totalReviews > 0 && (
            <span className={classes.rating} role="img" aria-label={`Rated ${tutor.rating.toFixed(1)} out of 5`}>
              <Star size={16} aria-hidden="true" />
              {tutor.rating.toFixed(1)}
            </span>
          )}
          <span>{reviewsInWords(tutor.totalReviews)}</span>
          <span>{studentsInWords(tutor.totalStudents)}</span>
        </p>
      </div>
      <ChevronRight className={classes.onwards} size={20} aria-hidden="true" />
    </article>
  );
}

const PLACES = Array.from({ length: SEARCH.featured }, (_, index) => index);

function FeaturedLoading() {
  return (
    <Loading label="Loading featured tutors…">
      <div className={classes.list}>
        {PLACES.map((index) => (
          <div key={index} className={classes.card}>
            <Skeleton width="4rem" height="4rem" circle />
            <div className={classes.words}>
              <Skeleton height={18} width="65%" my={4} />
              <Skeleton height={16} width="50%" my={4} />
              <Skeleton height={16} width="85%" my={4} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
