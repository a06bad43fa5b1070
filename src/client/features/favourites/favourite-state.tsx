import { useEffect, useEffectEvent, useRef } from 'react';
import { useFavourite } from './use-favourite.ts';

export type Favourite = { isFavourite: boolean; toggle: () => void };

export type FavouriteStateProps = {
  tutorId: string;
  showsFailures: boolean;
  /** The heart was pressed before this code came, when it was shown empty. */
  isPressed: boolean;
  onChange: (favourite: Favourite | null) => void;
};

/** Reads and saves for a heart, and shows nothing. */
export function FavouriteState({ tutorId, showsFailures, isPressed, onChange }: FavouriteStateProps) {
  const { isFavourite, toggle, add } = useFavourite({ tutorId, showsFailures });
  const latestToggle = useRef(toggle);
  const addPressed = useEffectEvent(() => void add());

  useEffect(() => {
    if (isPressed) addPressed();
  }, [isPressed]);

  useEffect(() => {
    latestToggle.current = toggle;
  });
  useEffect(() => onChange({ isFavourite, toggle: () => void latestToggle.current() }), [isFavourite, onChange]);
  useEffect(() => () => onChange(null), [onChange]);
  return null;
}
