import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { type DateForms, setDateForms } from '#shared/domain/date-forms.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/vocabulary/locales.ts';

export type { I18n } from '@lingui/core';

type Translated = Exclude<Locale, 'en'>;
type Load = () => Promise<{ messages: Messages; dates: DateForms }>;

/** By the part of the product that needs them: `lingui.config.ts` says which folders each covers. English stands in the code. */
const CATALOGUES = {
  public: {
    si: () => import('#client/lib/locales/public/si.ts').then(({ publicSinhala }) => publicSinhala),
    ta: () => import('#client/lib/locales/public/ta.ts').then(({ publicTamil }) => publicTamil),
  },
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

async function load(i18n: I18n, { locale, catalogue }: { locale: Translated; catalogue: Catalogue }): Promise<void> {
  const { messages, dates } = await CATALOGUES[catalogue][locale]();
  setDateForms(locale, dates);
  i18n.load(locale, messages);
}
