import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '#client/ui/links.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { completeness } from '#shared/domain/profile-completeness.ts';
import { translated } from '#shared/domain/texts.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { VERIFICATION_CHECKS } from '#shared/vocabulary/people.ts';
import { CHECK_LABELS } from '#shared/vocabulary/verification.ts';

const STATES = {
  not_started: { label: msg`Not started`, color: 'gray' },
  pending: { label: msg`Under Review`, color: 'yellow' },
  rejected: { label: msg`Rejected`, color: 'red' },
  verified: { label: msg`Verified`, color: 'teal' },
} as const;
type State = keyof typeof STATES;

export type VerificationProgressProps = { profile: TutorProfileView };

export function VerificationProgress({ profile }: VerificationProgressProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const state = toState(profile);
  const { label, color } = STATES[state];
  const decidedOn = profile.verificationDate && formatDay(profile.verificationDate, zone, i18n.locale);
  const { verificationChecks: checks } = profile;
  // A check that has passed bears a date, and needs more room.
  const minWidth = VERIFICATION_CHECKS.some((check) => checks[check]) ? '16rem' : '9.25rem';

  return (
    <SectionCard title={t`Verification`} aside={<Badge color={color}>{i18n._(label)}</Badge>}>
      <Explanation state={state} profile={profile} decidedOn={decidedOn} />
      <SimpleGrid
        component="ul"
        minColWidth={`min(${minWidth}, 100%)`}
        verticalSpacing={10}
        pt="0.875rem"
        style={{ borderTop: '1px solid var(--vidya-border)' }}
      >
        {VERIFICATION_CHECKS.map((check) => (
          <Check key={check} name={translated(i18n, CHECK_LABELS[check])} isPassed={checks[check]} passedOn={decidedOn} />
        ))}
      </SimpleGrid>
    </SectionCard>
  );
}

type ExplanationProps = { state: State; profile: TutorProfileView; decidedOn: string | null };

function Explanation({ state, profile, decidedOn }: ExplanationProps): ReactNode {
  const { t } = useLingui();
  switch (state) {
    case 'verified':
      return (
        <Text>
          <Trans>Students see the badge on your profile and in search results.</Trans>
        </Text>
      );
    case 'pending':
      return (
        <Text>
          <Trans>We are checking your profile. We will tell you here and by email when we have decided.</Trans>
        </Text>
      );
    case 'rejected':
      return (
        <Stack align="start" gap="sm">
          <Text>{decidedOn ? t`Your profile was not approved on ${decidedOn}.` : t`Your profile was not approved.`}</Text>
          {profile.rejectionReason && (
            <Text
              component="blockquote"
              w="100%"
              p="0.625rem 0.875rem"
              bdrs="md"
              bg="var(--vidya-danger-tint)"
              c="var(--vidya-danger-ink)"
              style={{ whiteSpace: 'pre-line' }}
            >
              {profile.rejectionReason}
            </Text>
          )}
          <ButtonLink to="/tutor/profile" size="sm">
            <Trans>Update Profile</Trans>
          </ButtonLink>
        </Stack>
      );
    case 'not_started': {
      const { percentage, isComplete } = completeness(profile);
      return (
        <>
          <Text>
            {isComplete
              ? t`Your profile is complete. Submit it for review to get the badge.`
              : t`Complete your profile and submit it for review to get the badge.`}
          </Text>
          <Group gap="0.25rem 0.75rem">
            <Box flex="1 1 8rem" h={8} bdrs={4} bg="var(--vidya-border)" style={{ overflow: 'hidden' }} aria-hidden="true">
              <Box h="100%" w={`${percentage}%`} bdrs="inherit" bg="teal" />
            </Box>
            <Text span size="sm" fw={600} data-tabular>
              <Trans>{percentage}% complete</Trans>
            </Text>
          </Group>
        </>
      );
    }
  }
}

type CheckProps = { name: string; isPassed: boolean; passedOn: string | null };

function Check({ name, isPassed, passedOn }: CheckProps) {
  const { t } = useLingui();
  const Icon = isPassed ? CircleCheck : CircleDashed;
  const passed = passedOn ? t`Passed on ${passedOn}` : t`Passed`;
  return (
    <Group component="li" align="start" gap={10} wrap="nowrap">
      <Icon size={20} color={`var(--${isPassed ? 'mantine-color-teal-text' : 'vidya-muted'})`} style={{ marginTop: 2 }} aria-hidden="true" />
      <div>
        <Text fw={550} lh={1.5}>
          {name}
        </Text>
        <Text size="sm" lh={1.4} c="dimmed">
          {isPassed ? passed : t`Not checked yet`}
        </Text>
      </div>
    </Group>
  );
}

function toState({ isVerified, verificationStatus }: TutorProfileView): State {
  if (isVerified) return 'verified';
  return verificationStatus === 'pending' || verificationStatus === 'rejected' ? verificationStatus : 'not_started';
}
