import { Heart } from 'lucide-react';
import classes from './favourite-button.module.css';
import { useFavourite } from './use-favourite.ts';

export type HeartOf = { id: string; name: string };

export type FavouriteButtonProps = {
  tutor: HeartOf;
  /** A failure is said, and not only logged. */
  tellsFailures?: boolean;
};

/** Red for a favourite; not there for those who keep none. */
export function FavouriteButton({ tutor: { id, name }, tellsFailures = false }: FavouriteButtonProps) {
  const { isPossible, isFavourite, turn } = useFavourite({ tutorId: id, tellsFailures });
  if (!isPossible) return null;
  return (
    <button type="button" className={classes.heart} aria-pressed={isFavourite} aria-label={`Favorite ${name}`} onClick={() => void turn()}>
      <Heart size={24} aria-hidden="true" />
    </button>
  );
}
