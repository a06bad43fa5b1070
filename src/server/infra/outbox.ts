import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from '#server/core/ports.ts';

export type StoredMail = Mail & { id: string; from: string; messageId: string; sentAt: string };

export type Outbox = {
  store: (mail: Omit<StoredMail, 'id'>) => Promise<void>;
  list: () => Promise<StoredMail[]>;
  read: (id: string) => Promise<StoredMail | null>;
};

const MAX_MAILS = 200;
const EXTENSION = '.json';

export function createOutbox(folder: string): Outbox {
  const listNames = async (): Promise<string[]> => {
    const all = await readdir(folder).catch(() => []);
    return all
      .filter((name) => name.endsWith(EXTENSION))
      .sort()
      .reverse();
  };
  const read = async (id: string): Promise<StoredMail | null> => {
    if (!/^[\w-]+$/.test(id)) return null;
    const text = await readFile(join(folder, id + EXTENSION), 'utf8').catch(() => null);
    return text === null ? null : { ...JSON.parse(text), id };
  };

  return {
    async store(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${mail.sentAt.replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`);
      await writeFile(file, JSON.stringify(mail, null, 2), { mode: 0o600 });
      // Renamed when complete, so that nobody reads half of it.
      await rename(file, file + EXTENSION);
      for (const name of (await listNames()).slice(MAX_MAILS)) await rm(join(folder, name), { force: true });
    },
    async list() {
      const mails = await Promise.all((await listNames()).map((name) => read(name.slice(0, -EXTENSION.length))));
      return mails.filter((mail) => mail !== null);
    },
    read,
  };
}
