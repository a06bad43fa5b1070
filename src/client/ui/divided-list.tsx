import { Stack, type StackProps } from '@mantine/core';
import classes from './divided-list.module.css';

export function DividedList(props: StackProps) {
  return <Stack component="ul" gap={0} {...props} className={classes.list} />;
}
