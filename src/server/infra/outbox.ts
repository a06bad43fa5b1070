import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from '#server/core/ports.ts';

/** A mail that was kept in the place of sending it. */
export type KeptMail = Mail & { id: string; from: string; messageId: string; sentAt: string };

export type Outbox = {
  keep: (mail: Omit<KeptMail, 'id'>) => Promise<void>;
  /** The newest first. */
  list: () => Promise<KeptMail[]>;
  read: (id: string) => Promise<KeptMail | null>;
};

const MOST_KEPT = 200;
const ENDING = '.json';

/** Mails in a folder, a file each; the oldest go when there are too many. */
export function createOutbox(folder: string): Outbox {
  /** Their names begin with the time. */
  const names = async (): Promise<string[]> => {
    const all = await readdir(folder).catch(() => []);
    return all
      .filter((name) => name.endsWith(ENDING))
      .sort()
      .reverse();
  };
  const read = async (id: string): Promise<KeptMail | null> => {
    if (!/^[\w-]+$/.test(id)) return null;
    const text = await readFile(join(folder, id + ENDING), 'utf8').catch(() => null);
    return text === null ? null : { ...JSON.parse(text), id };
  };

  return {
    async keep(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${mail.sentAt.replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`);
      await writeFile(file, JSON.stringify(mail, null, 2), { mode: 0o600 });
      // Whoever lists them meanwhile reads no half of it.
      await rename(file, file + ENDING);
      for (const name of (await names()).slice(MOST_KEPT)) await rm(join(folder, name), { force: true });
    },
    async list() {
      const mails = await Promise.all((await names()).map((name) => read(name.slice(0, -ENDING.length))));
      return mails.filter((mail) => mail !== null);
    },
    read,
  };
}
