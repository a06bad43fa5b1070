import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { withLocale } from '#shared/domain/locale-paths.ts';
import { LOCALE_NAMES, type Locale, OFFERED_LOCALES } from '#shared/vocabulary/locales.ts';
import classes from './language-links.module.css';

export type LanguageLinksProps = { isMenu?: boolean; onChoose: (locale: Locale) => void };

/** This page in each language, which loads it anew: a page has one language from beginning to end. */
export function LanguageLinks({ isMenu = false, onChoose }: LanguageLinksProps) {
  const { i18n } = useLingui();
  const path = useLocation({ select: ({ pathname, searchStr }) => `${pathname}${searchStr}` });
  return (
    <ul className={classes.list} data-menu={isMenu || undefined}>
      {OFFERED_LOCALES.map((locale) => {
        const isCurrent = locale === i18n.locale;
        return (
          <li key={locale}>
            <a
              href={withLocale(path, locale)}
              lang={locale}
              hrefLang={locale}
              aria-current={isCurrent || undefined}
              className={classes.link}
              onClick={() => onChoose(locale)}
            >
              {LOCALE_NAMES[locale]}
              {isMenu && isCurrent && <Check size={18} aria-hidden="true" />}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
