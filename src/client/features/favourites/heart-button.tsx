import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { Heart } from 'lucide-react';
import { toast } from '#client/ui/toasts.ts';
import classes from './heart-button.module.css';

export type HeartButtonProps = { name: string; isFavourite: boolean; onPress?: () => void };

export function HeartButton({ name, isFavourite, onPress }: HeartButtonProps) {
  const { t } = useLingui();
  return (
    <button type="button" className={classes.heart} aria-pressed={isFavourite} aria-label={t`Favorite ${name}`} onClick={onPress}>
      <Heart size={24} aria-hidden="true" />
    </button>
  );
}

export function useLoginForFavourites(): () => Promise<void> {
  const { t } = useLingui();
  const router = useRouter();
  return async () => {
    toast.error(t`Please login to add favourites`);
    await router.navigate({ to: '/login', search: { redirect: router.state.location.href } });
  };
}
