import { Trans } from '@lingui/react/macro';
import { type InputWrapperProps, SimpleGrid, type SimpleGridProps, Text, type TextProps, VisuallyHidden } from '@mantine/core';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tile } from '#client/ui/tile.tsx';
import classes from './sections.module.css';

export const WIDE = { gridColumn: '1 / -1' };

export function Fields(props: SimpleGridProps) {
  return <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md" style={{ alignItems: 'start' }} {...props} />;
}

/** Counts without surrounding blanks, as the server does. */
export function describeLength(
  value: string,
  { hint, max: most }: { hint: string; max: number },
): Pick<InputWrapperProps, 'description' | 'descriptionProps' | 'inputWrapperOrder'> {
  const written = value.trim().length;
  const isOver = written > most;
  return {
    // Mantine writes `aria-describedby` itself, and it names only what is in the description.
    description: (
      <>
        <span>{hint}</span>
        <Text span inherit flex="none" c={isOver ? 'red' : undefined} fw={isOver ? 600 : undefined} data-tabular>
          <span aria-hidden="true">{`${written} / ${most}`}</span>
          <VisuallyHidden>
            <Trans>
              {written} of {most} characters
            </Trans>
          </VisuallyHidden>
        </Text>
      </>
    ),
    descriptionProps: { display: 'flex', mt: 6, fz: 'sm', style: { justifyContent: 'space-between', gap: '0.25rem 1rem' } },
    inputWrapperOrder: ['label', 'input', 'error', 'description'],
  };
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
