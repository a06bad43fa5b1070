import { Link } from '@tanstack/react-router';
import { ChevronDown, LayoutDashboard, LogOut } from 'lucide-react';
import { Avatar } from './avatar.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import type { ShellLinks, ShellViewer } from './shell-types.ts';
import classes from './top-bar.module.css';
import { usePopup } from './use-popup.ts';

export type ProfileMenuProps = { me: NonNullable<ShellViewer>; dashboard: ShellLinks['dashboard']; onSignOut: () => void };

export function ProfileMenu({ me, dashboard, onSignOut }: ProfileMenuProps) {
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();

  return (
    <div className={classes.profile} ref={rootRef}>
      <button {...triggerProps} className={classes.profileButton} aria-label={`Account menu of ${me.name}`}>
        <Avatar name={me.name} src={me.imageUrl} size={36} alt="" loading="eager" />
        <ChevronDown size={18} aria-hidden="true" data-open={isOpen || undefined} />
      </button>
      {isOpen && (
        <div id={panelId} className={classes.panel}>
          <p className={classes.who}>
            <strong>{me.name}</strong>
            <span>{me.email}</span>
          </p>
          <ul className={classes.items}>
            <li>
              <Link {...dashboard} className={classes.item} onClick={close}>
                <LayoutDashboard size={20} aria-hidden="true" />
                Dashboard
              </Link>
            </li>
            <li>
              <button type="button" className={classes.item} onClick={onSignOut}>
                <LogOut size={20} aria-hidden="true" />
                Sign Out
              </button>
            </li>
          </ul>
          <div className={classes.scheme}>
            <ColorSchemeSwitch />
          </div>
        </div>
      )}
    </div>
  );
}
