import { act, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { button, press, render } from '#tests/support/render.tsx';

let end: (isGone?: boolean) => void = () => {};

function Page() {
  const [isBusy, setBusy] = useState(false);
  const [isGone, setGone] = useState(false);
  const keepFocus = useReturnFocus(isBusy, () => button('Next'));
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

async function pressed(): Promise<void> {
  await render(<Page />);
  await act(async () => button('Save').focus());
  await press('Save');
  // As a browser does with what is disabled.
  await act(async () => {
    button('Next').focus();
    button('Next').blur();
  });
  expect(document.activeElement).toBe(document.body);
}

// spec profile.24 | S3 | After a saving the focus is back on its button | src/client/lib/forms/use-return-focus.ts
describe('the focus of a busy button', () => {
  it('comes back once it is over', async () => {
    await pressed();
    await act(async () => end());
    expect(document.activeElement).toBe(button('Save'));
  });

  it('goes on where the button is gone by then', async () => {
    await pressed();
    await act(async () => end(true));
    expect(document.activeElement).toBe(button('Next'));
  });

  it('stays where somebody has gone meanwhile', async () => {
    await pressed();
    await act(async () => button('Next').focus());
    await act(async () => end());
    expect(document.activeElement).toBe(button('Next'));
  });
});
