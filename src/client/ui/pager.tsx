import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';

export type PagerProps = { page: number; totalPages: number; onPage: (page: number) => void };

export function Pager({ page, totalPages, onPage }: PagerProps) {
  const { t } = useLingui();
  if (totalPages <= 1) return null;
  return (
    <Group component="nav" justify="center" gap="0.5rem 1rem" mt="lg" aria-label={t`Pages`}>
      <Button variant="default" leftSection={<ChevronLeft size={18} aria-hidden="true" />} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Trans>Previous</Trans>
      </Button>
      <Text c="dimmed" aria-live="polite">
        <Trans>
          Page {page} of {totalPages}
        </Trans>
      </Text>
      <Button
        variant="default"
        rightSection={<ChevronRight size={18} aria-hidden="true" />}
        disabled={page >= totalPages}
        onClick={() => onPage(page + 1)}
      >
        <Trans>Next</Trans>
      </Button>
    </Group>
  );
}

export function useClampPage(page: number, lastPage: number | undefined, onPage: (page: number) => void): void {
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) onPage(lastPage);
  }, [page, lastPage, onPage]);
}
