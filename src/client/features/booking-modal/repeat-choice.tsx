import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { Check, X } from 'lucide-react';
import { useId } from 'react';
import { Tile } from '#client/ui/tile.tsx';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { PendingLimit } from '#shared/domain/booking-request.ts';
import type { RepeatedSession } from '#shared/domain/free-times.ts';
import { FEWER_WEEKS } from './notices.tsx';
import classes from './repeat-choice.module.css';

export type RepeatChoiceProps = {
  repeats: readonly RepeatedSession[];
  weeks: number;
  limit: PendingLimit | null;
  onChange: (weeks: number) => void;
};

export function RepeatChoice({ repeats, weeks, limit, onChange }: RepeatChoiceProps) {
  const { t, i18n } = useLingui();
  const name = useId();
  if (repeats.length < 2 && limit === null) return null;
  // The time that was chosen before could be repeated more often.
  const chosen = Math.min(weeks, repeats.length);
  const sessions = repeats.slice(0, chosen);

  return (
    <fieldset>
      <Text component="legend" fw={600} mb={6}>
        <Trans>Repeat weekly</Trans>
      </Text>
      <div className={classes.options}>
        {repeats.map(({ start }, index) => (
          <Tile key={start.getTime()} className={classes.option} name={name} checked={chosen === index + 1} onChange={() => onChange(index + 1)}>
            <span>{index === 0 ? t`Just once` : <Plural value={index + 1} one="# week" other="# weeks" />}</span>
          </Tile>
        ))}
      </div>
      {limit !== null && (
        <Text size="sm" c="dimmed" mt="xs">
          {i18n._(FEWER_WEEKS[limit])}
        </Text>
      )}
      {chosen > 1 && (
        <>
          <Stack component="ul" gap={4} mt="sm">
            {sessions.map(({ start, end, isFree }) => (
              <Group key={start.getTime()} component="li" gap="xs" wrap="nowrap">
                {isFree ? (
                  <Check size={18} color="var(--mantine-color-teal-text)" aria-hidden="true" />
                ) : (
                  <X size={18} color="var(--mantine-color-error)" aria-hidden="true" />
                )}
                <Text span flex={1} miw={0} className={isFree ? undefined : classes.taken}>
                  <ZonedTime start={start} end={end} />
                </Text>
                <Text component="em" size="sm" c="dimmed" fs="normal">
                  {isFree ? t`Free` : t`Not available`}
                </Text>
              </Group>
            ))}
          </Stack>
          <Text size="sm" c="dimmed" mt="xs">
            {sessions.every(({ isFree }) => isFree)
              ? t`Each week is a booking of its own, which you can cancel by itself.`
              : t`Weeks that are not available are left out. Each of the others is a booking of its own.`}
          </Text>
        </>
      )}
    </fieldset>
  );
}
