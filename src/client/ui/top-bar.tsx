import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { House } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from './links.tsx';
import { Logo } from './logo.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import type { ShellLinks, ShellViewer } from './shell-types.ts';
import { SmallMenu } from './small-menu.tsx';
import classes from './top-bar.module.css';

export type TopBarProps = {
  brandName: string;
  me: ShellViewer;
  links: ShellLinks;
  /** Shown beside the logo; with it comes the Home link. */
  title?: string;
  bell?: ReactNode;
  onSignOut: () => void;
};

export function TopBar({ brandName, me, links, title, bell, onSignOut }: TopBarProps) {
  return (
    <header className={classes.bar}>
      <div className={classes.inside}>
        <Link to="/" className={classes.brand} aria-label={`${brandName}, home page`}>
          <Logo name={brandName} />
        </Link>
        {title && <span className={classes.title}>{title}</span>}
        <nav className={classes.nav} aria-label="Main">
          {title && (
            <Link to="/" className={classes.link}>
              <House size={20} aria-hidden="true" />
              Home
            </Link>
          )}
          {bell}
          {me === undefined && <Skeleton className={classes.wide} width={36} height={36} circle />}
          {me === null && (
            <span className={classes.guest}>
              <ButtonLink variant="subtle" {...links.login}>
                Login
              </ButtonLink>
              <ButtonLink {...links.signUp}>Sign Up</ButtonLink>
            </span>
          )}
          {me && <ProfileMenu me={me} links={links} onSignOut={onSignOut} />}
          <SmallMenu me={me} links={links} onSignOut={onSignOut} />
        </nav>
      </div>
    </header>
  );
}
