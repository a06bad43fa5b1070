import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChevronDown, House, Languages, Menu, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Locale } from '#shared/vocabulary/locales.ts';
import { Avatar } from './avatar.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { LanguageLinks, type LanguageLinksProps } from './language-links.tsx';
import { lazyPart, preloadOnIntent } from './lazy-part.tsx';
import { ButtonLink } from './links.tsx';
import { Logo } from './logo.tsx';
import type { ShellLinks, ShellViewer } from './shell-types.ts';
import classes from './top-bar.module.css';
import { usePopup } from './use-popup.ts';

// Mantine's Menu would be a seventh of the code of each page.
const MenuList = lazyPart(() => import('./menu-list.tsx').then((module) => module.MenuList));

export type TopBarProps = {
  brandName: string;
  me: ShellViewer;
  links: ShellLinks;
  title?: string;
  bell?: ReactNode;
  onLanguage: (locale: Locale) => void;
  onSignOut: () => void;
};

export function TopBar({ brandName, me, links, title, bell, onLanguage, onSignOut }: TopBarProps) {
  const { t } = useLingui();
  return (
    <header className={classes.bar}>
      <div className={classes.inside}>
        <Link to="/" className={classes.brand} aria-label={t`${brandName}, home page`}>
          <Logo name={brandName} />
        </Link>
        {title && <span className={classes.title}>{title}</span>}
        <nav className={classes.nav} aria-label={t`Main`}>
          {title && (
            <ButtonLink
              to="/"
              variant="subtle"
              c="var(--mantine-color-text)"
              px="sm"
              visibleFrom="sm"
              leftSection={<House size={20} aria-hidden="true" />}
            >
              <Trans>Home</Trans>
            </ButtonLink>
          )}
          {me === null && (
            <span className={classes.guest}>
              <ButtonLink variant="subtle" to="/tutors">
                <Trans>Find Tutors</Trans>
              </ButtonLink>
              <ButtonLink variant="subtle" to="/register" search={{ role: 'tutor' }}>
                <Trans>Become a Tutor</Trans>
              </ButtonLink>
            </span>
          )}
          <LanguageMenu onChoose={onLanguage} />
          {bell}
          {me === undefined && <Skeleton visibleFrom="sm" width={36} height={36} circle />}
          {me === null && (
            <span className={classes.guest}>
              <ButtonLink variant="subtle" {...links.login}>
                <Trans>Login</Trans>
              </ButtonLink>
              <ButtonLink {...links.signUp}>
                <Trans>Sign Up</Trans>
              </ButtonLink>
            </span>
          )}
          {me && <ProfileMenu me={me} links={links} onSignOut={onSignOut} />}
          <SmallMenu me={me} links={links} onSignOut={onSignOut} />
        </nav>
      </div>
    </header>
  );
}

function LanguageMenu({ onChoose }: LanguageLinksProps) {
  const { t } = useLingui();
  const { isOpen, rootRef, triggerProps, panelId } = usePopup();

  return (
    <div className={classes.language} ref={rootRef}>
      <ActionIcon {...triggerProps} c="var(--mantine-color-text)" aria-label={t`Language`}>
        <Languages size={22} aria-hidden="true" />
      </ActionIcon>
      {isOpen && (
        <nav id={panelId} className={classes.panel} data-narrow aria-label={t`Language`}>
          <LanguageLinks isMenu onChoose={onChoose} />
        </nav>
      )}
    </div>
  );
}

type ProfileMenuProps = { me: NonNullable<ShellViewer>; links: ShellLinks; onSignOut: () => void };

function ProfileMenu({ me, links, onSignOut }: ProfileMenuProps) {
  const { t } = useLingui();
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();

  return (
    <div className={classes.profile} ref={rootRef}>
      <button {...triggerProps} {...preloadOnIntent(MenuList)} className={classes.profileButton} aria-label={t`Account menu of ${me.name}`}>
        <Avatar name={me.name} src={me.imageUrl} size={36} alt="" loading="eager" />
        <ChevronDown size={18} aria-hidden="true" data-open={isOpen || undefined} />
      </button>
      {isOpen && (
        <div id={panelId} className={classes.panel}>
          <MenuList me={me} links={links} onFollow={close} onSignOut={onSignOut} />
          <div className={classes.scheme}>
            <ColorSchemeSwitch />
          </div>
        </div>
      )}
    </div>
  );
}

type SmallMenuProps = { me: ShellViewer; links: ShellLinks; onSignOut: () => void };

function SmallMenu({ me, links, onSignOut }: SmallMenuProps) {
  const { t } = useLingui();
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();

  return (
    <div className={classes.small} ref={rootRef}>
      <ActionIcon {...triggerProps} {...preloadOnIntent(MenuList)} c="var(--mantine-color-text)" aria-label={t`Menu`}>
        {isOpen ? <X size={24} aria-hidden="true" /> : <Menu size={24} aria-hidden="true" />}
      </ActionIcon>
      {isOpen && (
        <div id={panelId} className={classes.sheet}>
          {me !== undefined && <MenuList me={me} links={links} isSmall onFollow={close} onSignOut={onSignOut} />}
          <div className={classes.scheme}>
            <ColorSchemeSwitch />
          </div>
        </div>
      )}
    </div>
  );
}
