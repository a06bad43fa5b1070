import { Box, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { Copy, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { toTelUrl } from '#client/ui/format.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { RatingSummary } from '#client/ui/rating-stars.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import type { VerificationView } from '#shared/contracts/verification.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { MEDIUM_NAMES } from '#shared/vocabulary/people.ts';
import { DocumentList } from './document-list.tsx';
import { copyEmail } from './tutor-actions.ts';
import { TutorBadges } from './tutor-badges.tsx';
import { formatEducation, formatExperience, formatModes, formatSocialMedia, withKeys } from './verification-text.ts';

export type ProfileOverviewProps = { profile: TutorProfileView; verification: VerificationView };

export function ProfileOverview({ profile, verification }: ProfileOverviewProps) {
  const { user, phone, verificationDate, rejectionReason } = profile;
  const zone = useTimeZone();
  return (
    <Stack>
      <Group gap="0.75rem 1rem">
        <Avatar name={user.name} src={user.profileImage} size={64} alt="" />
        <Box flex="1 1 12rem" miw={0}>
          <Text size="lg" fw={600}>
            {user.name}
          </Text>
          <Text c="dimmed" mb={4}>
            {user.email}
          </Text>
          <TutorBadges status={profile.status} verificationStatus={profile.verificationStatus} isChanged={verification.changedAt !== null} />
        </Box>
        <Group gap="xs">
          {phone !== '' && (
            <Button component="a" href={toTelUrl(phone)} variant="default" size="sm" leftSection={<Phone size={16} aria-hidden="true" />}>
              Call {phone}
            </Button>
          )}
          <Button variant="default" size="sm" leftSection={<Copy size={16} aria-hidden="true" />} onClick={() => void copyEmail(user.email)}>
            Copy email
          </Button>
          <ButtonLink to="/tutor/$id" params={{ id: profile.id }} target="_blank" rel="noopener" variant="default" size="sm">
            View Profile
          </ButtonLink>
        </Group>
      </Group>

      {rejectionReason !== '' && (
        <Paper px="md" py="sm" radius="md" bg="var(--vidya-danger-tint)" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          <strong>Reason for the rejection:</strong> {rejectionReason}
        </Paper>
      )}

      <Facts>
        <Fact label="Joined">{formatDay(profile.createdAt, zone)}</Fact>
        {verificationDate && (
          <Fact label={profile.isVerified ? 'Verified' : 'Decided'}>
            <ZonedInstant at={verificationDate} />
          </Fact>
        )}
        {verification.remindedAt && (
          <Fact label="Reminded">
            <ZonedInstant at={verification.remindedAt} />
          </Fact>
        )}
        <Fact label="Gender">{profile.gender}</Fact>
        <Fact label="Rating">
          <RatingSummary rating={profile.rating} count={profile.totalReviews} />
        </Fact>
        <Fact label="Locations">{profile.availableLocations || 'Location not specified'}</Fact>
        <Fact label="Teaches in">{profile.teachingMediums.map((medium) => MEDIUM_NAMES[medium]).join(', ') || 'Not provided'}</Fact>
        <Fact label="Social media">{formatSocialMedia(profile.socialMedia)}</Fact>
        <Fact label="Bio" isWide>
          {profile.bio || 'Not provided'}
        </Fact>
      </Facts>

      <Part title="Subjects">
        <Entries texts={profile.subjects.map(({ subject, teachingModes }) => `${subject.name}: ${formatModes(teachingModes)}`)} />
      </Part>
      <Part title="Education">
        <Entries texts={profile.education.map(formatEducation)} />
      </Part>
      <Part title="Experience">
        <Entries texts={profile.experience.map(formatExperience)} />
      </Part>
      <Part title="Documents">
        {profile.documents.length === 0 ? <NoneYet /> : <DocumentList tutorId={profile.id} documents={profile.documents} />}
      </Part>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h4" mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function Entries({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return <NoneYet />;
  return (
    <List spacing={4} style={{ overflowWrap: 'anywhere' }}>
      {withKeys(texts).map(({ key, text }) => (
        <List.Item key={key}>{text}</List.Item>
      ))}
    </List>
  );
}

const NoneYet = () => <Text c="dimmed">None yet</Text>;
