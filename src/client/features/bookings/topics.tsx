import { useLingui } from '@lingui/react/macro';
import { Group, Paper } from '@mantine/core';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { translatedName } from '#shared/domain/texts.ts';

export function Topics({ topics }: { topics: BookingView['selectedTopics'] }) {
  const { i18n } = useLingui();
  return (
    <Group component="ul" gap={6} mt={2}>
      {topics.map(({ id, name }) => (
        <Paper key={id || name} component="li" px="0.625rem" py={2} radius="sm" bg="var(--vidya-sunken)" fz="sm">
          {translatedName(i18n, name)}
        </Paper>
      ))}
    </Group>
  );
}
