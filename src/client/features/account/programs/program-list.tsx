import { Trans } from '@lingui/react/macro';
import { Anchor, Box, Text, VisuallyHidden } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

/** Served by the API, so not a route of the app. */
export function ReferenceLink() {
  return (
    <Text mt="xs">
      <Anchor href="/api/docs" target="_blank" rel="noopener" display="inline-flex" mih="2.75rem" style={{ alignItems: 'center', gap: '0.375rem' }}>
        <Trans>
          Read the API reference<VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </Trans>
        <ExternalLink size={16} aria-hidden="true" />
      </Anchor>
    </Text>
  );
}

export type ProgramListProps = { ref: Ref<HTMLDivElement>; label: string; emptyText: string; children: ReactNode[] };

export function ProgramList({ ref, label, emptyText, children }: ProgramListProps) {
  return (
    <Box ref={ref} mt="xs" tabIndex={-1} style={{ outline: 'none' }}>
      {children.length === 0 ? (
        <Text p="md" bdrs="md" bg="var(--vidya-sunken)" c="dimmed">
          {emptyText}
        </Text>
      ) : (
        <ul aria-label={label}>{children}</ul>
      )}
    </Box>
  );
}
