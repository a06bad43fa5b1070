import { Button, Group, Text } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';

export type PagerProps = { page: number; totalPages: number; onPage: (page: number) => void };

export function Pager({ page, totalPages, onPage }: PagerProps) {
  if (totalPages <= 1) return null;
  return (
    <Group component="nav" justify="center" gap="0.5rem 1rem" mt="lg" aria-label="Pages">
      <Button variant="default" leftSection={<ChevronLeft size={18} aria-hidden="true" />} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Text c="dimmed" aria-live="polite">
        Page {page} of {totalPages}
      </Text>
      <Button
        variant="default"
        rightSection={<ChevronRight size={18} aria-hidden="true" />}
        disabled={page >= totalPages}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </Group>
  );
}

export function useClampPage(page: number, lastPage: number | undefined, onPage: (page: number) => void): void {
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) onPage(lastPage);
  }, [page, lastPage, onPage]);
}
