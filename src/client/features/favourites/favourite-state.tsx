import { useEffect, useEffectEvent, useRef } from 'react';
import { useFavourite } from './use-favourite.ts';

export type Favourite = { isFavourite: boolean; toggle: () => void };

export type FavouriteStateProps = {
  tutorId: string;
  showsFailures: boolean;
  /** The heart was pressed before `onChange` was called and drawn, when it was shown empty. */
  isPressed: boolean;
  /** That press is being saved. */
  onAdd: () => void;
  onChange: (favourite: Favourite | null) => void;
};

/** Reads and saves for a heart, and shows nothing. */
export function FavouriteState({ tutorId, showsFailures, isPressed, onAdd, onChange }: FavouriteStateProps) {
  const { isFavourite, toggle, add } = useFavourite({ tutorId, showsFailures });
  const latestToggle = useRef(toggle);
  const addPressed = useEffectEvent(() => {
    void add();
    onAdd();
  });

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
