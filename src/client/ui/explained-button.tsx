import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useId } from 'react';

export type ExplainedButtonProps = ButtonProps & {
  /** Why it does nothing at present; null while it works. */
  reason: string | null;
  onClick: () => void;
  children: ReactNode;
};

/** A button that stays in its place, and in the order of the Tab key, while there is nothing for it to do: it then says why. */
export function ExplainedButton({ reason, onClick, children, ...button }: ExplainedButtonProps) {
  const id = useId();
  const off = reason === null ? {} : { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': id, title: reason };
  return (
    <>
      <Button {...button} {...off} onClick={reason === null ? onClick : undefined}>
        {children}
      </Button>
      {reason !== null && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </>
  );
}
