import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './row-menu.module.css';
import { usePlace } from './use-place.ts';
import { usePopup } from './use-popup.ts';

type Deed = { onPress: () => void };
type Way = { href: string; opensTab?: boolean };
export type RowMenuItem = { label: string; icon: ReactNode; isDangerous?: boolean } & (Deed | Way);
export type RowMenuProps = { label: string; items: readonly RowMenuItem[] };

/** What else can be done with a row; beside its button, above the table that would cut it off. */
export function RowMenu({ label, items }: RowMenuProps) {
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();
  const panel = usePlace(isOpen, triggerProps.ref);
  /** The focus comes back here from whatever follows. */
  const leave = () => {
    triggerProps.ref.current?.focus();
    close();
  };

  return (
    <div ref={rootRef} className={classes.menu}>
      <button {...triggerProps} className={classes.trigger} aria-label={label}>
        <Ellipsis size={20} aria-hidden="true" />
      </button>
      {isOpen && (
        <ul ref={panel} id={panelId} className={classes.panel}>
          {items.map((item) => (
            <li key={item.label}>
              <Item item={item} onLeave={leave} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Item({ item, onLeave }: { item: RowMenuItem; onLeave: () => void }) {
  const { label, icon, isDangerous } = item;
  const shown = (
    <>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      {label}
    </>
  );
  if ('href' in item) {
    const tab = item.opensTab ? { target: '_blank', rel: 'noopener' } : {};
    return (
      <a href={item.href} {...tab} className={classes.item} onClick={onLeave}>
        {shown}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={classes.item}
      data-dangerous={isDangerous || undefined}
      onClick={() => {
        onLeave();
        item.onPress();
      }}
    >
      {shown}
    </button>
  );
}
