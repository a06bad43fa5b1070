import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { RatingSummary } from '#client/ui/rating-stars.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import type { VerificationView } from '#shared/contracts/verification.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { MEDIUM_NAMES } from '#shared/vocabulary/people.ts';
import { DocumentList } from './document-list.tsx';
import { ContactButtons, Entries, IntroductionVideo, NoneYet } from './profile-parts.tsx';
import { TutorBadges } from './tutor-badges.tsx';
import { formatEducation, formatExperience, formatModes, formatSocialMedia } from './verification-text.ts';

export type ProfileOverviewProps = { profile: TutorProfileView; verification: VerificationView };

export function ProfileOverview({ profile, verification }: ProfileOverviewProps) {
  const { user, verificationDate, rejectionReason } = profile;
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
        <ContactButtons profile={profile} />
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
        <Fact label="Headline" isWide>
          {profile.headline || 'Not provided'}
        </Fact>
        <Fact label="Introduction video" isWide>
          <IntroductionVideo id={profile.introductionVideo} />
        </Fact>
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
