import { ChevronDown } from 'lucide-react';
import { Avatar } from './avatar.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { loadMenuList } from './menu-on-demand.ts';
import type { ShellLinks, ShellViewer } from './shell-types.ts';
import classes from './top-bar.module.css';
import { useOnDemand } from './use-on-demand.ts';
import { usePopup } from './use-popup.ts';

export type ProfileMenuProps = { me: NonNullable<ShellViewer>; links: ShellLinks; onSignOut: () => void };

export function ProfileMenu({ me, links, onSignOut }: ProfileMenuProps) {
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();
  const MenuList = useOnDemand(loadMenuList, { isWanted: isOpen });

  return (
    <div className={classes.profile} ref={rootRef}>
      <button {...triggerProps} className={classes.profileButton} aria-label={`Account menu of ${me.name}`}>
        <Avatar name={me.name} src={me.imageUrl} size={36} alt="" loading="eager" />
        <ChevronDown size={18} aria-hidden="true" data-open={isOpen || undefined} />
      </button>
      {isOpen && MenuList && (
        <div id={panelId} className={classes.panel}>
          <MenuList me={me} links={links} onFollowed={close} onSignOut={onSignOut} />
          <div className={classes.scheme}>
            <ColorSchemeSwitch />
          </div>
        </div>
      )}
    </div>
  );
}
