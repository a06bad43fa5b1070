import { screen, waitFor } from '@testing-library/react';
import { act, Component, type ComponentType, type ReactNode, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lazyBelow, lazyDialog, lazyPart, preloadOnIntent, WhenNear } from '#client/ui/lazy-part.tsx';
import { render } from '#tests/support/render.tsx';
import { stubViewport } from '#tests/support/viewport.ts';

type NoteProps = { text?: string };
const Note = ({ text = 'It is here' }: NoteProps) => <p>{text}</p>;
const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/DMa8L4E.js'));

const button = (name: string) => screen.getByRole('button', { name });
const listNotes = () => screen.queryAllByRole('paragraph').map(({ textContent }) => textContent);
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

beforeEach(() => () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A switch that says whether the part is needed. */
function Page({ children }: { children: (isNeeded: boolean, setNeeded: (isNeeded: boolean) => void) => ReactNode }) {
  const [isNeeded, setNeeded] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setNeeded(!isNeeded)}>
        Switch
      </button>
      {children(isNeeded, setNeeded)}
    </>
  );
}

// spec s10-pages.21 | S10 3 | Code arrives when it is needed or meant, and a part that fails concerns this part only | src/client/ui/lazy-part.tsx
describe('a part whose code is loaded apart', () => {
  it('is not loaded before it is needed, not even when the browser is idle', async () => {
    const load = vi.fn(async () => Note);
    const Part = lazyPart(load);
    const idle = vi.fn();
    vi.stubGlobal('requestIdleCallback', idle);
    const { user } = await render(<Page>{(isNeeded) => <Part isNeeded={isNeeded} fallback="Loading" />}</Page>);
    vi.useFakeTimers();
    await pass(30_000);
    vi.useRealTimers();
    expect([load.mock.calls, idle.mock.calls, screen.queryByText('Loading')]).toEqual([[], [], null]);
    await user.click(button('Switch'));
    await screen.findByText('It is here');
    expect([load.mock.calls.length, idle.mock.calls]).toEqual([1, []]);
  });

  it('shows its fallback while it loads', async () => {
    let arrive = (_: ComponentType<NoteProps>) => {};
    const Part = lazyPart<NoteProps>(() => new Promise((resolve) => (arrive = resolve)));
    await render(<Part fallback={<p>Loading</p>} text="Loaded" />);
    expect(listNotes()).toEqual(['Loading']);
    await act(async () => arrive(Note));
    expect(listNotes()).toEqual(['Loaded']);
  });

  it('stays as it is when it is no longer needed', async () => {
    const Counter = () => {
      const [count, setCount] = useState(0);
      return <button type="button" onClick={() => setCount(count + 1)}>{`Count ${count}`}</button>;
    };
    const Part = lazyPart(async () => Counter);
    const { user } = await render(<Page>{(isNeeded) => <Part isNeeded={isNeeded} />}</Page>);
    await user.click(button('Switch'));
    await user.click(await screen.findByRole('button', { name: 'Count 0' }));
    await user.click(button('Switch'));
    await user.click(button('Count 1'));
    await user.click(button('Switch'));
    expect(button('Count 2')).toBeDefined();
  });

  it('is there with the first frame where it was loaded before, by another place or on intent', async () => {
    const load = vi.fn(async () => Note);
    const Part = lazyPart(load);
    const shown: (string | null)[][] = [];
    const { user } = await render(
      <Page>
        {(isNeeded) => (
          <>
            <button type="button" {...preloadOnIntent(Part)}>
              Leads to it
            </button>
            <Part isNeeded={isNeeded} fallback={<p ref={() => void shown.push(['fallback'])} />} />
          </>
        )}
      </Page>,
    );
    await user.hover(button('Leads to it'));
    await user.unhover(button('Leads to it'));
    await user.tab();
    await user.tab();
    await user.hover(button('Leads to it'));
    expect([document.activeElement, load.mock.calls.length]).toEqual([button('Leads to it'), 1]);
    await user.click(button('Switch'));
    expect([listNotes(), shown, load.mock.calls.length]).toEqual([['It is here'], [], 1]);
  });

  it('is shown as soon as it is loaded', async () => {
    const Part = lazyPart(async () => Note);
    await render(<Page>{(isNeeded) => <Part isNeeded={isNeeded} />}</Page>);
    // React waits for nothing inside `act`.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    button('Switch').click();
    await waitFor(() => expect(listNotes()).toEqual(['It is here']), { timeout: 250, interval: 5 });
  });
});

