import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupRetention, listRetainedBackups } from '#shared/domain/backup-retention.ts';
import { DAY_MS } from '#shared/vocabulary/durations.ts';

const NAME = /^vidya-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;
const PARTIAL = '.partial';
/** An incomplete file that is older was left by an interrupted backup. */
const REMAINS_MS = DAY_MS;
const MARK = 'last-backup.json';

export type BackupMark = {
  file: string;
  at: string;
  finishedAt: string;
  bytes: number;
  seconds: number;
  rows: number;
  files: number;
  missing: number;
};

export function nameBackup(at: Date): string {
  return `vidya-${at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.backup`;
}

function timeOfBackup(name: string): Date | null {
  const [, ...parts] = NAME.exec(name) ?? [];
  if (parts.length === 0) return null;
  const [year, month, day, hour, minute, second] = parts;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

export const partialOf = (file: string): string => `${file}${PARTIAL}`;

/** Written under a temporary name until it is complete. */
export const publishBackup = (file: string): Promise<void> => rename(partialOf(file), file);

/** Deletes backups that the retention does not keep. Returns how many were kept and deleted. Ignores files with other names. */
export async function pruneFolder(folder: string, retention: BackupRetention, zone: string): Promise<{ retained: number; removed: number }> {
  const names = await readdir(folder);
  const backups = names.flatMap((name) => {
    const time = timeOfBackup(name);
    return time ? [{ name, time }] : [];
  });
  const times = backups.map(({ time }) => time);
  const retained = new Set(listRetainedBackups(times, retention, zone).map((time) => time.getTime()));
  const old = backups.filter(({ time }) => !retained.has(time.getTime()));
  for (const { name } of old) await rm(join(folder, name), { force: true });
  return { retained: backups.length - old.length, removed: old.length };
}

/** Removes the incomplete files of interrupted backups. */
export async function removeRemains(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const time = name.endsWith(PARTIAL) ? timeOfBackup(name.slice(0, -PARTIAL.length)) : null;
    if (time && now.getTime() - time.getTime() > REMAINS_MS) await rm(join(folder, name), { force: true });
  }
}

/** Writes `last-backup.json`, for monitoring the age of the last backup. */
export async function markBackup(folder: string, mark: BackupMark): Promise<void> {
  const file = join(folder, MARK);
  await writeFile(partialOf(file), `${JSON.stringify(mark, null, 2)}\n`);
  await rename(partialOf(file), file);
}

/** When the last backup was finished. Null without one, or where `last-backup.json` cannot be read. */
export async function readBackupTime(folder: string): Promise<Date | null> {
  const text = await readFile(join(folder, MARK), 'utf8').catch(() => null);
  if (text === null) return null;
  const { finishedAt } = JSON.parse(text) as BackupMark;
  return new Date(finishedAt);
}
