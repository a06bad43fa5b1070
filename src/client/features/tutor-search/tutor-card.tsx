import type { I18n } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, BriefcaseBusiness, Clock, Languages, MapPin, School, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHearts } from '#client/features/favourites/index.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import { formatExperience, formatLessonCount, formatReviewCount, formatStudentCount } from '#client/ui/format.ts';
import { Loading } from '#client/ui/page-state.tsx';
import { RatingStars } from '#client/ui/rating-stars.tsx';
import { ZonedSoon } from '#client/ui/zoned-time.tsx';
import type { TutorCard as Card, TutorMatch } from '#shared/contracts/tutor-search.ts';
import { type AnswerTime, answerTimeOf } from '#shared/domain/answer-time.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { MODE_LABELS } from '#shared/domain/rates.ts';
import { textsOf, translated, translatedName } from '#shared/domain/texts.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { MEDIUM_NAMES } from '#shared/vocabulary/people.ts';
import { explainMatch } from './match-reasons.ts';
import classes from './tutor-card.module.css';

/** `match` only in the order by best match. */
type Tutor = Card & { match?: TutorMatch | undefined };

const MAX_NAME_LENGTH = 100;
/** More than fit into the first row. */
const FIRST_PHOTOS = 3;

/** What the free hour on a card belongs to: a date, or days of the week and times of the day. */
export type TimeFilter = 'date' | 'times' | undefined;

/** The day that somebody looks for, on which the profile opens its calendar: see `profileSearchParams`. */
export type ChosenDay = { days?: string | undefined; freeOn?: string | undefined };

export type TutorGridProps = {
  tutors: readonly Tutor[];
  isForSubject?: boolean;
  isBusy?: boolean;
  timeFilter?: TimeFilter;
  day?: ChosenDay;
  /** Not among what is seen first. */
  isBelow?: boolean;
};

export function TutorGrid({ tutors, isForSubject, isBusy = false, timeFilter, day, isBelow = false }: TutorGridProps) {
  const renderHeart = useHearts();
  return (
    <ul className={classes.grid} aria-busy={isBusy}>
      {tutors.map((tutor, index) => (
        <li key={tutor.id} className={classes.item}>
          <TutorCard
            tutor={tutor}
            isForSubject={isForSubject}
            timeFilter={timeFilter}
            day={day}
            isAboveFold={!isBelow && index < FIRST_PHOTOS}
            action={renderHeart?.(tutor)}
          />
        </li>
      ))}
    </ul>
  );
}

