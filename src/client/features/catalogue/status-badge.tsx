import { Badge } from '@mantine/core';
import classes from './status-badge.module.css';

export function StatusBadge({ isActive }: { isActive: boolean }) {
  return (
    <Badge className={classes.badge} color={isActive ? 'green' : 'gray'}>
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
  );
}
