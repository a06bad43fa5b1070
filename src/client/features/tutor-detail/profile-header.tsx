import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Group, Text } from '@mantine/core';
import { BadgeCheck, MapPin, School, Users } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import { formatStudentCount } from '#client/ui/format.ts';
import { RatingSummary } from '#client/ui/rating-stars.tsx';
import { OwnTimeRoom, ZonedSoon } from '#client/ui/zoned-time.tsx';
import type { SubjectEntryView, TutorProfileView } from '#shared/contracts/tutors.ts';
import { formatRupees, toRupees } from '#shared/domain/money.ts';
import { hourlyRate, isGroupOffer, METHOD_LABELS } from '#shared/domain/rates.ts';
import { translated, translatedName } from '#shared/domain/texts.ts';
import { BOOKABLE_METHODS } from '#shared/vocabulary/bookings.ts';
import { BookButton, type Booking } from './book-button.tsx';
import classes from './profile-header.module.css';
import layout from './profile-layout.module.css';

const MAX_TOPICS = 6;

export type ProfileHeaderProps = {
  tutor: TutorProfileView;
  booking: Booking;
  nextFree: Date | null | undefined;
  favourite: ReactNode;
};

export function ProfileHeader({ tutor, booking, nextFree, favourite }: ProfileHeaderProps) {
  const { t, i18n } = useLingui();
  const topics = listTopics(tutor).map((name) => translatedName(i18n, name));

  return (
    <header className={layout.card}>
      <div className={`${layout.portrait} ${classes.portrait}`}>
        <Avatar name={tutor.user.name} src={tutor.user.profileImage || null} size="100%" shape="rounded" alt="" loading="eager" />
      </div>

      <div className={classes.name}>
        <h1 className={classes.title} lang={detectLang(tutor.user.name)} style={toLongestWord(tutor.user.name)}>
          {tutor.user.name}
        </h1>
        {tutor.isVerified && (
          <Badge component="span" leftSection={<BadgeCheck size={16} aria-hidden="true" />}>
            <Trans>Verified</Trans>
          </Badge>
        )}
        {tutor.vacationMode && (
          <Badge component="span" color="yellow">
            <Trans>On vacation</Trans>
          </Badge>
        )}
        <div className={classes.favourite}>{favourite}</div>
      </div>

      <div className={layout.about}>
        {tutor.headline && (
          <Text fz="1.0625rem" lang={detectLang(tutor.headline)}>
            {tutor.headline}
          </Text>
        )}
        <Text fz="1.0625rem" fw={550}>
          {tutor.subjects.map(({ subject }) => translatedName(i18n, subject.name)).join(' · ')}
        </Text>
        <ul className={classes.facts}>
          <li>
            <RatingSummary rating={tutor.rating} count={tutor.totalReviews} />
          </li>
          <li>
            <Users className={classes.icon} size={18} aria-hidden="true" />
            {formatStudentCount(i18n, tutor.totalStudents)}
          </li>
          {tutor.subjects.some(({ teachingModes }) => teachingModes.some(isGroupOffer)) && (
            <li>
              <School className={classes.icon} size={18} aria-hidden="true" />
              <Trans>Group classes</Trans>
            </li>
          )}
          <li>
            <MapPin className={classes.icon} size={18} aria-hidden="true" />
            <Text span inherit lang={detectLang(tutor.availableLocations)}>
              {tutor.availableLocations || t`Location not specified`}
            </Text>
          </li>
        </ul>
        {topics.length > 0 && <Chips names={topics} size="sm" label={t`Topics`} />}
      </div>

      <div className={`${layout.offer} ${classes.offer}`}>
        <dl className={classes.terms}>
          {toHourlyRates(i18n, tutor.subjects).map(({ method, label, amount }) => (
            <div key={method}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
          {booking.problem !== 'vacation' && (
            <div className={classes.next}>
              <dt>
                <Trans>Next free</Trans>
              </dt>
              <Text component="dd" inherit c="var(--vidya-primary-ink)">
                {nextFree ? (
                  <ZonedSoon at={nextFree} />
                ) : (
                  <>
                    {nextFree === null ? t`Not in the next 28 days` : t`Looking…`}
                    <OwnTimeRoom />
                  </>
                )}
              </Text>
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

/** On phones the name is as large as its longest word has room for. */
function toLongestWord(name: string): CSSProperties {
  // React passes custom properties on, which its type does not name.
  return { '--longest': Math.max(...name.split(/[\s-]+/).map((word) => word.length)) } as CSSProperties;
}

export type ChipsProps = { names: readonly string[]; size?: 'sm' | 'md'; label?: string };

export function Chips({ names, size = 'md', label }: ChipsProps) {
  const isSmall = size === 'sm';
  return (
    <Group component="ul" gap={isSmall ? 6 : 'xs'} mt={isSmall ? '0.875rem' : undefined} aria-label={label}>
      {[...names.entries()].map(([index, name]) => (
        <Text key={`${index} ${name}`} component="li" size={size} px={isSmall ? 'xs' : 'sm'} py={isSmall ? 2 : 4} bg="var(--vidya-sunken)" bdrs="sm">
          {name}
        </Text>
      ))}
    </Group>
  );
}

function listTopics({ subjects }: TutorProfileView): string[] {
  return [...new Set(subjects.flatMap(({ selectedTopics }) => selectedTopics.map(({ name }) => name)))].slice(0, MAX_TOPICS);
}

export function toHourlyRates(i18n: I18n, subjects: readonly SubjectEntryView[]) {
  return BOOKABLE_METHODS.flatMap((method) => {
    const rates = subjects.map(({ teachingModes }) => hourlyRate(teachingModes, method)).filter((rate) => rate !== null);
    if (rates.length === 0) return [];
    const [lowest, highest] = [Math.min(...rates), Math.max(...rates)];
    const price = formatRupees(toRupees(lowest), i18n.locale);
    const amount = i18n._(lowest === highest ? msg`${price} / hour` : msg`from ${price} / hour`);
    return [{ method, label: translated(i18n, METHOD_LABELS[method]), amount }];
  });
}
