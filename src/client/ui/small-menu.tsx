import { Menu, X } from 'lucide-react';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { loadMenuList } from './menu-on-demand.ts';
import type { ShellLinks, ShellViewer } from './shell-types.ts';
import classes from './top-bar.module.css';
import { useOnDemand } from './use-on-demand.ts';
import { usePopup } from './use-popup.ts';

export type SmallMenuProps = { me: ShellViewer; links: ShellLinks; onSignOut: () => void };

/** The collapsible menu of small screens. */
export function SmallMenu({ me, links, onSignOut }: SmallMenuProps) {
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();
  const MenuList = useOnDemand(loadMenuList, { isWanted: isOpen });

  return (
    <div className={classes.small} ref={rootRef}>
      <button {...triggerProps} className={classes.iconButton} aria-label="Menu">
        {isOpen ? <X size={24} aria-hidden="true" /> : <Menu size={24} aria-hidden="true" />}
      </button>
      {isOpen && MenuList && (
        <div id={panelId} className={classes.sheet}>
          {me !== undefined && <MenuList me={me} links={links} isSmall onFollowed={close} onSignOut={onSignOut} />}
          <div className={classes.scheme}>
            <ColorSchemeSwitch />
          </div>
        </div>
      )}
    </div>
  );
}
