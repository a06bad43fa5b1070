import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, ChevronRight, Star } from 'lucide-react';
import { Avatar } from '#client/ui/avatar.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import { formatReviewCount, formatStudentCount } from '#client/ui/format.ts';
import { Loading } from '#client/ui/page-state.tsx';
import type { TutorCard as Tutor } from '#shared/contracts/tutor-search.ts';
import { translatedName } from '#shared/domain/texts.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import classes from './featured-tutors.module.css';
import cardClasses from './tutor-card.module.css';
import { shortenName } from './tutor-card.tsx';

export type FeaturedTutorsProps = {
  tutors: readonly Tutor[] | undefined;
  intro: string;
};

export function FeaturedTutors({ tutors, intro }: FeaturedTutorsProps) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="featured-title">
      <header className={classes.header}>
        <Title order={2} id="featured-title">
          <Trans>Featured Tutors</Trans>
        </Title>
        <p>{intro}</p>
      </header>
      {tutors ? (
        <ul className={classes.grid}>
          {tutors.slice(0, SEARCH.featured).map((tutor) => (
            <li key={tutor.id}>
              <FeaturedCard tutor={tutor} />
            </li>
          ))}
        </ul>
      ) : (
        <Loading label={t`Loading featured tutors…`}>
          <div className={classes.grid}>
            {Array.from(Array(SEARCH.featured).keys(), (index) => (
              <FeaturedSkeleton key={index} />
            ))}
          </div>
        </Loading>
      )}
    </section>
  );
}

function FeaturedCard({ tutor }: { tutor: Tutor }) {
  const { t, i18n } = useLingui();
  const rating = tutor.rating.toFixed(1);
  const [subject] = tutor.subjects;
  const name = shortenName(tutor.name);

  return (
    <article className={`${cardClasses.frame} ${classes.card}`}>
      <Avatar name={tutor.name} src={tutor.profileImage || null} size="4rem" alt="" />
      <div className={classes.text}>
        <h3 className={classes.name} lang={detectLang(name)}>
          <Link to="/tutors/$id" params={{ id: tutor.id }} className={cardClasses.link}>
            {name}
          </Link>
          {tutor.isVerified && (
            <span className={classes.verified} role="img" aria-label={t`Verified`}>
              <BadgeCheck size={18} aria-hidden="true" />
            </span>
          )}
        </h3>
        <p className={classes.subject}>{subject && translatedName(i18n, subject.name)}</p>
        <p className={classes.facts}>
          {tutor.totalReviews > 0 && (
            <span className={classes.rating} role="img" aria-label={t`Rated ${rating} out of 5`}>
              <Star size={16} fill="var(--vidya-star)" stroke="var(--vidya-star)" aria-hidden="true" />
              {rating}
            </span>
          )}
          <span>{formatReviewCount(i18n, tutor.totalReviews)}</span>
          <span>{formatStudentCount(i18n, tutor.totalStudents)}</span>
        </p>
      </div>
      <ChevronRight className={classes.chevron} size={20} aria-hidden="true" />
    </article>
  );
}

function FeaturedSkeleton() {
  return (
    <div className={`${cardClasses.frame} ${classes.card}`}>
      <Skeleton width="4rem" height="4rem" circle />
      <div className={classes.text}>
        <Skeleton height={18} width="65%" my={4} />
        <Skeleton height={16} width="50%" my={4} />
        <Skeleton height={16} width="85%" my={4} />
      </div>
    </div>
  );
}
