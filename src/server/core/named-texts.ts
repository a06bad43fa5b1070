import { listCatalogueNames, type NameLocale } from '#db/catalogue-names.ts';
import type { Executor } from '#db/executor.ts';
import type { Names, Texts } from '#shared/domain/texts.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/vocabulary/locales.ts';
import { createLoadCache } from './load-cache.ts';

export type LoadTexts = (locale: Locale, names?: Names) => Promise<Texts>;
export type NamedTexts = { namedTextsIn: (locale: Locale) => Promise<Texts>; clear: () => void };

type NamedTextsOptions = { db: Executor; textsIn: LoadTexts; now: () => Date; ttlMs: number };

/** Texts with the catalogue names that admins have translated. The names are cached, and left out while the database is unavailable. */
export function createNamedTexts({ db, textsIn, now, ttlMs }: NamedTextsOptions): NamedTexts {
  const cache = createLoadCache<Names>({ now: () => now().getTime(), ttlMs, maxEntries: LOCALES.length, isStored: () => true });

  async function readNames(locale: NameLocale): Promise<Names> {
    const names = cache.get(locale, async () => new Map(await listCatalogueNames(db, locale)));
    return (await names?.catch(() => null)) ?? new Map();
  }

  return {
    namedTextsIn: async (locale) => (locale === DEFAULT_LOCALE ? textsIn(locale) : textsIn(locale, await readNames(locale))),
    clear: cache.clear,
  };
}
