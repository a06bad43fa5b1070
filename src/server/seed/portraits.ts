import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('./portraits/', import.meta.url);
const PORTRAITS = readdirSync(FOLDER)
  .sort()
  .map((file) => readFileSync(new URL(file, FOLDER), 'utf8'));

/** Chosen by the id alone: a name or a mother tongue says nothing about looks. */
export function portraitOf(id: string): string {
  const portrait = PORTRAITS[createHash('sha256').update(id).digest().readUInt32BE(0) % PORTRAITS.length];
  if (portrait === undefined) throw new Error(`${FOLDER.pathname} holds no portrait`);
  return portrait;
}
