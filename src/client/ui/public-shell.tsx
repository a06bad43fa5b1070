import { Trans, useLingui } from '@lingui/react/macro';
import { Container } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Mail, Phone, ShieldCheck, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Locale } from '#shared/vocabulary/locales.ts';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { toTelUrl } from './format.ts';
import { LanguageLinks } from './language-links.tsx';
import { Logo } from './logo.tsx';
import classes from './public-shell.module.css';
import type { ShellBrand, ShellLinks, ShellViewer } from './shell-types.ts';
import { TopBar } from './top-bar.tsx';

export type PublicShellProps = {
  brand: ShellBrand;
  me: ShellViewer;
  links: ShellLinks;
  bell?: ReactNode;
  dashboardTitle?: string;
  hasFooter?: boolean;
  onLanguage: (locale: Locale) => void;
  onSignOut: () => void;
  children: ReactNode;
};

export function PublicShell({ brand, me, links, bell, dashboardTitle, hasFooter = true, onLanguage, onSignOut, children }: PublicShellProps) {
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <TopBar brandName={brand.name} me={me} links={links} title={dashboardTitle} bell={bell} onLanguage={onLanguage} onSignOut={onSignOut} />
      {dashboardTitle ? (
        children
      ) : (
        <main id="content" className={classes.main} tabIndex={-1}>
          {children}
        </main>
      )}
      {hasFooter && <SiteFooter brand={brand} onLanguage={onLanguage} />}
    </div>
  );
}

type SiteFooterProps = Pick<PublicShellProps, 'brand' | 'onLanguage'>;

function SiteFooter({ brand, onLanguage }: SiteFooterProps) {
  const { t } = useLingui();
  return (
    <footer className={classes.footer}>
      <Container component="ul" className={classes.trust}>
        <li>
          <BadgeCheck size={22} aria-hidden="true" />
          <Trans>Verified Platform</Trans>
        </li>
        <li>
          <Users size={22} aria-hidden="true" />
          <Trans>Trusted by 1000+ Students</Trans>
        </li>
        <li>
          <ShieldCheck size={22} aria-hidden="true" />
          <Trans>Quality Guaranteed</Trans>
        </li>
      </Container>
      <Container className={classes.links}>
        <div className={classes.brand}>
          <Logo name={brand.name} />
          <address>
            <a href={`mailto:${brand.supportEmail}`}>
              <Mail size={18} aria-hidden="true" />
              {brand.supportEmail}
            </a>
            <a href={toTelUrl(brand.supportPhone)}>
              <Phone size={18} aria-hidden="true" />
              {brand.supportPhone}
            </a>
          </address>
        </div>
        <div className={classes.end}>
          <p title={t`Version ${__VERSION__}`} suppressHydrationWarning>{`© ${new Date().getFullYear()} ${brand.name}`}</p>
          <nav aria-label={t`More about us`}>
            <Link to="/blogs">
              <Trans>Blog</Trans>
            </Link>
            <Link to="/privacy">
              <Trans>Privacy Policy</Trans>
            </Link>
            <Link to="/terms">
              <Trans>Terms of Service</Trans>
            </Link>
            <a href="/api/docs">API</a>
          </nav>
          <nav aria-label={t`Language`}>
            <LanguageLinks onChoose={onLanguage} />
          </nav>
          <ColorSchemeSwitch />
        </div>
      </Container>
    </footer>
  );
}