describe('a part that cannot be loaded', () => {
  // spec s6-bad-input.12
  it('is requested again every five seconds, until it comes', async () => {
    let isBad = true;
    const load = vi.fn(async () => (isBad ? missing() : Note));
    const Part = lazyPart<NoteProps>(load);
    vi.useFakeTimers();
    await render(<Part fallback={<p>Loading</p>} />);
    await pass(4999);
    expect(load).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(load).toHaveBeenCalledTimes(2);
    await pass(30_000);
    expect(listNotes()).toEqual(['Loading']);
    isBad = false;
    await pass(5000);
    expect(listNotes()).toEqual(['It is here']);
    const requests = load.mock.calls.length;
    await pass(30_000);
    expect(load).toHaveBeenCalledTimes(requests);
  });

  it('is no longer requested once its page is left', async () => {
    const load = vi.fn(missing);
    const Part = lazyPart<NoteProps>(load);
    vi.useFakeTimers();
    await render(<Page>{(isLeft) => !isLeft && <Part />}</Page>);
    await act(async () => button('Switch').click());
    await pass(30_000);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('says so once, and is requested again when it is needed again', async () => {
    let isBad = true;
    const load = vi.fn(async () => (isBad ? missing() : Note));
    const Part = lazyPart<NoteProps>(load);
    const onLoadError = vi.fn();
    const { user } = await render(
      <Page>
        {(isNeeded, setNeeded) => (
          <Part
            isNeeded={isNeeded}
            fallback={<p>Loading</p>}
            onLoadError={() => {
              onLoadError();
              setNeeded(false);
            }}
          />
        )}
      </Page>,
    );
    await user.click(button('Switch'));
    await waitFor(() => expect(onLoadError).toHaveBeenCalledTimes(1));
    expect([listNotes(), load.mock.calls.length]).toEqual([[], 1]);
    isBad = false;
    await user.click(button('Switch'));
    await screen.findByText('It is here');
    expect([onLoadError.mock.calls.length, load.mock.calls.length]).toEqual([1, 2]);
  });

  it('is requested again after a preload failed', async () => {
    const load = vi.fn(async (): Promise<ComponentType<NoteProps>> => Note).mockImplementationOnce(missing);
    const Part = lazyPart<NoteProps>(load);
    const { user } = await render(<Page>{(isNeeded) => <Part isNeeded={isNeeded} />}</Page>);
    await act(async () => Part.preload());
    expect(load).toHaveBeenCalledTimes(1);
    await user.click(button('Switch'));
    await screen.findByText('It is here');
  });

  describe('of a dialog', () => {
    type QuestionProps = { opened: boolean; onClose: () => void };
    const Question = ({ opened }: QuestionProps) => <p>{opened ? 'Open' : 'Closed'}</p>;
    const findFailure = () => screen.findByRole('dialog', { name: 'This part could not be loaded' });

    async function openFailing() {
      const load = vi.fn(async (): Promise<ComponentType<QuestionProps>> => Question).mockImplementationOnce(missing);
      const Dialog = lazyDialog(load);
      const { user } = await render(<Page>{(opened, setOpened) => <Dialog opened={opened} onClose={() => setOpened(false)} />}</Page>);
      await user.click(button('Switch'));
      await findFailure();
      return { user, load };
    }

    /** As after an update, which has taken the file away. */
    async function openMissing() {
      const reloaded = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
      const { user, load } = await openFailing();
      load.mockImplementation(missing);
      return { user, load, reloaded };
    }

    // spec s10-pages.37 | S10 3 | A dialog whose code does not come says so, and is tried again or closed | src/client/ui/lazy-part.tsx,
    //   src/client/ui/dialog-loading.tsx
    it('says so, and Try Again opens it', async () => {
      const { user, load } = await openFailing();
      expect([screen.getByRole('alert').textContent, load.mock.calls.length]).toEqual([
        'This part could not be loadedPlease check your connection and try again.Try Again',
        1,
      ]);
      await user.click(button('Try Again'));
      await screen.findByText('Open');
      expect([screen.queryByRole('dialog'), load.mock.calls.length]).toEqual([null, 2]);
    });

    // spec s10-pages.39 | S10 3 | Code that does not come twice, as after an update, is offered with a reload while there is a network |
    //   src/client/ui/lazy-part.tsx, src/client/ui/page-state.tsx
    it('offers to reload the page where it fails twice, also after it was closed', async () => {
      const { user, load, reloaded } = await openMissing();
      await user.click(button('Try Again'));
      await screen.findByText('This page may have a new version. Reload it to go on.');
      expect(load).toHaveBeenCalledTimes(2);
      await user.click(button('Reload'));
      expect([reloaded.mock.calls.length, load.mock.calls.length]).toEqual([1, 2]);
      await user.click(button('Close'));
      await user.click(button('Switch'));
      await screen.findByRole('button', { name: 'Reload' });
    });

    // spec s10-pages.39
    it('is tried again as often as wanted without a network', async () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      const { user, load, reloaded } = await openMissing();
      for (const loads of [2, 3, 4]) {
        await user.click(button('Try Again'));
        await waitFor(() => expect(load).toHaveBeenCalledTimes(loads));
        await screen.findByText('Please check your connection and try again.');
      }
      expect(reloaded).not.toHaveBeenCalled();
    });

    // spec s10-pages.37
    it('is closed by Close, and the next opening tries again', async () => {
      const { user } = await openFailing();
      await user.click(button('Close'));
      expect([screen.queryByRole('dialog'), screen.queryByText('Open')]).toEqual([null, null]);
      await user.click(button('Switch'));
      await screen.findByText('Open');
      await user.click(button('Switch'));
      expect(listNotes()).toEqual(['Closed']);
    });

    // spec s10-pages.37
    it('says nothing any more once the page has closed it', async () => {
      const { user } = await openFailing();
      await user.click(button('Switch'));
      expect(screen.queryByRole('dialog')).toBeNull();
      await user.click(button('Switch'));
      await screen.findByText('Open');
    });
  });

  it('shows that it was pressed until its code has come', async () => {
    let arrive = (_: ComponentType<{ opened: boolean; onClose: () => void }>) => {};
    const Dialog = lazyDialog(() => new Promise<ComponentType<{ opened: boolean; onClose: () => void }>>((resolve) => (arrive = resolve)));
    const { user } = await render(<Page>{(opened) => <Dialog opened={opened} onClose={() => {}} />}</Page>);
    await user.click(button('Switch'));
    expect(screen.getByRole('status').textContent).toBe('Loading…');
    await act(async () => arrive(() => <p>Open</p>));
    await screen.findByText('Open');
    expect(screen.queryByRole('status')).toBeNull();
  });
});

class Around extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError = ({ message }: Error) => ({ message });
  override render() {
    return this.state.message === null ? this.props.children : <p>{this.state.message}</p>;
  }
}

