import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { Avatar } from '#client/ui/avatar.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { RatingSummary } from '#client/ui/rating-stars.tsx';
import { DayLabel, ZonedSoon } from '#client/ui/zoned-time.tsx';
import type { FavouriteView } from '#shared/contracts/engagement.ts';
import type { TutorCard } from '#shared/contracts/tutor-search.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { translatedName } from '#shared/domain/texts.ts';
import classes from './favourite-card.module.css';
import listClasses from './favourites-list.module.css';
import { useFavourite } from './use-favourite.ts';

export type FavouriteCardProps = {
  favourite: FavouriteView;
  /** Of a tutor who can be booked. */
  card: TutorCard | undefined;
  isLoading: boolean;
  onRemove: () => void;
};

export function FavouriteCard({ favourite: { tutor, createdAt }, card, isLoading, onRemove }: FavouriteCardProps) {
  const { t, i18n } = useLingui();
  const { id, user, bio, rating, totalReviews, isVerified, vacationMode, subjects } = tutor;
  const { name } = user;
  const { toggle } = useFavourite({ tutorId: id, showsFailures: true, isListed: true });
  const remove = () => {
    void toggle();
    onRemove();
  };

  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <Avatar name={user.name} src={user.profileImage || null} size="4.25rem" shape="rounded" alt="" />
        <div className={classes.who}>
          <h2 className={classes.name}>
            <Link to="/tutors/$id" params={{ id }} className={classes.title}>
              {user.name}
            </Link>
          </h2>
          <RatingSummary rating={rating} count={totalReviews} />
        </div>
      </div>
      {(isVerified || vacationMode) && (
        <p className={classes.markers}>
          {isVerified && (
            <span className={classes.verified}>
              <BadgeCheck size={17} aria-hidden="true" />
              <Trans>Verified Tutor</Trans>
            </span>
          )}
          {vacationMode && (
            <span className={classes.vacation}>
              <Trans>On vacation</Trans>
            </span>
          )}
        </p>
      )}
      {subjects.length > 0 && <p className={classes.subjects}>{subjects.map(({ name }) => translatedName(i18n, name)).join(' · ')}</p>}
      {bio && <p className={classes.bio}>{bio}</p>}
      <Offer card={card} isLoading={isLoading} />
      <p className={classes.added}>
        <Trans>
          Added <DayLabel at={createdAt} />
        </Trans>
      </p>
      <div className={classes.actions}>
        {card && !card.vacationMode && (
          <ButtonLink to="/tutors/$id" params={{ id }} search={{ book: 1 }} flex="1 0 100%" aria-label={t`Book Session with ${name}`}>
            <Trans>Book Session</Trans>
          </ButtonLink>
        )}
        <ButtonLink to="/tutors/$id" params={{ id }} variant="light" flex="1" aria-label={t`View Profile of ${name}`}>
          <Trans>View Profile</Trans>
        </ButtonLink>
        <Button variant="default" aria-label={t`Remove ${name} from favorites`} onClick={remove}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </article>
  );
}

function Offer({ card, isLoading }: Pick<FavouriteCardProps, 'card' | 'isLoading'>) {
  const { t, i18n } = useLingui();
  if (isLoading && !card) return <Skeleton height="3.5rem" />;
  const lowest = Math.min(
    ...(card?.subjects ?? []).flatMap(({ onlineRate, homeVisitRate }) => [onlineRate, homeVisitRate]).filter((rate) => rate > 0),
  );
  if (!card || !Number.isFinite(lowest))
    return (
      <p className={classes.added}>
        <Trans>Nothing can be booked at the moment</Trans>
      </p>
    );
  const price = formatRupees(lowest, i18n.locale);
  return (
    <Facts layout="rows" labelWidth="5.5rem">
      <Fact label={t`Price`}>
        <Trans>from {price} / hour</Trans>
      </Fact>
      {!card.vacationMode && <Fact label={t`Next free`}>{card.nextFree ? <ZonedSoon at={card.nextFree} /> : t`No free times`}</Fact>}
    </Facts>
  );
}

export function FavouritesLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading favorite tutors…`}>
      <div className={listClasses.list}>
        {[1, 2, 3].map((index) => (
          <div key={index} className={classes.card}>
            <div className={classes.head}>
              <Skeleton width="4.25rem" height="4.25rem" />
              <div className={classes.who}>
                <Skeleton height={20} width="80%" />
                <Skeleton height={16} width="45%" mt={10} />
              </div>
            </div>
            <Skeleton height={18} width="60%" />
            <Skeleton height={60} />
            <Skeleton height="3.5rem" />
            <div className={classes.actions}>
              <Skeleton height={44} flex="1 0 100%" />
              <Skeleton height={44} flex="1" />
              <Skeleton height={44} width="6rem" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
