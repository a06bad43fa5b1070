import { describe, expect, test } from 'vitest';
import { listRetainedBackups, parseRetention } from '#shared/domain/backup-retention.ts';

const ZONE = 'Asia/Colombo';
const DAY = 24 * 3_600_000;
/** A Sunday. */
const LAST = new Date('2026-11-29T20:00:00Z');
const nightly = (nights: number) => Array.from({ length: nights }, (_, ago) => new Date(LAST.getTime() - ago * DAY));
const retained = (times: readonly Date[], daily: number, weekly: number, monthly: number) =>
  listRetainedBackups(times, { daily, weekly, monthly }, ZONE).map((time) => time.toISOString().slice(0, 10));

describe('which backups stay', () => {
  // spec s13-backup.1 | S13 3 | Of the last days, weeks and months that have a backup the newest one stays, and the newest of all always
  //   | src/shared/domain/backup-retention.ts
  test('are the newest of each of the last days, weeks and months', () => {
    expect(retained(nightly(100), 3, 0, 0)).toEqual(['2026-11-29', '2026-11-28', '2026-11-27']);
    // 20:00 UTC is the next day in Colombo: a Sunday night belongs to the week that begins on Monday.
    expect(retained(nightly(100), 0, 3, 0)).toEqual(['2026-11-29', '2026-11-28', '2026-11-21']);
    expect(retained(nightly(100), 0, 0, 3)).toEqual(['2026-11-29', '2026-10-30', '2026-09-29']);
    expect(retained(nightly(100), 2, 2, 2)).toEqual(['2026-11-29', '2026-11-28', '2026-10-30']);
  });

  // spec s13-backup.1
  test('of one day are the last one', () => {
    const times = [new Date('2026-11-29T03:00:00Z'), new Date('2026-11-29T15:00:00Z'), new Date('2026-11-29T01:00:00Z')];
    expect(listRetainedBackups(times, { daily: 7, weekly: 4, monthly: 12 }, ZONE)).toEqual([times[1]]);
  });

  // spec s13-backup.1
  test('are the same after months without a backup', () => {
    const old = [new Date('2026-01-05T20:00:00Z'), new Date('2026-01-06T20:00:00Z'), new Date('2026-01-07T20:00:00Z')];
    expect(retained(old, 3, 0, 0)).toHaveLength(3);
  });

  // spec s13-backup.1
  test('include the newest whatever is set', () => {
    expect(retained(nightly(3), 0, 0, 0)).toEqual(['2026-11-29']);
    expect(retained([], 7, 4, 12)).toEqual([]);
  });
});

describe('BACKUP_KEEP', () => {
  test('says how many days, weeks and months', () => {
    expect(parseRetention('daily=7,weekly=4,monthly=12')).toEqual({ daily: 7, weekly: 4, monthly: 12 });
    expect(parseRetention('monthly=2, daily=1')).toEqual({ daily: 1, weekly: 0, monthly: 2 });
  });

  test.each(['', 'daily', 'daily=', 'daily=-1', 'hourly=3', 'daily=7;weekly=4', 'daily=12345'])('is not %j', (text) => {
    expect(parseRetention(text)).toBeNull();
  });
});