export function TutorGridLoading({ count = SEARCH.pageSize }: { count?: number }) {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading tutors…`}>
      <div className={classes.grid}>
        {Array.from(Array(count).keys(), (index) => (
          <TutorCardSkeleton key={index} />
        ))}
      </div>
    </Loading>
  );
}

export type TutorCardProps = {
  tutor: Tutor;
  isForSubject?: boolean;
  timeFilter?: TimeFilter;
  day?: ChosenDay | undefined;
  action?: ReactNode;
  isAboveFold?: boolean;
};

export function TutorCard({ tutor, isForSubject = false, timeFilter, day, action, isAboveFold = false }: TutorCardProps) {
  const { t, i18n } = useLingui();
  const [first, ...others] = tutor.subjects;
  const name = shortenName(tutor.name);
  const experience = [formatExperience(i18n, tutor.experienceYears), formatLessonCount(i18n, tutor.totalSessions)].filter((text) => text !== '');
  const answerTime = answerTimeOf(tutor.answerMinutes);

  return (
    <article className={`${classes.frame} ${classes.card}`}>
      <div className={classes.content}>
        <div className={classes.head}>
          <Avatar name={tutor.name} src={tutor.profileImage || null} size="3.75rem" shape="rounded" alt="" priority={isAboveFold} />
          <div className={classes.who}>
            <h3 className={classes.name} lang={detectLang(name)}>
              <Link
                to="/tutors/$id"
                params={{ id: tutor.id }}
                search={{ subject: isForSubject ? first?.name : undefined, ...day }}
                className={classes.link}
              >
                {name}
              </Link>
            </h3>
            {(tutor.isVerified || tutor.vacationMode) && (
              <p className={classes.markers}>
                {tutor.isVerified && (
                  <span className={classes.verified}>
                    <BadgeCheck size={17} aria-hidden="true" />
                    <Trans>Verified</Trans>
                  </span>
                )}
                {tutor.vacationMode && (
                  <span className={classes.vacation}>
                    <Trans>On vacation</Trans>
                  </span>
                )}
              </p>
            )}
          </div>
          {action && <div className={classes.action}>{action}</div>}
        </div>

        {first && (
          <p className={classes.subject}>
            <span>{translatedName(i18n, first.name)}</span>
            {others.length > 0 && (
              <span
                className={classes.more}
                title={others.map((subject) => translatedName(i18n, subject.name)).join(', ')}
              >{`+${others.length}`}</span>
            )}
          </p>
        )}

        {tutor.headline && (
          <p className={classes.muted} lang={detectLang(tutor.headline)}>
            {tutor.headline}
          </p>
        )}

        <p className={classes.rating}>
          <RatingStars rating={tutor.rating} size={16} />
          {tutor.totalReviews > 0 && <strong aria-hidden="true">{tutor.rating.toFixed(1)}</strong>}
          <span className={classes.muted}>{formatReviewCount(i18n, tutor.totalReviews)}</span>
        </p>

        <ul className={classes.facts}>
          <li>
            <MapPin size={16} aria-hidden="true" />
            <span lang={detectLang(tutor.availableLocations)}>{tutor.availableLocations || t`Location not specified`}</span>
          </li>
          {tutor.teachingMediums.length > 0 && (
            <li>
              <Languages size={16} aria-hidden="true" />
              <span>{tutor.teachingMediums.map((medium) => translated(i18n, MEDIUM_NAMES[medium])).join(', ')}</span>
            </li>
          )}
          {tutor.offersGroup && (
            <li>
              <School size={16} aria-hidden="true" />
              <span>
                <Trans>Group classes</Trans>
              </span>
            </li>
          )}
          <li>
            <Users size={16} aria-hidden="true" />
            <span>{formatStudentCount(i18n, tutor.totalStudents)}</span>
          </li>
          {experience.length > 0 && (
            <li>
              <BriefcaseBusiness size={16} aria-hidden="true" />
              <span>{experience.join(', ')}</span>
            </li>
          )}
          {answerTime && (
            <li>
              <Clock size={16} aria-hidden="true" />
              <span>
                <UsualAnswer time={answerTime} />
              </span>
            </li>
          )}
        </ul>

        <dl className={classes.terms}>
          {!tutor.vacationMode && (
            <div>
              <dt>{timeFilter === 'date' ? t`Free from` : t`Next free`}</dt>
              <dd className={classes.next}>
                {tutor.nextFree ? <ZonedSoon at={tutor.nextFree} /> : <span>{timeFilter ? t`Not at this time` : t`No free times`}</span>}
              </dd>
            </div>
          )}
          {toRates(i18n, isForSubject && first ? [first] : tutor.subjects).map(({ label, amount, isMinimum }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {isMinimum ? (
                  <Trans>
                    <span>from </span>
                    {amount} <span>/ hour</span>
                  </Trans>
                ) : (
                  <Trans>
                    {amount} <span>/ hour</span>
                  </Trans>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {tutor.match && <WhyHere match={tutor.match} />}
    </article>
  );
}

function UsualAnswer({ time }: { time: AnswerTime }) {
  if (time.unit === 'two-days') return <Trans>Usually answers within 2 days</Trans>;
  if (time.unit === 'day') return <Trans>Usually answers within a day</Trans>;
  return <Plural value={time.hours} one="Usually answers within # hour" other="Usually answers within # hours" />;
}

function WhyHere({ match }: { match: TutorMatch }) {
  const { i18n } = useLingui();
  return (
    <details className={classes.why}>
      <summary>
        <Trans>Why here?</Trans>
      </summary>
      <ul>
        {explainMatch(match, textsOf(i18n)).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}

function TutorCardSkeleton() {
  return (
    <div className={`${classes.frame} ${classes.card}`}>
      <div className={classes.head}>
        <Skeleton width="3.75rem" height="3.75rem" />
        <div className={classes.who}>
          <Skeleton height={20} width="85%" mt={4} />
          <Skeleton height={16} width="45%" mt={10} />
        </div>
      </div>
      <Skeleton height={20} width="70%" mt={2} />
      <Skeleton height={16} width="90%" my={4} />
      <Skeleton height={16} width="60%" my={4} />
      <div className={classes.facts}>
        <div>
          <Skeleton height={16} width="80%" my={4} />
        </div>
        <Skeleton height={16} width="70%" my={4} />
        <Skeleton height={16} width="80%" my={4} />
        <Skeleton height={16} width="75%" my={4} />
      </div>
      <div className={classes.terms}>
        <Skeleton height={18} my={4} />
        <Skeleton height={18} my={4} />
        <Skeleton height={18} my={4} />
      </div>
    </div>
  );
}

type Rate = { label: string; amount: string; isMinimum: boolean };

function toRates(i18n: I18n, subjects: readonly Pick<Tutor['subjects'][number], 'onlineRate' | 'homeVisitRate'>[]): Rate[] {
  const offers = [
    { label: translated(i18n, MODE_LABELS.online), rates: subjects.map(({ onlineRate }) => onlineRate) },
    { label: translated(i18n, MODE_LABELS['home-visit']), rates: subjects.map(({ homeVisitRate }) => homeVisitRate) },
  ];
  return offers.flatMap(({ label, rates }) => {
    const offered = rates.filter((rate) => rate > 0);
    if (offered.length === 0) return [];
    const [lowest, highest] = [Math.min(...offered), Math.max(...offered)];
    return [{ label, amount: formatRupees(lowest, i18n.locale), isMinimum: lowest < highest }];
  });
}

export function shortenName(name: string): string {
  const letters = Array.from(name);
  return letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH).join('').trimEnd()}…` : name;
}
