import { SimpleGrid, Text } from '@mantine/core';
import { useId } from 'react';
import type { OfferedTime } from '#shared/domain/free-times.ts';
import { formatDate, formatDay, formatTime, wallClock } from '#shared/domain/zone.ts';
import classes from './slot-grid.module.css';
import { Tile } from './tile.tsx';
import { cityOf, getOtherZone } from './viewer-zone.ts';

/** With a note it is shown, and cannot be chosen. */
export type ShownTime = OfferedTime & { note?: string };

export type SlotGridProps = {
  date: string;
  offer: readonly ShownTime[];
  chosen: number | null;
  zone: string;
  now: Date;
  onChoose: (start: Date) => void;
};

export function SlotGrid({ date, offer, chosen, zone, now, onChoose }: SlotGridProps) {
  const name = useId();
  const own = getOtherZone(zone, now);

  return (
    <fieldset>
      <legend>{`Times on ${formatDate(date)}`}</legend>
      {offer.length === 0 ? (
        <Text className={classes.none}>No times on this day.</Text>
      ) : (
        <SimpleGrid minColWidth="6rem" spacing="xs">
          {offer.map(({ start, end, isTaken, note }) => (
            <Tile
              key={start.getTime()}
              className={note === undefined ? classes.slot : `${classes.slot} ${classes.noted}`}
              name={name}
              checked={!isTaken && start.getTime() === chosen}
              disabled={isTaken || note !== undefined}
              onChange={() => onChoose(start)}
            >
              <span className={classes.start}>{formatTime(start, zone)}</span>
              <span className={classes.until}>{note ?? (isTaken ? 'Taken' : `until ${formatTime(end, zone)}`)}</span>
              {own && <span className={classes.until}>{`${formatOwnTime(start, zone, own)} in ${cityOf(own)}`}</span>}
            </Tile>
          ))}
        </SimpleGrid>
      )}
    </fieldset>
  );
}

function formatOwnTime(start: Date, zone: string, own: string): string {
  const isSameDay = wallClock(start, own).date === wallClock(start, zone).date;
  return isSameDay ? formatTime(start, own) : `${formatDay(start, own).slice(0, 3)} ${formatTime(start, own)}`;
}
