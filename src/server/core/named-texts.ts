import { listCatalogueNames, type NameLocale } from '#db/catalogue-names.ts';
import type { Executor } from '#db/executor.ts';
import type { Names, Texts } from '#shared/domain/texts.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/vocabulary/locales.ts';
import { createLoadCache } from './load-cache.ts';

export type LoadTexts = (locale: Locale, names?: Names) => Promise<Texts>;
export type NamedTexts = { namedTextsIn: (locale: Locale) => Promise<Texts>; clear: () => void };

type NamedTextsOptions = { db: Executor; textsIn: LoadTexts; now: () => Date; ttlMs: number };

/** With the names of the catalogue as admins have translated them: what is written needs no database for them each time, and none at all if it is away. */
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
