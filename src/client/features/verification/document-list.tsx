import { Button, Group, Stack, Text } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { toast } from '#client/ui/toasts.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { formatDocument } from './verification-text.ts';

export type ListedDocument = { id: string; type: string; uploadedAt: Date; mark?: 'Added' | 'Removed' };
export type DocumentListProps = { tutorId: string; documents: readonly ListedDocument[] };

export function DocumentList({ tutorId, documents }: DocumentListProps) {
  const zone = useTimeZone();
  const utils = trpc.useUtils();
  const [opening, setOpening] = useState<string | null>(null);

  async function open(id: string): Promise<void> {
    // A tab that opens only after the answer is blocked as an advertisement.
    const tab = window.open('', '_blank');
    if (!tab) {
      toast.error('Your browser has blocked the new tab. Please allow it and try again.');
      return;
    }
    tab.opener = null;
    setOpening(id);
    try {
      const { url } = await utils.verification.document.fetch({ tutorId, id }, { staleTime: 0 });
      tab.location.replace(url);
    } catch (error) {
      tab.close();
      toast.error(errorMessage(error, 'Failed to open the document. Please try again.'));
    }
    setOpening(null);
  }

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
