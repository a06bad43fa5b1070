/** The languages of the interface, not those that tutors teach in. */
export const LOCALES = ['en', 'si', 'ta'] as const;
export type Locale = (typeof LOCALES)[number];

/** Its addresses have no prefix. */
export const DEFAULT_LOCALE = 'en' satisfies Locale;

/** What an admin writes in English may be written in these, too. */
export const TRANSLATED_LOCALES = ['si', 'ta'] as const satisfies readonly Locale[];
export type TranslatedLocale = (typeof TRANSLATED_LOCALES)[number];

/** The languages that search engines are told of. The others can be opened by their URL, so that translators can check them. */
export const OFFERED_LOCALES: readonly Locale[] = ['en', 'si', 'ta'];

/** As their speakers write them. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', si: 'සිංහල', ta: 'தமிழ்' };
