import { BadgeCheck, MapPin, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import { RatingSummary } from '#client/ui/rating-stars.tsx';
import { ZonedSoon } from '#client/ui/zoned-time.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { BookButton, type Booking } from './book-button.tsx';
import classes from './profile-header.module.css';
import { rateLines } from './rates.ts';

const MOST_TOPICS = 6;

export type ProfileHeaderProps = {
  tutor: TutorProfileView;
  booking: Booking;
  /** The next free hour; null is none, undefined not known yet. */
  nextFree: Date | null | undefined;
  zone: string;
  /** In the corner, where its place is kept. */
  favourite: ReactNode;
};

/** Whether one can trust this person, what it costs, and when. */
export function ProfileHeader({ tutor, booking, nextFree, zone, favourite }: ProfileHeaderProps) {
  const topics = topicsOf(tutor);
  const rates = rateLines(tutor.subjects);

  return (
    <header className={classes.card}>
      <div className={classes.portrait}>
        <Avatar name={tutor.user.name} src={tutor.user.profileImage || null} size="100%" shape="rounded" alt="" loading="eager" />
      </div>

      <div className={classes.name}>
        <h1 className={classes.title} lang={detectLang(tutor.user.name)}>
          {tutor.user.name}
        </h1>
        {tutor.isVerified && (
          <span className={classes.badge}>
            <BadgeCheck size={16} aria-hidden="true" />
            Verified
          </span>
        )}
        {tutor.vacationMode && (
          <span className={classes.badge} data-away>
            On vacation
          </span>
        )}
        <div className={classes.favourite}>{favourite}</div>
      </div>

      <div className={classes.about}>
        <p className={classes.subjects}>{tutor.subjects.map(({ subject }) => subject.name).join(' · ')}</p>
        <ul className={classes.facts}>
          <li>
            <RatingSummary rating={tutor.rating} count={tutor.totalReviews} />
          </li>
          <li>
            <Users size={18} aria-hidden="true" />
            {studentsInWords(tutor.totalStudents)}
          </li>
          <li>
            <MapPin size={18} aria-hidden="true" />
            <span lang={detectLang(tutor.availableLocations)}>{tutor.availableLocations || 'Location not specified'}</span>
          </li>
        </ul>
        {topics.length > 0 && (
          <ul className={classes.topics} aria-label="Topics">
            {topics.map((topic) => (
              <li key={topic}>{topic}</li>
            ))}
          </ul>
        )}
      </div>

      <div className={classes.offer}>
        <dl className={classes.terms}>
          {rates.map(({ method, label, amount }) => (
            <div key={method}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
          {booking.problem !== 'vacation' && (
            <div>
              <dt>Next free</dt>
              <dd className={classes.next}>
                {nextFree ? <ZonedSoon at={nextFree} zone={zone} /> : nextFree === null ? 'Not in the next 28 days' : 'Looking…'}
              </dd>
            </div>
          )}
        </dl>
        <div className={classes.action}>
          <BookButton booking={booking} />
        </div>
      </div>
    </header>
  );
}

/** Up to six, each once, in the tutor's own order. */
function topicsOf({ subjects }: TutorProfileView): string[] {
  return [...new Set(subjects.flatMap(({ selectedTopics }) => selectedTopics.map(({ name }) => name)))].slice(0, MOST_TOPICS);
}

function studentsInWords(count: number): string {
  if (count === 0) return 'No students yet';
  return count === 1 ? '1 student' : `${count} students`;
}
