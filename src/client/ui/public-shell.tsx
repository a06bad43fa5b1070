import type { ReactNode } from 'react';
import classes from './public-shell.module.css';
import type { ShellBrand, ShellLinks, ShellViewer } from './shell-types.ts';
import { SiteFooter } from './site-footer.tsx';
import { TopBar } from './top-bar.tsx';

export type PublicShellProps = {
  brand: ShellBrand;
  me: ShellViewer;
  links: ShellLinks;
  bell?: ReactNode;
  dashboardTitle?: string;
  hasFooter?: boolean;
  onSignOut: () => void;
  children: ReactNode;
};

export function PublicShell({ brand, me, links, bell, dashboardTitle, hasFooter = true, onSignOut, children }: PublicShellProps) {
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <TopBar brandName={brand.name} me={me} links={links} title={dashboardTitle} bell={bell} onSignOut={onSignOut} />
      {dashboardTitle ? (
        children
      ) : (
        <main id="content" className={classes.main} tabIndex={-1}>
          {children}
        </main>
      )}
      {hasFooter && <SiteFooter brand={brand} />}
    </div>
  );
}
