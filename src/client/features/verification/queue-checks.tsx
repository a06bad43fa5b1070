import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import type { VerificationView } from '#shared/contracts/verification.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { ERRORS } from '#shared/errors.ts';
import { MEDIUM_NAMES, VERIFICATION_CHECKS, type VerificationCheck } from '#shared/vocabulary/people.ts';
import { CHECK_LABELS } from '#shared/vocabulary/verification.ts';
import { ContactButtons, Entries, IntroductionVideo, NoneYet } from './profile-parts.tsx';
import classes from './queue-tutor.module.css';
import type { Decision } from './use-decision.ts';
import { formatDocument, formatEducation, formatExperience, formatModes, formatSocialMedia } from './verification-text.ts';

export type QueueChecksProps = {
  profile: TutorProfileView;
  verification: VerificationView;
  decision: Decision;
  isDecided: boolean;
  document: number;
  onDocument: (index: number) => void;
};

/** Each check beside what it is about. */
export function QueueChecks({ profile, verification, decision, isDecided, document, onDocument }: QueueChecksProps) {
  const { checks, isComplete, problem, isBusy, list, check } = decision;
  const evidence: Record<VerificationCheck, ReactNode> = {
    documents: <Documents profile={profile} document={document} onDocument={onDocument} />,
    education: <Entries texts={profile.education.map(formatEducation)} />,
    experience: <Entries texts={profile.experience.map(formatExperience)} />,
    background: <Background profile={profile} />,
    interview: <Interview profile={profile} verification={verification} />,
  };
  return (
    <fieldset ref={list} className={classes.checks} disabled={isBusy || isDecided}>
      <legend>Verification checks</legend>
      {VERIFICATION_CHECKS.map((name, index) => (
        <Paper key={name} withBorder radius="md" px="md" py="sm" bg={checks[name] ? 'var(--vidya-success-tint)' : 'var(--vidya-surface)'}>
          <Checkbox
            label={CHECK_LABELS[name]}
            fw={600}
            checked={checks[name]}
            aria-keyshortcuts={String(index + 1)}
            onChange={({ currentTarget }) => check(name, currentTarget.checked)}
          />
          {evidence[name]}
        </Paper>
      ))}
      {problem && !isDecided ? (
        <Text c="red" fw={600} role="alert">
          {problem}
        </Text>
      ) : (
        !isComplete && !isDecided && <Text c="dimmed">{ERRORS['verification.checks'].message}</Text>
      )}
    </fieldset>
  );
}

type DocumentsProps = Pick<QueueChecksProps, 'profile' | 'document' | 'onDocument'>;

function Documents({ profile: { documents }, document, onDocument }: DocumentsProps) {
  const zone = useTimeZone();
  if (documents.length === 0) return <NoneYet />;
  return (
    <Group component="ul" gap="xs">
      {documents.map(({ id, type, uploadedAt }, index) => (
        <li key={id}>
          <Button type="button" variant="chip" aria-current={index === document || undefined} onClick={() => onDocument(index)}>
            {formatDocument(type, index)}
            <Text span inherit ml={6} fw={400}>
              {formatDay(uploadedAt, zone)}
            </Text>
          </Button>
        </li>
      ))}
    </Group>
  );
}

function Background({ profile }: { profile: TutorProfileView }) {
  const { headline, introductionVideo, bio, gender, availableLocations, teachingMediums, socialMedia, subjects } = profile;
  return (
    <Facts layout="rows" labelWidth="5rem">
      <Fact label="Headline">{headline || 'Not provided'}</Fact>
      <Fact label="Video">
        <IntroductionVideo id={introductionVideo} />
      </Fact>
      <Fact label="Bio">{bio || 'Not provided'}</Fact>
      <Fact label="Subjects">
        {subjects.map(({ subject, teachingModes }) => `${subject.name}: ${formatModes(teachingModes)}`).join('; ') || 'None yet'}
      </Fact>
      <Fact label="Gender">{gender}</Fact>
      <Fact label="Locations">{availableLocations || 'Location not specified'}</Fact>
      <Fact label="Teaches in">{teachingMediums.map((medium) => MEDIUM_NAMES[medium]).join(', ') || 'Not provided'}</Fact>
      <Fact label="Social media">{formatSocialMedia(socialMedia)}</Fact>
    </Facts>
  );
}

function Interview({ profile, verification }: Pick<QueueChecksProps, 'profile' | 'verification'>) {
  const { createdAt, rejectionReason } = profile;
  const zone = useTimeZone();
  return (
    <Stack gap="xs">
      <ContactButtons profile={profile} />
      <Text size="sm" c="dimmed">
        {`Joined ${formatDay(createdAt, zone)}`}
        {verification.remindedAt && `, reminded ${formatDay(verification.remindedAt, zone)}`}
      </Text>
      {rejectionReason !== '' && (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          <strong>Reason for the rejection:</strong> {rejectionReason}
        </Text>
      )}
      {verification.lastRejection !== '' && (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          <strong>Rejected before, because:</strong> {verification.lastRejection}
        </Text>
      )}
    </Stack>
  );
}
