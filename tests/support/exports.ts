import { beforeAll, expect } from 'vitest';
import { createExportRoutes } from '#server/edge/secret-links.ts';
import type { ExportRequest } from '#shared/contracts/exports.ts';
import { callerAs, contextAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { anAdmin, NOW, signedIn, type User } from './factories.ts';

export const laterBy = (ms: number) => () => new Date(NOW.getTime() + ms);

export function useExports(database: TestDatabase) {
  let admin: User;
  beforeAll(async () => {
    admin = await anAdmin(database.db, { name: 'Ayesha Farook' });
  });

  const createLink = async (request: ExportRequest, person: User | null = admin) =>
    (await callerAs(database, person && (await signedIn(database.db, person))).exports.link(request)).url;
  const openLink = async (url: string, { db = database.db, now = () => NOW, method = 'GET' } = {}) =>
    createExportRoutes({ contextOf: () => contextAs({ db }, null, { now }) }).request(url, { method });

  return {
    getAdmin: () => admin,
    createLink,
    openLink,
    readLines: async (request: ExportRequest) => {
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await openLink(await createLink(request))).arrayBuffer());
      expect(text.startsWith('\uFEFF')).toBe(true);
      expect(text.endsWith('\r\n')).toBe(true);
      return text.slice(1, -2).split('\r\n');
    },
  };
}
