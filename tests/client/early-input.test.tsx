import { readFileSync } from 'node:fs';
import { Suspense, startTransition, useEffect, useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { collectEarlyInput } from '#client/app/early-input.ts';

const [, INLINE_SCRIPT = ''] = /<script>([\s\S]*?)<\/script>/.exec(readFileSync('index.html', 'utf8')) ?? [];

const cleanUps: (() => void)[] = [];
beforeEach(() => {
  // Hydrates in its own time, as in a browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  window.earlyPress = undefined;
  const add = vi.spyOn(window, 'addEventListener');
  new Function(INLINE_SCRIPT)();
  const listeners = [...add.mock.calls];
  add.mockRestore();
  cleanUps.push(() => {
    for (const [type, listener] of listeners) window.removeEventListener(type, listener);
  });
});
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
  window.earlyPress = undefined;
});

type PageProps = { onPress: () => void; onReady: () => void };

function Page({ onPress, onReady }: PageProps) {
  useEffect(onReady, [onReady]);
  return (
    <Suspense>
      <button type="button" onClick={onPress}>
        Favorite
      </button>
    </Suspense>
  );
}

function showPage() {
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Page onPress={() => {}} onReady={() => {}} />);
  document.body.append(root);
  cleanUps.push(() => root.remove());
  const early = collectEarlyInput(root);
  const onPress = vi.fn();
  const passedOn = vi.fn();
  const onReady = () =>
    void setTimeout(() => {
      early.passOn();
      passedOn();
    });
  const hydrate = () => {
    startTransition(() => {
      const reactRoot = hydrateRoot(root, <Page onPress={onPress} onReady={onReady} />);
      cleanUps.push(() => reactRoot.unmount());
    });
    early.endPresses();
  };
  const press = () => root.querySelector('button')?.click();
  return { press, hydrate, onPress, isPassedOn: () => vi.waitFor(() => expect(passedOn).toHaveBeenCalled()) };
}

/** Signed in, a button; the server renders pages for nobody. */
function BookSession({ onLink, onBook, onReady }: { onLink: () => void; onBook: () => void; onReady: () => void }) {
  const isSignedIn = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  useEffect(onReady, [onReady]);
  if (!isSignedIn)
    return (
      <a href="/login" data-handled onClick={onLink}>
        Book Session
      </a>
    );
  return (
    <button type="button" onClick={onBook}>
      Book Session
    </button>
  );
}

describe('a link that is a button for whoever is signed in', () => {
  // spec s10-pages.36 | S10 1 | Book Session opens the booking also for a student who presses it before the page is hydrated |
  //   src/client/app/early-input.ts
  test('that is pressed before React listens presses the button, and is not followed', async () => {
    const root = document.createElement('div');
    root.innerHTML = renderToString(<BookSession onLink={() => {}} onBook={() => {}} onReady={() => {}} />);
    document.body.append(root);
    cleanUps.push(() => root.remove());
    const early = collectEarlyInput(root);
    const [onLink, onBook, followed] = [vi.fn(), vi.fn(), vi.fn()];
    root.querySelector('a')?.click();
    root.querySelector('a')?.addEventListener('click', followed);
    document.elementFromPoint = () => root.querySelector('button');
    const passedOn = vi.fn();
    const onReady = () =>
      void setTimeout(() => {
        early.passOn();
        passedOn();
      });
    const reactRoot = hydrateRoot(root, <BookSession onLink={onLink} onBook={onBook} onReady={onReady} />);
    cleanUps.push(() => reactRoot.unmount());
    early.endPresses();
    await vi.waitFor(() => expect(passedOn).toHaveBeenCalled());
    expect([onBook.mock.calls.length, onLink.mock.calls.length, followed.mock.calls.length]).toEqual([1, 0, 0]);
  });
});

describe('a button of a page that the server rendered', () => {
  test('that is pressed before React listens is pressed once, when the page is hydrated', async () => {
    const { press, hydrate, onPress, isPassedOn } = showPage();
    press();
    hydrate();
    expect(onPress).not.toHaveBeenCalled();
    await isPassedOn();
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  // spec s10-pages.24 | S10 1 | A press while the page is being hydrated counts once | src/client/app/early-input.ts, src/client/main.tsx
  test('that is pressed while React hydrates is pressed once, at once', async () => {
    const { press, hydrate, onPress, isPassedOn } = showPage();
    hydrate();
    press();
    expect(onPress).toHaveBeenCalledTimes(1);
    await isPassedOn();
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  test('that is pressed after that is pressed once', async () => {
    const { press, hydrate, onPress, isPassedOn } = showPage();
    hydrate();
    await isPassedOn();
    press();
    expect(onPress).toHaveBeenCalledTimes(1);
  });
});

// spec s10-pages.20
test('a field that React empties between two letters has its text again before the second', () => {
  const root = document.createElement('div');
  root.innerHTML = '<input value="">';
  document.body.append(root);
  cleanUps.push(() => root.remove());
  const [field] = root.getElementsByTagName('input');
  if (!field) throw new Error('there is no field');
  field.value = 'kumar';
  const early = collectEarlyInput(root);
  field.value = '';
  field.dispatchEvent(new Event('beforeinput', { bubbles: true }));
  expect(field.value).toBe('kumar');
  field.value += 'i';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  early.passOn();
  expect(field.value).toBe('kumari');
});
