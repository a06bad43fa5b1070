import { Button, Group, Text } from '@mantine/core';
import { CircleAlert, Clock } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '#client/ui/notice.tsx';
import { useTimeZone } from '#client/ui/use-time-zone.ts';
import { cityOf, getOtherZone } from '#client/ui/viewer-zone.ts';
import { formatInstant } from '#shared/domain/zone.ts';

export type TimeNoticeProps = {
  title: string;
  message: string;
  kind: 'refused' | 'lost';
  offers: readonly Date[];
  onChoose: (start: Date) => void;
  children?: ReactNode;
};

export function TimeNotice({ title, message, kind, offers, onChoose, children }: TimeNoticeProps) {
  const zone = useTimeZone();
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (kind === 'refused') ref.current?.focus();
  }, [kind]);

  return (
    <Notice
      ref={ref}
      tone={kind === 'refused' ? 'danger' : 'warning'}
      icon={kind === 'refused' ? CircleAlert : Clock}
      title={title}
      role="alert"
      tabIndex={-1}
      mb="md"
    >
      {message}
      {offers.length > 0 && (
        <Group gap="xs" mt="sm">
          <Text w="100%">Next free times:</Text>
          {offers.map((start) => (
            <Button key={start.getTime()} variant="default" h="auto" mih="2.75rem" py={6} onClick={() => onChoose(start)}>
              {formatWithOwnZone(start, zone)}
            </Button>
          ))}
        </Group>
      )}
      {children}
    </Notice>
  );
}

function formatWithOwnZone(start: Date, zone: string): string {
  const own = getOtherZone(zone, start);
  return own ? `${formatInstant(start, zone)} (${formatInstant(start, own)} in ${cityOf(own)})` : formatInstant(start, zone);
}
