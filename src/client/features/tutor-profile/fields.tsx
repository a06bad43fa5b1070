import { SimpleGrid, type SimpleGridProps, Text, type TextProps, VisuallyHidden } from '@mantine/core';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tile } from '#client/ui/tile.tsx';
import classes from './sections.module.css';

export const WIDE = { gridColumn: '1 / -1' };

export function Fields(props: SimpleGridProps) {
  return <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md" style={{ alignItems: 'start' }} {...props} />;
}

export type LiveErrorProps = TextProps & { id?: string; children: ReactNode };

/** In the document before there is a message: screen readers announce only changes of an existing region. */
export function LiveError({ children, className, ...text }: LiveErrorProps) {
  return (
    <Text role="alert" size="sm" c="red" className={children ? className : VisuallyHidden.classes.root} {...text}>
      {children}
    </Text>
  );
}

export type CheckChipProps = { label: string; checked: boolean; onChange: () => void };

export function CheckChip({ label, checked, onChange }: CheckChipProps) {
  return (
    <Tile type="checkbox" className={classes.chip} checked={checked} onChange={onChange}>
      {checked && <Check size={16} aria-hidden="true" />}
      <span>{label}</span>
    </Tile>
  );
}
