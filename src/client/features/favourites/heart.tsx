import { useState } from 'react';
import { session, useViewer } from '#client/lib/session/session.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { Favourite } from './favourite-state.tsx';
import { HeartButton, useLoginForFavourites } from './heart-button.tsx';

const FavouriteState = lazyPart(() => import('./favourite-state.tsx').then((module) => module.FavouriteState));

export type HeartProps = { tutor: { id: string; name: string }; showsFailures?: boolean };

/**
 * Visitors are asked to log in; only students need the code that saves. The button stays the same one when it is known who looks, and when
 * that code has come: between a finger's coming down and going up, another one would not be pressed.
 */
export function Heart({ tutor: { id, name }, showsFailures = false }: HeartProps) {
  const viewer = useViewer();
  const askToLogin = useLoginForFavourites();
  const [favourite, setFavourite] = useState<Favourite | null>(null);
  const [isPressed, setPressed] = useState(false);

  if (viewer && viewer.role !== 'student') return null;
  const press = () => {
    // While a page of the server is taken over, `viewer` is nobody, whoever is signed in.
    if (session.viewer() === null) void askToLogin();
    else if (favourite) favourite.toggle();
    else setPressed(true);
  };
  return (
    <>
      <HeartButton name={name} isFavourite={isPressed || (favourite?.isFavourite ?? false)} onPress={press} />
      {viewer !== null && (
        <FavouriteState
          tutorId={id}
          showsFailures={showsFailures}
          isPressed={isPressed}
          // Not earlier: React may draw the press and `favourite` in one step.
          onAdd={() => setPressed(false)}
          onChange={setFavourite}
        />
      )}
    </>
  );
}
