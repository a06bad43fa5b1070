import { Heart } from 'lucide-react';
import classes from './favourite-button.module.css';
import { useFavourite } from './use-favourite.ts';

export type FavouriteButtonProps = {
  tutor: { id: string; name: string };
  showsFailures?: boolean;
};

export function FavouriteButton({ tutor: { id, name }, showsFailures = false }: FavouriteButtonProps) {
  const { isPossible, isFavourite, toggle } = useFavourite({ tutorId: id, showsFailures });
  if (!isPossible) return null;
  return (
    <button type="button" className={classes.heart} aria-pressed={isFavourite} aria-label={`Favorite ${name}`} onClick={() => void toggle()}>
      <Heart size={24} aria-hidden="true" />
    </button>
  );
}
