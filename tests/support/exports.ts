import { beforeAll, expect } from 'vitest';
import { exportAt } from '#server/edge/export.ts';
import type { ExportWish } from '#shared/contracts/exports.ts';
import { callerAs, contextAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { anAdmin, NOW, signedIn, type User } from './factories.ts';

export const later = (ms: number) => () => new Date(NOW.getTime() + ms);

/** Tables as an admin of the file takes them away. */
export function useExports(database: TestDatabase) {
  let admin: User;
  beforeAll(async () => {
    admin = await anAdmin(database.db, { name: 'Ayesha Farook' });
  });

  const linkFor = async (wish: ExportWish, person: User | null = admin) =>
    (await callerAs(database, person && (await signedIn(database.db, person))).exports.link(wish)).url;
  /** As a browser opens it, which sends no token. */
  const opened = async (url: string, { db = database.db, now = () => NOW, method = 'GET' } = {}) =>
    exportAt({ contextOf: () => contextAs({ db }, null, { now }) }).request(url, { method });

  return {
    adminOfFile: () => admin,
    linkFor,
    opened,
    linesOf: async (wish: ExportWish) => {
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await opened(await linkFor(wish))).arrayBuffer());
      expect(text.startsWith('\uFEFF')).toBe(true);
      expect(text.endsWith('\r\n')).toBe(true);
      return text.slice(1, -2).split('\r\n');
    },
  };
}
