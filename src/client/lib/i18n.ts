import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { type DateForms, setDateForms } from '#shared/domain/date-forms.ts';
import { setTexts, type Texts } from '#shared/domain/texts.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/vocabulary/locales.ts';

export type { I18n } from '@lingui/core';

type Translated = Exclude<Locale, 'en'>;
type Load = () => Promise<{ messages: Messages; dates?: DateForms; makeTexts?: (i18n: I18n) => Texts }>;

/** By the part of the product that needs them: `lingui.config.ts` says which folders each covers. English stands in the code. */
const CATALOGUES = {
  public: {
    si: () => import('#locales/public/si.ts').then(({ publicSinhala }) => publicSinhala),
    ta: () => import('#locales/public/ta.ts').then(({ publicTamil }) => publicTamil),
  },
  legal: { si: () => import('#locales/legal/si.po'), ta: () => import('#locales/legal/ta.po') },
  'signed-in': { si: () => import('#locales/signed-in/si.ts'), ta: () => import('#locales/signed-in/ta.ts') },
  tutor: { si: () => import('#locales/tutor/si.po'), ta: () => import('#locales/tutor/ta.po') },
} satisfies Record<string, Record<Translated, Load>>;

export type Catalogue = keyof typeof CATALOGUES;

let ofPage = makeI18n(DEFAULT_LOCALE);

/** In a browser, whose page has one language from beginning to end. The server has one for each request, and asks for none of this. */
export const i18nOfPage = (): I18n => ofPage;

export function setI18nOfPage(i18n: I18n): void {
  ofPage = i18n;
}

const loadsByI18n = new WeakMap<I18n, Map<Catalogue, Promise<void>>>();

export function makeI18n(locale: Locale): I18n {
  return setupI18n({ locale, messages: { [locale]: {} } });
}

/** Undefined where there is nothing to wait for. Never rejects: where a catalogue cannot be loaded, the page is in English. */
export function loadMessages(i18n: I18n, catalogue: Catalogue): Promise<void> | undefined {
  // It was made for one of ours.
  const locale = i18n.locale as Locale;
  if (locale === DEFAULT_LOCALE) return undefined;
  const loads = loadsByI18n.get(i18n) ?? new Map<Catalogue, Promise<void>>();
  loadsByI18n.set(i18n, loads);
  const loading = loads.get(catalogue) ?? load(i18n, { locale, catalogue }).catch(() => void loads.delete(catalogue));
  loads.set(catalogue, loading);
  return loading;
}

type RouteMatch = { staticData: { catalogues?: readonly Catalogue[] } };

/** For the routes of a page: `public`, and what they name in `staticData`. */
export function loadMessagesOf(i18n: I18n, getMatches: () => readonly RouteMatch[]): Promise<void> | undefined {
  if (i18n.locale === DEFAULT_LOCALE) return undefined;
  const named = getMatches().flatMap(({ staticData }) => staticData.catalogues ?? []);
  return Promise.all(['public' as const, ...named].map((catalogue) => loadMessages(i18n, catalogue))).then(() => undefined);
}

/** Loads code that needs the sentences of a part on pages of others, and these with it. */
export const withMessages =
  <T>(catalogue: Catalogue, loadCode: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    const [code] = await Promise.all([loadCode(), loadMessages(ofPage, catalogue)]);
    return code;
  };

async function load(i18n: I18n, { locale, catalogue }: { locale: Translated; catalogue: Catalogue }): Promise<void> {
  const loading: ReturnType<Load> = CATALOGUES[catalogue][locale]();
  const { messages, dates, makeTexts } = await loading;
  if (dates) setDateForms(locale, dates);
  if (makeTexts) setTexts(i18n, makeTexts(i18n));
  i18n.load(locale, messages);
}
