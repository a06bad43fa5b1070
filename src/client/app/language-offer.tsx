import { CloseButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { chosenLanguage, rememberLanguage } from '#client/lib/language-choice.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { type Account, session } from '#client/lib/session/session.ts';
import { acceptedLocale } from '#shared/domain/accept-language.ts';
import { withLocale } from '#shared/domain/locale-paths.ts';
import { type Locale, OFFERED_LOCALES } from '#shared/vocabulary/locales.ts';
import classes from './language-offer.module.css';

/** For those who do not read the language of the page, so not from its catalogue. */
const TEXTS: Record<Locale, { title: string; text: string; link: string; close: string }> = {
  en: { title: 'Language', text: 'This site is available in English too.', link: 'Read it in English', close: 'Close' },
  si: { title: 'භාෂාව', text: 'මේ වෙබ් අඩවිය සිංහලෙනුත් කියවිය හැකියි.', link: 'සිංහලෙන් කියවන්න', close: 'වසන්න' },
  ta: { title: 'மொழி', text: 'இந்த இணையதளத்தைத் தமிழிலும் வாசிக்கலாம்.', link: 'தமிழில் வாசியுங்கள்', close: 'மூடு' },
};

export type LanguageOfferProps = { locale: string; viewer: Pick<Account, 'id' | 'locale'> | null };

/** Offers the page in the language that somebody would rather read, once: following and closing it are both remembered. */
export function LanguageOffer({ locale, viewer }: LanguageOfferProps) {
  const [isClosed, setClosed] = useState(false);
  useAccountLanguage(locale, viewer);
  const offered = languageToOffer(locale, viewer?.locale);
  if (isClosed || !offered) return null;
  const { title, text, link, close } = TEXTS[offered];
  const path = `${window.location.pathname}${window.location.search}`;

  function dismiss(): void {
    setClosed(true);
    const page = OFFERED_LOCALES.find((one) => one === locale);
    if (page) rememberLanguage(page);
  }

  return (
    <aside className={classes.offer} lang={offered} aria-label={title}>
      <p>
        {text}{' '}
        <a href={withLocale(path, offered)} hrefLang={offered} onClick={() => rememberLanguage(offered)}>
          {link}
        </a>
      </p>
      <CloseButton size={44} aria-label={close} onClick={dismiss} />
    </aside>
  );
}

/** Chosen here, else for the account, else set in the browser. */
function languageToOffer(page: string, ofAccount: Locale | null | undefined): Locale | null {
  const preferred = chosenLanguage() ?? ofAccount ?? acceptedLocale(navigator.languages.join(','));
  return preferred !== null && preferred !== page && OFFERED_LOCALES.includes(preferred) ? preferred : null;
}

/** What was chosen in this browser is the language of mails too. */
function useAccountLanguage(locale: string, viewer: LanguageOfferProps['viewer']): void {
  const trpc = useTRPC();
  const { mutate } = useMutation(trpc.auth.setLocale.mutationOptions({ onSuccess: () => session.refresh() }));
  const chosen = chosenLanguage();
  const isNew = viewer !== null && chosen === locale && viewer.locale !== chosen;
  const viewerId = viewer?.id;

  useEffect(() => {
    if (viewerId !== undefined && isNew && chosen) mutate({ locale: chosen });
  }, [viewerId, isNew, chosen, mutate]);
}
