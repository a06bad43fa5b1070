import { Group, Paper, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { formatRupees } from '#shared/domain/money.ts';

/** In rupees. */
export type CancellationTermsProps = { refund: number; tutorShare: number; platformFee: number; children?: ReactNode };

/** What a cancellation gives to whom. */
export function CancellationTerms({ refund, tutorShare, platformFee, children }: CancellationTermsProps) {
  const headingId = useId();
  return (
    <Paper component="section" w="100%" p="0.75rem 0.875rem" radius="md" bg="var(--vidya-sunken)" aria-labelledby={headingId}>
      <Text component="h3" id={headingId} fw={600} mb="xs">
        Under our cancellation terms
      </Text>
      <Stack component="dl" gap={4}>
        <Amount name="Refundable to the student" rupees={refund} />
        <Amount name="Due to the tutor" rupees={tutorShare} />
        <Amount name="Platform fee" rupees={platformFee} />
      </Stack>
      {children && (
        <Stack gap="xs" mt="xs" fz="sm" c="dimmed">
          {children}
        </Stack>
      )}
    </Paper>
  );
}

/** A name that is too long for the line breaks, and the amounts stay in their column. */
function Amount({ name, rupees }: { name: string; rupees: number }) {
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between" align="baseline">
      <Text component="dt" size="sm">
        {name}
      </Text>
      <Text component="dd" fw={600} mod="tabular" style={{ whiteSpace: 'nowrap' }}>
        {formatRupees(rupees)}
      </Text>
    </Group>
  );
}
