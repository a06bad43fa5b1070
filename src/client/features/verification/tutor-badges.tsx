import { Badge, Box, Group, Text } from '@mantine/core';
import { type CompletenessColour, completenessColour } from '#shared/domain/profile-completeness.ts';
import type { AccountStatus, VerificationStatus } from '#shared/vocabulary/people.ts';

const STATUSES = {
  approved: { label: 'Verified', color: 'green' },
  pending: { label: 'Under Review', color: 'yellow' },
  rejected: { label: 'Rejected', color: 'red' },
  not_started: { label: 'Not started', color: 'gray' },
} as const satisfies Record<VerificationStatus, { label: string; color: string }>;

export type TutorBadgesProps = { status: AccountStatus; verificationStatus: VerificationStatus; isChanged: boolean };

export function TutorBadges({ status, verificationStatus, isChanged }: TutorBadgesProps) {
  const { label, color } = STATUSES[verificationStatus];
  return (
    <Group component="span" display="inline-flex" gap={4}>
      <Badge miw="max-content" color={color}>
        {label}
      </Badge>
      {isChanged && (
        <Badge miw="max-content" color="terracotta">
          Changed
        </Badge>
      )}
      {status === 'suspended' && (
        <Badge miw="max-content" color="red" variant="filled">
          Suspended
        </Badge>
      )}
    </Group>
  );
}

const COMPLETENESS = {
  green: { label: 'Good', ink: 'var(--vidya-success-ink)', fill: 'var(--mantine-color-green-filled)' },
  yellow: { label: 'Fair', ink: 'var(--vidya-warning-ink)', fill: 'var(--vidya-star)' },
  red: { label: 'Low', ink: 'var(--vidya-danger-ink)', fill: 'var(--mantine-color-red-filled)' },
} as const satisfies Record<CompletenessColour, { label: string; ink: string; fill: string }>;

export function CompletenessBar({ percentage }: { percentage: number }) {
  const { label, ink, fill } = COMPLETENESS[completenessColour(percentage)];
  return (
    <Box component="span" display="inline-grid" w="5.5rem" maw="100%" style={{ gap: 4 }}>
      <Box component="span" h={8} bdrs="md" bg="var(--vidya-sunken)" style={{ overflow: 'hidden' }} aria-hidden="true">
        <Box component="span" display="block" h="100%" w={`${percentage}%`} bdrs="md" bg={fill} />
      </Box>
      <span data-tabular>
        {percentage}%{' '}
        <Text span inherit fw={600} c={ink}>
          {label}
        </Text>
      </span>
    </Box>
  );
}
