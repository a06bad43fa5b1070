import { Box, Group, Text, ThemeIcon } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './icon-row.module.css';

export type IconRowProps = {
  icon?: LucideIcon;
  action?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
};

export function IconRow({ icon: Icon, action, below, children }: IconRowProps) {
  return (
    <li className={classes.row}>
      {Icon ? (
        <ThemeIcon size={40} style={{ alignSelf: 'start' }} aria-hidden="true">
          <Icon size={20} />
        </ThemeIcon>
      ) : (
        <Box w={40} />
      )}
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Box>
      {action && <div className={classes.action}>{action}</div>}
      {below && <Box style={{ gridColumn: '1 / -1' }}>{below}</Box>}
    </li>
  );
}

export function RowTitle({ children }: { children: ReactNode }) {
  return (
    <Group gap="0.25rem 0.75rem" mb={4} fw={600}>
      {children}
    </Group>
  );
}

export function RowText({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" size="sm">
      {children}
    </Text>
  );
}
