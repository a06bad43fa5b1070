import type { I18n, Messages } from '@lingui/core';
import { type DateForms, setDateForms } from '#shared/domain/date-forms.ts';
import { setTexts, type Texts } from '#shared/domain/texts.ts';
import type { DEFAULT_LOCALE, Locale } from '#shared/vocabulary/locales.ts';
import { followNames, loadNames, type Reader } from './catalogue-names.ts';

// An English page loads none of this.

type Translated = Exclude<Locale, typeof DEFAULT_LOCALE>;
type Load = () => Promise<{
  messages: Messages;
  dates?: DateForms;
  bySentence?: (messages: Messages) => Messages;
  makeTexts?: (i18n: I18n) => Texts;
}>;

/** By the part of the product that needs them: `lingui.config.ts` says which files each covers. English stands in the code. */
const CATALOGUES = {
  public: {
    si: () => import('#locales/public/si.ts').then(({ publicSinhala }) => publicSinhala),
    ta: () => import('#locales/public/ta.ts').then(({ publicTamil }) => publicTamil),
  },
  home: { si: () => import('#locales/home/si.po'), ta: () => import('#locales/home/ta.po') },
  search: { si: () => import('#locales/search/si.po'), ta: () => import('#locales/search/ta.po') },
  'tutor-page': { si: () => import('#locales/tutor-page/si.po'), ta: () => import('#locales/tutor-page/ta.po') },
  blogs: { si: () => import('#locales/blogs/si.po'), ta: () => import('#locales/blogs/ta.po') },
  auth: { si: () => import('#locales/auth/si.po'), ta: () => import('#locales/auth/ta.po') },
  legal: { si: () => import('#locales/legal/si.po'), ta: () => import('#locales/legal/ta.po') },
  'signed-in': { si: () => import('#locales/signed-in/si.ts'), ta: () => import('#locales/signed-in/ta.ts') },
  areas: { si: () => import('#locales/areas/si.po'), ta: () => import('#locales/areas/ta.po') },
  tutor: { si: () => import('#locales/tutor/si.po'), ta: () => import('#locales/tutor/ta.po') },
  refusals: { si: () => import('#locales/refusals/si.po'), ta: () => import('#locales/refusals/ta.po') },
} satisfies Record<string, Record<Translated, Load>>;

export type Catalogue = keyof typeof CATALOGUES;

const loadsByI18n = new WeakMap<I18n, Map<Catalogue, Promise<void>>>();

/** Each once, and with them the names that admins have translated. Never rejects. */
export async function loadCatalogues(reader: Reader, catalogues: readonly Catalogue[]): Promise<void> {
  const { i18n } = reader;
  followNames(reader);
  const loads = loadsByI18n.get(i18n) ?? new Map<Catalogue, Promise<void>>();
  loadsByI18n.set(i18n, loads);
  const loading = catalogues.map((catalogue) => {
    const one = loads.get(catalogue) ?? load(i18n, catalogue).catch(() => void loads.delete(catalogue));
    loads.set(catalogue, one);
    return one;
  });
  await Promise.all([...loading, loadNames(reader, catalogues)]);
}

async function load(i18n: I18n, catalogue: Catalogue): Promise<void> {
  // English has no catalogue.
  const locale = i18n.locale as Translated;
  const loading: ReturnType<Load> = CATALOGUES[catalogue][locale]();
  const { messages, dates, bySentence, makeTexts } = await loading;
  if (dates) setDateForms(locale, dates);
  if (makeTexts) setTexts(i18n, makeTexts(i18n));
  // Later ones are added to the same object.
  if (bySentence) i18n.loadAndActivate({ locale, messages: bySentence({ ...i18n.messages, ...messages }) });
  else i18n.load(locale, messages);
}
