import { Trans, useLingui } from '@lingui/react/macro';
import { Card, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { Briefcase, GraduationCap } from 'lucide-react';
import { detectLang } from '#client/ui/detect-lang.ts';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { SubjectEntryView, TutorProfileView } from '#shared/contracts/tutors.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { bookableMethods, MODE_LABELS } from '#shared/domain/rates.ts';
import { textsOf, translated, translatedName } from '#shared/domain/texts.ts';
import { cityOf } from '#shared/domain/zone.ts';
import { BookButton, type Booking } from './book-button.tsx';
import classes from './more-tabs.module.css';
import { Chips } from './profile-header.tsx';
import type { ProfileTab } from './profile-search.ts';
import { WeekHours } from './week-hours.tsx';

export type MoreTabsProps = { tutor: TutorProfileView; tab: ProfileTab; booking: Booking };

export function MoreTabs({ tutor, tab, booking }: MoreTabsProps) {
  switch (tab) {
    case 'subjects':
      return <SubjectsTab subjects={tutor.subjects} booking={booking} />;
    case 'education':
      return <EducationTab education={tutor.education} />;
    case 'experience':
      return <ExperienceTab experience={tutor.experience} />;
    default:
      return null;
  }
}

function SubjectsTab({ subjects, booking }: { subjects: readonly SubjectEntryView[]; booking: Booking }) {
  if (subjects.length === 0)
    return (
      <Text c="dimmed">
        <Trans>This tutor has not added any subjects yet.</Trans>
      </Text>
    );
  return (
    <Stack gap="1.75rem">
      <VisuallyHidden component="h2">
        <Trans>Subjects and rates</Trans>
      </VisuallyHidden>
      {subjects.map((entry) => (
        <SubjectCard key={entry.subject.id} entry={entry} booking={booking} />
      ))}
    </Stack>
  );
}

function SubjectCard({ entry: { subject, selectedTopics, teachingModes, availability }, booking }: { entry: SubjectEntryView; booking: Booking }) {
  const { t, i18n } = useLingui();
  const city = cityOf(useTimeZone(), textsOf(i18n));
  const modes = teachingModes.filter(({ enabled, rate }) => enabled && rate > 0);
  const subjectName = translatedName(i18n, subject.name);
  const isBookable = bookableMethods(teachingModes).length > 0 && availability.some(({ slots }) => slots.length > 0);

  return (
    <Card component="section" shadow="none">
      <Stack gap="1.125rem">
        <Group justify="space-between" align="start" gap="0.5rem 2rem">
          <Title order={3} fz="1.3125rem">
            {subjectName}
          </Title>
          <Facts layout="rows" labelWidth="6rem">
            {modes.map(({ type, rate }) => {
              const price = formatRupees(rate, i18n.locale);
              return (
                <Fact key={type} label={translated(i18n, MODE_LABELS[type])} data-tabular style={{ fontWeight: 600 }}>
                  <Trans>{price} / hour</Trans>
                </Fact>
              );
            })}
          </Facts>
        </Group>
        {selectedTopics.length > 0 && (
          <Chips names={selectedTopics.map(({ name }) => translatedName(i18n, name))} label={t`Topics of ${subjectName}`} />
        )}
        {modes.some(({ type }) => type === 'group') && (
          <Text c="dimmed" size="sm">
            <Trans>Group classes are arranged with the tutor directly.</Trans>
          </Text>
        )}
        <div>
          <Text component="h4" fw={600} lh={1.3} mb="xs">
            <Trans>Weekly hours</Trans>
          </Text>
          <WeekHours week={availability} isGrid />
          <Text c="dimmed" size="sm" mt="xs">
            <Trans>Times are in {city} time.</Trans>
          </Text>
        </div>
        <div className={classes.action}>
          <BookButton booking={{ ...booking, problem: booking.problem ?? (isBookable ? null : 'nothing-on-offer') }} subject={subject} isSecondary />
        </div>
      </Stack>
    </Card>
  );
}

function EducationTab({ education }: { education: TutorProfileView['education'] }) {
  const { t } = useLingui();
  if (education.length === 0) return <Empty icon={<GraduationCap size={26} />} title={t`No education listed yet`} />;
  return (
    <>
      <VisuallyHidden component="h2">
        <Trans>Education</Trans>
      </VisuallyHidden>
      <Stack component="ul" gap="1.5rem" className={classes.timeline}>
        {education.map(({ degree, institution, year }) => (
          <Station key={`${degree} ${institution} ${year}`} period={year} title={degree} organisation={institution} />
        ))}
      </Stack>
    </>
  );
}

function ExperienceTab({ experience }: { experience: TutorProfileView['experience'] }) {
  const { t } = useLingui();
  if (experience.length === 0) return <Empty icon={<Briefcase size={26} />} title={t`No experience listed yet`} />;
  return (
    <>
      <VisuallyHidden component="h2">
        <Trans>Experience</Trans>
      </VisuallyHidden>
      <Stack component="ul" gap="1.5rem" className={classes.timeline}>
        {experience.map(({ title, company, duration, description }) => (
          <Station key={`${title} ${company} ${duration}`} period={duration} title={title} organisation={company} description={description} />
        ))}
      </Stack>
    </>
  );
}

type StationProps = { period: string | number; title: string; organisation: string; description?: string };

function Station({ period, title, organisation, description }: StationProps) {
  return (
    <Stack component="li" gap={2}>
      <Text c="dimmed" size="sm">
        {period}
      </Text>
      <div>
        <Title order={3} fz="1.125rem" lang={detectLang(title)}>
          {title}
        </Title>
        <Text lang={detectLang(organisation)}>{organisation}</Text>
        {description !== undefined && (
          <Text c="dimmed" maw="42rem" mt={4} lang={detectLang(description)} style={{ whiteSpace: 'pre-line' }}>
            {description}
          </Text>
        )}
      </div>
    </Stack>
  );
}
