import type { ReactNode } from 'react';
import { useViewer } from '#client/lib/session/session.ts';
import { Heart, type HeartProps } from './heart.tsx';
import classes from './heart-button.module.css';

export function useHearts(): ((tutor: HeartProps['tutor']) => ReactNode) | undefined {
  const viewer = useViewer();
  if (viewer && viewer.role !== 'student') return undefined;
  return (tutor) => (
    <span className={classes.inCorner}>
      <Heart tutor={tutor} />
    </span>
  );
}
