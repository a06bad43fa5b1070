import { screen } from '@testing-library/react';
import { act, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { render } from '#tests/support/render.tsx';

const getButton = (name: string) => screen.getByRole('button', { name });

let end: (isGone?: boolean) => void = () => {};

function Page() {
  const [isBusy, setBusy] = useState(false);
  const [isGone, setGone] = useState(false);
  const keepFocus = useReturnFocus(isBusy, () => getButton('Next'));
  end = (gone = false) => {
    setGone(gone);
    setBusy(false);
  };
  return (
    <>
      {!isGone && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => {
            keepFocus();
            setBusy(true);
          }}
        >
          Save
        </button>
      )}
      <button type="button">Next</button>
    </>
  );
}

async function pressSave(): Promise<void> {
  const { user } = await render(<Page />);
  await user.click(getButton('Save'));
  // As a browser does with what is disabled.
  await act(async () => {
    getButton('Next').focus();
    getButton('Next').blur();
  });
  expect(document.activeElement).toBe(document.body);
}

// spec profile.24 | S3 | After a saving the focus is back on its button | src/client/lib/forms/use-return-focus.ts
describe('the focus of a busy button', () => {
  test('comes back once it is over', async () => {
    await pressSave();
    await act(async () => end());
    expect(document.activeElement).toBe(getButton('Save'));
  });

  test('goes on where the button is gone by then', async () => {
    await pressSave();
    await act(async () => end(true));
    expect(document.activeElement).toBe(getButton('Next'));
  });

  test('stays where somebody has gone meanwhile', async () => {
    await pressSave();
    await act(async () => getButton('Next').focus());
    await act(async () => end());
    expect(document.activeElement).toBe(getButton('Next'));
  });
});
