import { Button, type ButtonProps } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react';
import classes from './explained-button.module.css';

export type ExplainedButtonProps = ButtonProps & {
  reason: string | null;
  side?: 'above' | 'below';
  'aria-describedby'?: string;
  onClick: () => void;
  children: ReactNode;
};

export function ExplainedButton({
  reason,
  side = 'below',
  className,
  'aria-describedby': describedBy,
  onClick,
  children,
  ...button
}: ExplainedButtonProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const hide = () => setShown(false);
  const disabledProps = { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': describedBy ? `${describedBy} ${id}` : id } as const;

  const press = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    setShown(reason !== null);
    if (reason === null) onClick();
    // Safari does not focus a button that is tapped, and without focus nothing would hide the reason again.
    else currentTarget.focus();
  };
  const hideOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isShown || reason === null) return;
    // A dialog around it stays open.
    event.stopPropagation();
    hide();
  };

  return (
    <span className={`${classes.place} ${className ?? ''}`} data-side={side}>
      <Button
        {...button}
        aria-describedby={describedBy}
        {...(reason !== null && disabledProps)}
        onClick={press}
        onKeyDown={hideOnEscape}
        onFocus={() => setShown(true)}
        onBlur={hide}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setShown(true)}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && hide()}
      >
        {children}
      </Button>
      {reason !== null && (
        <span id={id} role="tooltip" className={classes.reason} data-shown={isShown || undefined}>
          {reason}
        </span>
      )}
    </span>
  );
}
