import { screen, waitFor } from '@testing-library/react';
import { type ComponentType, useCallback } from 'react';
import { expect, test, vi } from 'vitest';
import type { FavouriteStateProps } from '#client/features/favourites/favourite-state.tsx';
import { Heart } from '#client/features/favourites/heart.tsx';
import { fakeApi } from '#tests/support/fake-api.ts';
import { render, STUDENT, signIn } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aFavouriteView } from '#tests/support/views.ts';

const loaded = vi.hoisted(() => ({ count: 0, arrival: Promise.resolve(), beforeDrawing: () => {} }));
vi.mock('#client/features/favourites/favourite-state.tsx', async (importOriginal) => {
  loaded.count += 1;
  await loaded.arrival;
  const { FavouriteState } = await importOriginal<{ FavouriteState: ComponentType<FavouriteStateProps> }>();
  function Observed({ onChange, ...props }: FavouriteStateProps) {
    const observe: typeof onChange = useCallback(
      (favourite) => {
        onChange(favourite);
        loaded.beforeDrawing();
      },
      [onChange],
    );
    return <FavouriteState {...props} onChange={observe} />;
  }
  return { FavouriteState: Observed };
});

const { listToasts } = collectToasts();
const HEART = <Heart tutor={{ id: 't1', name: 'Nimal Silva' }} />;
const findHeart = () => screen.findByRole('button', { name: 'Favorite Nimal Silva' });

test('the heart of a visitor asks to log in, without more code', async () => {
  const { user, api } = await render(HEART);
  await user.click(await findHeart());
  await screen.findByText('at /login?redirect=%2Fhere');
  expect([listToasts(), api.calls, loaded.count]).toEqual([[['error', 'Please login to add favourites']], [], 0]);
});

// spec s10-pages.25 | S10 3 | A heart that a student presses before the code that saves it has come is saved once it is there |
//   src/client/features/favourites/heart.tsx
test('the heart of a student that is pressed before that code has come is saved once it is there', async () => {
  let arrive = () => {};
  loaded.arrival = new Promise((resolve) => {
    arrive = resolve;
  });
  signIn(STUDENT);
  const { user, api } = await render(HEART, {
    api: fakeApi({ 'favourites.hearts': () => [], 'favourites.add': () => ({ isNew: true, message: '', favourite: aFavouriteView() }) }),
  });
  await user.click(await findHeart());
  expect([(await findHeart()).getAttribute('aria-pressed'), api.inputsOf('favourites.add')]).toEqual(['true', []]);
  arrive();
  await waitFor(() => expect(api.inputsOf('favourites.add')).toEqual([{ tutorId: 't1' }]));
});

test('the heart of a student loads the code that saves it', async () => {
  signIn(STUDENT);
  const { user, api } = await render(HEART, {
    api: fakeApi({ 'favourites.hearts': () => [], 'favourites.add': () => ({ isNew: true, message: '', favourite: aFavouriteView() }) }),
  });
  await waitFor(() => expect(api.inputsOf('favourites.hearts')).toHaveLength(1));
  expect(loaded.count).toBe(1);
  await user.click(await findHeart());
  await waitFor(() => expect(api.inputsOf('favourites.add')).toEqual([{ tutorId: 't1' }]));
});

// spec s10-pages.25
test('the heart of a student that is pressed when that code has come, but is not yet drawn with it, is saved', async () => {
  signIn(STUDENT);
  const press = () => {
    loaded.beforeDrawing = () => {};
    screen.getByRole('button', { name: 'Favorite Nimal Silva' }).click();
  };
  loaded.beforeDrawing = press;
  const { api } = await render(HEART, {
    api: fakeApi({ 'favourites.hearts': () => [], 'favourites.add': () => ({ isNew: true, message: '', favourite: aFavouriteView() }) }),
  });
  await waitFor(() => expect(api.inputsOf('favourites.add')).toEqual([{ tutorId: 't1' }]));
  expect(loaded.beforeDrawing).not.toBe(press);
});