describe('a part that fails while it renders', () => {
  it('is an error of the page around it, and is not tried again', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    const onLoadError = vi.fn();
    const Broken = (): ReactNode => {
      throw new Error('a bug');
    };
    const Part = lazyPart(async () => Broken);
    await render(
      <Around>
        <Part onLoadError={onLoadError} />
      </Around>,
    );
    await screen.findByText('a bug');
    expect(onLoadError).not.toHaveBeenCalled();
    expect(complaints).toHaveBeenCalled();
  });
});

describe('a part of the page below, which the server rendered', () => {
  const Counter = () => {
    const [count, setCount] = useState(0);
    return <button type="button" onClick={() => setCount(count + 1)}>{`Count ${count}`}</button>;
  };

  /** The page as the server sends it, taken over by a browser in which the part is not in view. */
  async function open(load: () => Promise<ComponentType>) {
    const scroll = stubViewport();
    const OnServer = lazyBelow(async () => Counter);
    await act(async () => OnServer.preload());
    const page = document.createElement('div');
    page.innerHTML = renderToString(<OnServer />);
    document.body.append(page);
    const Below = lazyBelow(load);
    const root = await act(async () => hydrateRoot(page, <Below />));
    const leave = () => act(async () => root.unmount());
    onTestFinished(async () => {
      await leave();
      page.remove();
    });
    return { scroll, leave };
  }
  const press = () => act(async () => void button('Count 0').dispatchEvent(new Event('pointerdown', { bubbles: true })));
  const count = () => act(async () => screen.getByRole('button').click());

  it('stays as it is until it comes into sight, and works then', async () => {
    const load = vi.fn(async () => Counter);
    const { scroll } = await open(load);
    await count();
    expect([screen.getByRole('button').textContent, load.mock.calls.length]).toEqual(['Count 0', 0]);
    await scroll();
    await count();
    expect([screen.getByRole('button').textContent, load.mock.calls.length]).toEqual(['Count 1', 1]);
  });

  it('is loaded with the first press anywhere', async () => {
    const load = vi.fn(async () => Counter);
    await open(load);
    await press();
    await count();
    expect([screen.getByRole('button').textContent, load.mock.calls.length]).toEqual(['Count 1', 1]);
  });

  it('is not loaded while somebody types into a field elsewhere', async () => {
    const load = vi.fn(async () => Counter);
    await open(load);
    const field = document.body.appendChild(document.createElement('input'));
    for (const type of ['pointerdown', 'keydown']) await act(async () => void field.dispatchEvent(new Event(type, { bubbles: true })));
    field.remove();
    expect(load).not.toHaveBeenCalled();
    await press();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is requested again every five seconds after a failure, until it comes or the page is left', async () => {
    const load = vi.fn(async (): Promise<ComponentType> => missing());
    vi.useFakeTimers();
    const { scroll, leave } = await open(load);
    await press();
    await pass(1000);
    await scroll();
    await press();
    expect(load).toHaveBeenCalledTimes(1);
    await pass(4000);
    expect([load.mock.calls.length, button('Count 0')]).toEqual([2, expect.anything()]);
    load.mockResolvedValueOnce(Counter);
    await pass(5000);
    await count();
    expect([screen.getByRole('button').textContent, load.mock.calls.length]).toEqual(['Count 1', 3]);
    await leave();
    await pass(30_000);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('is loaded at once where the browser renders it', async () => {
    stubViewport();
    const Below = lazyBelow(async () => Counter);
    await render(<Below />);
    await screen.findByRole('button', { name: 'Count 0' });
  });
});

describe('what is rendered when it comes near', () => {
  it('is not there before, and stays', async () => {
    const scroll = stubViewport();
    await render(
      <WhenNear fallback={<p>Loading</p>}>
        <Note />
      </WhenNear>,
    );
    expect(listNotes()).toEqual(['Loading']);
    await scroll();
    expect(listNotes()).toEqual(['It is here']);
  });
});
