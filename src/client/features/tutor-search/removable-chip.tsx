import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import type { MouseEvent } from 'react';

export type RemovableChipProps = {
  label: string;
  onRemove: () => void;
  /** Called when the last chip of its list is removed: the results, because a text field would open the keyboard of a phone. */
  focusResults: () => void;
};

/** An item of a list, whose next chip has the focus when this one goes, or the one before. */
export function RemovableChip({ label, onRemove, focusResults }: RemovableChipProps) {
  const { t } = useLingui();
  const remove = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const item = currentTarget.closest('li');
    const other = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button');
    onRemove();
    if (other) other.focus();
    else focusResults();
  };

  return (
    <Button
      variant="chip"
      size="sm"
      c="var(--vidya-primary-ink)"
      bg="var(--vidya-primary-tint)"
      rightSection={<X size={16} aria-hidden="true" />}
      aria-label={t`Remove ${label}`}
      onClick={remove}
    >
      {label}
    </Button>
  );
}
