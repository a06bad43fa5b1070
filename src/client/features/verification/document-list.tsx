import { Button, Group, Stack, Text } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { useOpenDocument } from './use-open-document.ts';
import { formatDocument } from './verification-text.ts';

export type ListedDocument = { id: string; type: string; uploadedAt: Date; mark?: 'Added' | 'Removed' };
export type DocumentListProps = { tutorId: string; documents: readonly ListedDocument[] };

export function DocumentList({ tutorId, documents }: DocumentListProps) {
  const zone = useTimeZone();
  const { opening, open } = useOpenDocument(tutorId);

  return (
    <Stack component="ul" gap="xs">
      {documents.map(({ id, type, uploadedAt, mark }, index) => {
        const name = formatDocument(type, index);
        return (
          <Group key={id} component="li" justify="space-between" gap="0.25rem 1rem">
            <span>
              {mark && (
                <Text span inherit fw={700} mr={8} c={mark === 'Added' ? 'var(--vidya-success-ink)' : 'var(--vidya-danger-ink)'}>
                  {mark}
                </Text>
              )}
              {name}
              <Text span inherit ml={8} c="dimmed">
                {formatDay(uploadedAt, zone)}
              </Text>
            </span>
            <Button
              variant="default"
              size="sm"
              rightSection={<ExternalLink size={16} aria-hidden="true" />}
              aria-label={`Open ${mark ? `${mark.toLowerCase()} ` : ''}${name} in a new tab`}
              aria-busy={opening === id || undefined}
              onClick={() => void open(id)}
            >
              Open
            </Button>
          </Group>
        );
      })}
    </Stack>
  );
}
