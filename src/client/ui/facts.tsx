import { Box, type BoxProps } from '@mantine/core';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import classes from './facts.module.css';

export type FactsProps = BoxProps & {
  layout?: 'columns' | 'rows';
  labelWidth?: string;
  children: ReactNode;
};

export function Facts({ layout = 'columns', labelWidth, children, ...box }: FactsProps) {
  const width: CSSProperties & Record<'--label-width', string | undefined> = { '--label-width': labelWidth };
  return (
    <Box component="dl" {...box} className={classes.facts} data-layout={layout} style={width}>
      {children}
    </Box>
  );
}

export type FactProps = ComponentProps<'dd'> & { label: ReactNode; isWide?: boolean };

export function Fact({ label, isWide, ...value }: FactProps) {
  return (
    <div data-wide={isWide || undefined}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value} {...value} />
    </div>
  );
}
