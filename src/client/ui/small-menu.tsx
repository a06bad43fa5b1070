import { Link } from '@tanstack/react-router';
import { House, LayoutDashboard, LogIn, LogOut, Menu, UserPlus, X } from 'lucide-react';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import type { ShellLinks, ShellViewer } from './shell-types.ts';
import classes from './top-bar.module.css';
import { usePopup } from './use-popup.ts';

export type SmallMenuProps = { me: ShellViewer; links: ShellLinks; onSignOut: () => void };

/** The collapsible menu of small screens. */
export function SmallMenu({ me, links, onSignOut }: SmallMenuProps) {
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();

  return (
    <div className={classes.small} ref={rootRef}>
      <button {...triggerProps} className={classes.iconButton} aria-label="Menu">
        {isOpen ? <X size={24} aria-hidden="true" /> : <Menu size={24} aria-hidden="true" />}
      </button>
      {isOpen && (
        <div id={panelId} className={classes.sheet}>
          {me && (
            <p className={classes.who}>
              <strong>{me.name}</strong>
              <span>{me.email}</span>
            </p>
          )}
          <ul className={classes.items}>
            {me ? (
              <>
                <li>
                  <Link {...links.dashboard} className={classes.item} onClick={close}>
                    <LayoutDashboard size={20} aria-hidden="true" />
                    Dashboard
                  </Link>
                </li>
                <li>
                  <Link to="/" className={classes.item} onClick={close}>
                    <House size={20} aria-hidden="true" />
                    Home
                  </Link>
                </li>
                <li>
                  <button type="button" className={classes.item} onClick={onSignOut}>
                    <LogOut size={20} aria-hidden="true" />
                    Logout
                  </button>
                </li>
              </>
            ) : me === undefined ? null : (
              <>
                <li>
                  <Link {...links.login} className={classes.item} onClick={close}>
                    <LogIn size={20} aria-hidden="true" />
                    Login
                  </Link>
                </li>
                <li>
                  <Link {...links.signUp} className={classes.item} onClick={close}>
                    <UserPlus size={20} aria-hidden="true" />
                    Sign Up
                  </Link>
                </li>
              </>
            )}
          </ul>
          <div className={classes.scheme}>
            <ColorSchemeSwitch />
          </div>
        </div>
      )}
    </div>
  );
}
