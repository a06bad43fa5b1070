import type { ReactNode } from 'react';
import { useViewer } from '#client/lib/session/session.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { FavouriteButtonProps } from './favourite-button.tsx';
import classes from './use-hearts.module.css';

const loadButton = () => import('./favourite-button.tsx').then((module) => module.FavouriteButton);

export function useHearts(): ((tutor: FavouriteButtonProps['tutor']) => ReactNode) | undefined {
  const viewer = useViewer();
  const FavouriteButton = useLazy(loadButton, { isNeeded: true });
  if (viewer && viewer.role !== 'student') return undefined;
  return (tutor) => <span className={classes.place}>{FavouriteButton && <FavouriteButton tutor={tutor} />}</span>;
}
