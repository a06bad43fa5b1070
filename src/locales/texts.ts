import { type Messages, setupI18n } from '@lingui/core';
import { catalogueTexts } from '#shared/domain/catalogue-texts.ts';
import { type DateForms, setDateForms } from '#shared/domain/date-forms.ts';
import { ENGLISH, type Texts } from '#shared/domain/texts.ts';
import type { Locale } from '#shared/vocabulary/locales.ts';

type Translations = { messages: Messages; dates: DateForms };

const LOAD: Record<Exclude<Locale, 'en'>, () => Promise<Translations>> = {
  si: () => import('./server/si.ts'),
  ta: () => import('./server/ta.ts'),
};

const loaded = new Map<Locale, Promise<Texts>>();

/** What the server writes in a language: mails, refusals over REST. Each language is loaded once. */
export function loadTexts(locale: Locale): Promise<Texts> {
  if (locale === 'en') return Promise.resolve(ENGLISH);
  const texts = loaded.get(locale) ?? load(locale);
  loaded.set(locale, texts);
  return texts;
}

async function load(locale: Exclude<Locale, 'en'>): Promise<Texts> {
  const { messages, dates } = await LOAD[locale]();
  setDateForms(locale, dates);
  return catalogueTexts(setupI18n({ locale, messages: { [locale]: messages } }));
}
