import { QueryClient, type QueryKey, useQuery } from '@tanstack/react-query';
import { act, type ComponentType, lazy, Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { refetchPageData, takePageData } from '#client/app/page-data.ts';

const SEARCH = [['tutors', 'search']];
const MENU = [['catalogue', 'menu']];

const DATA = {
  answers: [
    [SEARCH, '60 tutors'],
    [MENU, 'Science'],
  ] as const,
  renderedAt: new Date(),
};

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

function makeClient(requested: string[]): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        queryFn: async ({ queryKey }) => {
          requested.push(String(queryKey[0]));
          return '61 tutors';
        },
      },
    },
  });
  takePageData(queryClient, DATA);
  return queryClient;
}

// Without a provider: React warns where two of its renderers meet in one.
const useAnswer = (queryClient: QueryClient, queryKey: QueryKey) => useQuery<string>({ queryKey }, queryClient).data;
type OfClient = { queryClient: QueryClient };

const Menu = ({ queryClient }: OfClient) => <p>{useAnswer(queryClient, MENU)}</p>;

function Results({ queryClient }: OfClient) {
  return (
    <>
      <p>{useAnswer(queryClient, SEARCH)}</p>
      <input />
    </>
  );
}

function Page({ queryClient, part: Part }: OfClient & { part: ComponentType<OfClient> }) {
  return (
    <>
      <Menu queryClient={queryClient} />
      <Suspense>
        <Part queryClient={queryClient} />
      </Suspense>
    </>
  );
}

function render(queryClient: QueryClient): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Page queryClient={queryClient} part={Results} />);
  document.body.append(root);
  cleanUps.push(() => root.remove());
  return root;
}

describe('the answers that a page brought along, for somebody who is signed in,', () => {
  // spec s10-pages.22 | S10 1 | A page of the server whose code is late is taken over as it is, whatever is asked again meanwhile |
  //   src/client/app/page-data.ts
  test('are asked for again once the part that shows them is hydrated, which keeps what is typed in it', async () => {
    const requested: string[] = [];
    const queryClient = makeClient(requested);
    const root = render(queryClient);
    const field = root.querySelector('input');
    if (field) field.value = 'physics';

    const onRecoverableError = vi.fn();
    let arrive = () => {};
    const Late = lazy(
      () =>
        new Promise<{ default: typeof Results }>((resolve) => {
          arrive = () => resolve({ default: Results });
        }),
    );
    await act(async () => {
      const reactRoot = hydrateRoot(root, <Page queryClient={queryClient} part={Late} />, { onRecoverableError });
      cleanUps.push(() => act(() => reactRoot.unmount()));
    });
    await act(async () => refetchPageData(queryClient, DATA));
    expect(requested).toEqual([]);

    await act(async () => arrive());
    await vi.waitFor(() => expect(root.textContent).toContain('61 tutors'));
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(root.querySelector('input')).toBe(field);
    expect(field?.value).toBe('physics');
    expect(requested).toEqual(['tutors,search']);
  });

  test('are asked for at once where the part is hydrated already, each one once, and not those that are the same for all', async () => {
    const requested: string[] = [];
    const queryClient = makeClient(requested);
    const root = render(queryClient);
    await act(async () => {
      const reactRoot = hydrateRoot(root, <Page queryClient={queryClient} part={Results} />);
      cleanUps.push(() => act(() => reactRoot.unmount()));
    });
    await act(async () => refetchPageData(queryClient, DATA));
    await vi.waitFor(() => expect(root.textContent).toContain('61 tutors'));
    expect(requested).toEqual(['tutors,search']);
  });
});
