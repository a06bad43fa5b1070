import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import type { MouseEvent } from 'react';

export type RemovableChipProps = { label: string; onRemove: (event: MouseEvent<HTMLButtonElement>) => void };

export function RemovableChip({ label, onRemove }: RemovableChipProps) {
  return (
    <Button
      variant="chip"
      size="sm"
      c="var(--vidya-primary-ink)"
      bg="var(--vidya-primary-tint)"
      rightSection={<X size={16} aria-hidden="true" />}
      aria-label={`Remove ${label}`}
      onClick={onRemove}
    >
      {label}
    </Button>
  );
}
