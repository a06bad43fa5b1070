import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { catalogueTexts } from '#shared/domain/catalogue-texts.ts';
import { type DateForms, setDateForms } from '#shared/domain/date-forms.ts';
import { ENGLISH, type Names, type Texts } from '#shared/domain/texts.ts';
import type { Locale } from '#shared/vocabulary/locales.ts';

type Translations = { messages: Messages; dates: DateForms };

const LOAD: Record<Exclude<Locale, 'en'>, () => Promise<Translations>> = {
  si: () => import('./server/si.ts'),
  ta: () => import('./server/ta.ts'),
};

const loaded = new Map<Locale, Promise<I18n>>();

/** What the server writes in a language: mails, refusals over REST. Each language is loaded once. */
export async function loadTexts(locale: Locale, names?: Names): Promise<Texts> {
  if (locale === 'en') return ENGLISH;
  const loading = loaded.get(locale) ?? load(locale);
  loaded.set(locale, loading);
  const i18n = await loading;
  return catalogueTexts(names ? Object.assign(Object.create(i18n), { names }) : i18n);
}

async function load(locale: Exclude<Locale, 'en'>): Promise<I18n> {
  const { messages, dates } = await LOAD[locale]();
  setDateForms(locale, dates);
  return setupI18n({ locale, messages: { [locale]: messages } });
}
