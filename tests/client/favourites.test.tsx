import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { createTRPCClient } from '@trpc/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Heart } from '#client/features/favourites/heart.tsx';
import type { Link } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { DayLabel } from '#client/ui/zoned-time.tsx';
import type { FavouriteView } from '#shared/contracts/engagement.ts';
import type { TutorCard } from '#shared/contracts/tutor-search.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, render, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aCalendarView, aFavouriteView, aProfileView, MONDAY_TEN, NO_CARD_DETAILS, NOTHING_READ, TUESDAY_FOUR } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const { listToasts } = collectToasts();
let warnings: unknown[][] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation((...values) => void warnings.push(values));
});
afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

const aCard = (id: string, name: string): TutorCard => ({
  id,
  name,
  profileImage: '',
  isVerified: true,
  vacationMode: false,
  offersGroup: false,
  ...NO_CARD_DETAILS,
  nextFree: null,
  rating: 4.9,
  totalReviews: 18,
  totalStudents: 1,
  availableLocations: 'Kandy',
  teachingMediums: ['sinhala'],
  subjects: [{ id: 's1', name: 'Physics', topics: [], onlineRate: 2000, homeVisitRate: 0 }],
});
const NIMAL = aCard('t1', 'Nimal Silva');
const ANJALI = aCard('t2', 'Anjali Rao');
const SEARCH = '/tutors?category=all';

/** A server that stores favourites; after `hold` its responses wait for `release`. */
function favouriteServer(...tutorIds: string[]) {
  const ids = new Set(tutorIds);
  const pending: (() => void)[] = [];
  const calls: string[] = [];
  let isHeld = false;
  let failure: (() => unknown) | null = null;
  const change = async (action: 'add' | 'remove', tutorId: string) => {
    calls.push(`${action} ${tutorId}`);
    if (isHeld) await new Promise<void>((resolve) => pending.push(resolve));
    if (failure) throw failure();
    const isNew = !ids.has(tutorId);
    ids[action === 'add' ? 'add' : 'delete'](tutorId);
    return isNew;
  };
  const listViews = (): FavouriteView[] =>
    [...ids].map((id) => aFavouriteView({ id, user: { id: `u-${id}`, name: `Tutor ${id}`, email: '', profileImage: '' } }));
  const answers = {
    'tutors.search': () => ({ tutors: [NIMAL, ANJALI], nextCursor: null, reading: NOTHING_READ, total: 2, totalIsCapped: false }),
    'tutors.byId': ({ id }) => aProfileView({ id }),
    'tutors.availability': () => aCalendarView(aProfileView()),
    'favourites.hearts': () => [...ids],
    'tutors.cards': (input) => input.ids.map((id) => aCard(id, `Tutor ${id}`)),
    'favourites.own': () => ({ favourites: listViews(), nextCursor: null }),
    'favourites.add': async ({ tutorId }) => ({
      isNew: await change('add', tutorId),
      message: 'Tutor added to favorites.',
      favourite: aFavouriteView({ id: tutorId }),
    }),
    'favourites.remove': async ({ tutorId }) => {
      await change('remove', tutorId);
      return { message: 'Tutor removed from favorites.' };
    },
  } satisfies Answers;
  return {
    answers,
    calls,
    ids,
    hold: () => {
      isHeld = true;
    },
    release: () =>
      act(async () => {
        isHeld = false;
        for (const respond of pending.splice(0)) respond();
      }),
    failWith: (next: (() => unknown) | null) => {
      failure = next;
    },
  };
}

const queryHearts = () => screen.queryAllByRole('button', { name: /^Favorite / });
const getHeart = (name: string) => screen.getByRole('button', { name: `Favorite ${name}` });
const findHeart = (name: string) => screen.findByRole('button', { name: `Favorite ${name}` });
const isPressed = (name: string) => getHeart(name).getAttribute('aria-pressed') === 'true';
const findPressed = (name: string) => waitFor(() => expect(isPressed(name)).toBe(true));
const findUnpressed = (name: string) => waitFor(() => expect(isPressed(name)).toBe(false));
const removeButton = (name: string) => screen.getByRole('button', { name: `Remove ${name} from favorites` });
const findToasts = (toasts: [kind: string, message: string][]) => waitFor(() => expect(listToasts()).toEqual(toasts));

describe('the heart on a card', () => {
  // spec favourites.1 | P §2 Tutor search, D Booking | The heart on card and profile, filled red for a favourite; none for tutors and admins |
  //   src/client/features/favourites/heart.tsx
  test('is filled for a favourite only', async () => {
    await visit(SEARCH, STUDENT, favouriteServer('t2').answers);
    await findPressed('Anjali Rao');
    expect(isPressed('Nimal Silva')).toBe(false);
  });

  // spec favourites.2 | C §7, D Routes | It changes at once, and goes back where the change fails: only logged on a card, with its sentence on
  //   profile and list | src/client/features/favourites/use-favourite.ts
  // spec errors.49 | C §8 Favourites | 'Tutor added to favorites.', 'Tutor removed from favorites.' | src/shared/messages.ts
  test('is filled before the server has answered, and a toast follows when it has', async () => {
    const server = favouriteServer();
    server.hold();
    const { user } = await visit(SEARCH, STUDENT, server.answers);
    await user.click(await findHeart('Nimal Silva'));
    await findPressed('Nimal Silva');
    expect(listToasts()).toEqual([]);
    await server.release();
    await findToasts([['success', 'Tutor added to favorites.']]);
    expect(isPressed('Nimal Silva')).toBe(true);
    expect(isPressed('Anjali Rao')).toBe(false);
  });

  // spec answers.5 | C §7 | A failed favourite toggle from the tutor card is only logged | src/client/features/favourites/use-favourite.ts
  // spec favourites.2
  test('is rolled back when the request fails, which is only logged', async () => {
    const server = favouriteServer();
    server.failWith(networkError);
    const { user } = await visit(SEARCH, STUDENT, server.answers);
    await user.click(await findHeart('Nimal Silva'));
    await findUnpressed('Nimal Silva');
    await waitFor(() => expect(warnings).toEqual([['Failed to add tutor to favorites. Please try again.', expect.anything()]]));
    expect(listToasts()).toEqual([]);
  });

  /** Stores what is added, and loses the answers. */
  function answersLost() {
    const server = favouriteServer();
    const lost: Answers = {
      'favourites.add': ({ tutorId }) => {
        server.ids.add(tutorId);
        throw networkError();
      },
    };
    return { ...server.answers, ...lost };
  }
  const goOnline = (isOnline: boolean) => act(async () => onlineManager.setOnline(isOnline));

  // spec favourites.8 | P §4 Favourite, C §7 | Where the answer to a change is lost, the favourites are read again: once, and without a network when it
  //   is back | src/client/features/favourites/use-favourite.ts
  test('shows what is saved where the answer was lost', async () => {
    const { user, api } = await visit(SEARCH, STUDENT, answersLost());
    await user.click(await findHeart('Nimal Silva'));
    await waitFor(() => expect(warnings).toHaveLength(1));
    await findPressed('Nimal Silva');
    expect(api.inputsOf('favourites.hearts')).toHaveLength(2);
  });

  // spec favourites.8
  test('asks the network for nothing while there is none', async () => {
    const { user, api } = await visit(SEARCH, STUDENT, answersLost());
    await findHeart('Nimal Silva');
    await findUnpressed('Nimal Silva');
    await goOnline(false);
    for (let index = 1; index <= 3; index += 1) {
      await user.click(getHeart('Nimal Silva'));
      await waitFor(() => expect(warnings).toHaveLength(index));
    }
    expect(api.inputsOf('favourites.hearts')).toHaveLength(1);
    expect(isPressed('Nimal Silva')).toBe(false);
    await goOnline(true);
    await findPressed('Nimal Silva');
    expect(api.inputsOf('favourites.hearts')).toHaveLength(2);
  });

  // spec favourites.8
  test('reads nothing again where the server has refused', async () => {
    const server = favouriteServer();
    server.failWith(() => apiError('request.limited'));
    const { user, api } = await visit(SEARCH, STUDENT, server.answers);
    await user.click(await findHeart('Nimal Silva'));
    await waitFor(() => expect(warnings).toHaveLength(1));
    await findUnpressed('Nimal Silva');
    expect(api.inputsOf('favourites.hearts')).toHaveLength(1);
  });

  // spec favourites.3 | S4 | Pressed again and again it ends as it was wanted last, with no call too many | src/client/features/favourites/use-favourite.ts
  test('ends as it was after two presses at once, on the screen and on the server', async () => {
    const server = favouriteServer();
    await visit(SEARCH, STUDENT, server.answers);
    const heart = await findHeart('Nimal Silva');
    await act(async () => {
      heart.click();
      heart.click();
    });
    expect(isPressed('Nimal Silva')).toBe(false);
    await waitFor(() => expect(server.calls).toEqual(['add t1', 'remove t1']));
    await waitFor(() => expect(listToasts()).toHaveLength(2));
    expect([isPressed('Nimal Silva'), server.ids.has('t1')]).toEqual([false, false]);
  });

  // spec favourites.3
  test('ends as it was pressed last while the server is slow, with no unnecessary request', async () => {
    const server = favouriteServer();
    server.hold();
    const { user } = await visit(SEARCH, STUDENT, server.answers);
    await findHeart('Nimal Silva');
    for (let index = 0; index < 5; index += 1) await user.click(getHeart('Nimal Silva'));
    await user.click(getHeart('Anjali Rao'));
    await waitFor(() => expect([isPressed('Nimal Silva'), isPressed('Anjali Rao')]).toEqual([true, true]));
    await server.release();
    await waitFor(() => expect([...server.ids].sort()).toEqual(['t1', 't2']));
    expect(server.calls.sort()).toEqual(['add t1', 'add t2']);

    server.hold();
    for (let index = 0; index < 4; index += 1) await user.click(getHeart('Nimal Silva'));
    await server.release();
    await waitFor(() => expect(isPressed('Nimal Silva')).toBe(true));
    await user.click(getHeart('Nimal Silva'));
    await waitFor(() => expect([...server.ids]).toEqual(['t2']));
    await findUnpressed('Nimal Silva');
  });

  // spec favourites.3
  test('can be pressed anew after several presses that failed', async () => {
    const server = favouriteServer();
    server.hold();
    server.failWith(networkError);
    const { user } = await visit(SEARCH, STUDENT, server.answers);
    await findHeart('Nimal Silva');
    for (let index = 0; index < 3; index += 1) await user.click(getHeart('Nimal Silva'));
    await server.release();
    await findUnpressed('Nimal Silva');
    server.failWith(null);
    await user.click(getHeart('Nimal Silva'));
    await waitFor(() => expect([...server.ids]).toEqual(['t1']));
  });

  // spec favourites.4 | P §2 Tutor search, C §8 | A visitor sees "Please login to add favourites" and is sent to /login, and back |
  //   src/client/features/favourites/use-favourite.ts
  // spec errors.45 | C §8 Guards | 'Please login to add favourites' | src/client/features/favourites/use-favourite.ts
  test('sends a visitor to the login, which leads back', async () => {
    const { user, at, api } = await visit(SEARCH, null, favouriteServer().answers);
    await findHeart('Nimal Silva');
    expect([isPressed('Nimal Silva'), isPressed('Anjali Rao')]).toEqual([false, false]);
    await user.click(getHeart('Nimal Silva'));
    await waitFor(() => expect(at()).toBe(`/login?redirect=${encodeURIComponent(SEARCH)}`));
    expect(listToasts()).toEqual([['error', 'Please login to add favourites']]);
    expect(api.calls.filter(({ path }) => path.startsWith('favourites'))).toEqual([]);
  });

  // spec favourites.1
  test.each([TUTOR, ADMIN])('is not there for $role', async (account) => {
    await visit(SEARCH, account, favouriteServer().answers);
    await screen.findByText('Nimal Silva');
    expect(queryHearts()).toEqual([]);
  });

  // spec favourites.1
  test('is on the home page, too', async () => {
    const tutors = Array.from({ length: 8 }, (_, index) => aCard(`t${index}`, `Tutor ${index}`));
    const search: Answers = { 'tutors.search': () => ({ tutors, nextCursor: null, reading: NOTHING_READ, total: 8, totalIsCapped: false }) };
    await visit('/', STUDENT, { ...favouriteServer('t7').answers, ...search });
    await findPressed('Tutor 7');
  });

  // spec answers.6 | P §4 Favourite, C §7 | After each change of a favourite the favourites are read again |
  //   src/client/features/favourites/use-favourite.ts
  // spec favourites.1
  test('agrees with the heart of the profile and with the list of favourites', async () => {
    const server = favouriteServer();
    const { user, router } = await visit(SEARCH, STUDENT, server.answers);
    await user.click(await findHeart('Nimal Silva'));
    await waitFor(() => expect([...server.ids]).toEqual(['t1']));
    await user.click(screen.getByRole('link', { name: 'Nimal Silva' }));
    await findPressed('Dilini Wickramasinghe');
    await act(async () => router.navigate({ to: '/student/favorites' }));
    await screen.findByText('Tutor t1');
    await user.click(removeButton('Tutor t1'));
    await act(async () => router.navigate({ to: '/tutors', search: { category: 'all' } }));
    await findHeart('Nimal Silva');
    await findUnpressed('Nimal Silva');
  });
});

describe('the heart on a profile', () => {
  const PROFILE = '/tutors/t1';

  // spec favourites.2, errors.48
  test.each([
    ['the sentence of the server', () => apiError('tutor.not_found'), 'Tutor Not Found'],
    ['the sentence of the specification', networkError, 'Failed to add tutor to favorites. Please try again.'],
  ] as const)('is rolled back when the request fails, with %s', async (_, failure, sentence) => {
    const server = favouriteServer();
    server.failWith(failure);
    const { user } = await visit(PROFILE, STUDENT, server.answers);
    await user.click(await findHeart('Dilini Wickramasinghe'));
    await findToasts([['error', sentence]]);
    await findUnpressed('Dilini Wickramasinghe');
  });

  test.each([TUTOR, ADMIN])('is not there for $role', async (account) => {
    await visit(PROFILE, account, favouriteServer().answers);
    await screen.findByText('From the picture to the symbol.');
    await act(async () => void (await import('#client/features/favourites/favourite-state.tsx')));
    expect(queryHearts()).toEqual([]);
  });

  test('shows an error when the favourites cannot be loaded', async () => {
    const failingHearts: Answers = {
      'favourites.hearts': () => {
        throw apiError('request.limited');
      },
    };
    await visit(PROFILE, STUDENT, { ...favouriteServer().answers, ...failingHearts });
    await findToasts([['error', 'Too many requests. Please try again later.']]);
  });

  // spec favourites.4
  test('sends a visitor to the login', async () => {
    const { user, at } = await visit(PROFILE, null, favouriteServer().answers);
    await user.click(await findHeart('Dilini Wickramasinghe'));
    await waitFor(() => expect(at()).toBe('/login?redirect=%2Ftutors%2Ft1'));
  });
});

describe('the page of favourites', () => {
  const PAGE = '/student/favorites';
  const listNames = () =>
    within(screen.getByRole('main'))
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent);

  // spec favourites.6 | P §2 Student area | /student/favorites: tutor, rating, review count, bio, Verified Tutor, View Profile, remove, added date |
  //   src/client/features/favourites/favourite-card.tsx
  test('shows name, rating, subjects and date of each', async () => {
    await visit(PAGE, STUDENT, favouriteServer('t1').answers);
    await screen.findByText('Tutor t1');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Favorite Tutors');
    const card = screen.getByRole('article');
    for (const text of ['Verified Tutor', '4.7', '(12)', 'From the picture to the symbol.', 'Combined Mathematics', 'Added Mon, 23 Nov 2026'])
      expect(card.textContent).toContain(text);
    await within(card).findByRole('link', { name: 'Book Session with Tutor t1' });
    expect(listLinks(card).map(([, href]) => href)).toEqual(['/tutors/t1', '/tutors/t1?book=1', '/tutors/t1']);
    expect(card.textContent).not.toContain('On vacation');
  });

  // spec s12-look.10 | S12 G | A favourite shows the lowest price and the next free time, and leads to the booking at once |
  //   src/client/features/favourites/favourite-card.tsx, src/client/features/favourites/favourites-list.tsx
  test('shows price and next free time of all by one call', async () => {
    const server = favouriteServer('t1', 't2');
    const calls: unknown[] = [];
    const subjects = [
      { id: 's1', name: 'Physics', topics: [], onlineRate: 2000, homeVisitRate: 0 },
      { id: 's2', name: 'Maths', topics: [], onlineRate: 0, homeVisitRate: 1800 },
    ];
    await visit(PAGE, STUDENT, {
      ...server.answers,
      'tutors.cards': ({ ids }) => {
        calls.push(ids);
        return [{ ...aCard('t1', 'Tutor t1'), subjects, nextFree: TUESDAY_FOUR.start }];
      },
    });
    const [first, second] = await screen.findAllByRole('article');
    await screen.findByText('from Rs. 1,800 / hour');
    expect(first?.textContent).toContain('Tue, 24 Nov, 4:00 PM');
    expect(second?.textContent, 'who cannot be booked').toContain('Nothing can be booked at the moment');
    expect(screen.getAllByRole('link', { name: /^Book Session/ })).toHaveLength(1);
    expect(calls).toEqual([['t1', 't2']]);
  });

  // spec favourites.6
  test('links to the search when there are none', async () => {
    await visit(PAGE, STUDENT, favouriteServer().answers);
    await screen.findByText('No favorite tutors yet');
    expect(listLinks(screen.getByRole('main'))).toContainEqual(['Find Tutors', '/tutors']);
  });

  // spec errors.47 | C §8 Favourites | 'Error fetching favourites.' with 'Failed to fetch favourites' |
  //   src/client/features/favourites/favourites-list.tsx
  // spec favourites.7
  test.each([
    ['the sentence of the server', () => apiError('request.limited'), 'Too many requests. Please try again later.'],
    ['the sentence of the specification', networkError, 'Failed to fetch favourites'],
  ] as const)('shows %s when they cannot be loaded, and loads them again by a button', async (_, failure, sentence) => {
    let isAway = true;
    const server = favouriteServer('t1');
    const own: Answers = {
      'favourites.own': () => {
        if (isAway) throw failure();
        return server.answers['favourites.own']();
      },
    };
    const { user } = await visit(PAGE, STUDENT, { ...server.answers, ...own });
    await screen.findByText('Error fetching favourites.');
    await screen.findByText(sentence);
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Tutor t1');
  });

  // spec favourites.7
  test('shows the next page with Show more', async () => {
    const own: Answers = {
      'favourites.own': ({ cursor } = {}) =>
        cursor
          ? { favourites: [aFavouriteView({ id: 't2', bio: 'The second page' })], nextCursor: null }
          : { favourites: [aFavouriteView({ id: 't1' })], nextCursor: 'next' },
    };
    const { user } = await visit(PAGE, STUDENT, { ...favouriteServer().answers, ...own });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('The second page');
  });

  // spec favourites.6
  test('removes one at once, and moves the focus to the list', async () => {
    const server = favouriteServer('t1', 't2');
    server.hold();
    const { user } = await visit(PAGE, STUDENT, server.answers);
    await screen.findByText('Tutor t1');
    await user.click(removeButton('Tutor t1'));
    await waitFor(() => expect(listNames()).toEqual(['Tutor t2']));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Favorite tutors' })));
    await server.release();
    await findToasts([['success', 'Tutor removed from favorites.']]);
    expect(listNames()).toEqual(['Tutor t2']);
    expect(server.calls).toEqual(['remove t1']);
  });

  test('removes one that is missing from the loaded hearts', async () => {
    const server = favouriteServer('t1');
    const { user } = await visit(PAGE, STUDENT, { ...server.answers, 'favourites.hearts': () => [] });
    await screen.findByText('Tutor t1');
    await user.click(removeButton('Tutor t1'));
    await screen.findByText('No favorite tutors yet');
    await waitFor(() => expect(server.calls).toEqual(['remove t1']));
  });

  // spec favourites.6
  test('shows one again that could not be removed, with an error', async () => {
    const server = favouriteServer('t1');
    server.failWith(networkError);
    const { user } = await visit(PAGE, STUDENT, server.answers);
    await screen.findByText('Tutor t1');
    await user.click(removeButton('Tutor t1'));
    await findToasts([['error', 'Failed to remove tutor from favorites. Please try again.']]);
    await screen.findByText('Tutor t1');
  });
});

describe('an account that logs out', () => {
  test('leaves no change to be sent in the name of the next one', async () => {
    const server = favouriteServer();
    server.hold();
    const { user } = await visit(SEARCH, STUDENT, server.answers);
    await user.click(await findHeart('Nimal Silva'));
    await user.click(getHeart('Nimal Silva'));
    await act(async () => {
      session.end();
      signIn({ ...STUDENT, id: 'student-2' });
    });
    await server.release();
    expect([server.calls, listToasts()]).toEqual([['add t1'], []]);
  });

  test('has its changes sent with its own token', async () => {
    const tokens: unknown[] = [];
    const inner = fakeApi(favouriteServer().answers);
    const recorder: Link = (runtime) => {
      const forward = inner.link(runtime);
      return (request) => {
        if (request.op.type === 'mutation') tokens.push(request.op.context.token);
        return forward(request);
      };
    };
    signIn(STUDENT);
    const { user } = await render(<Heart tutor={NIMAL} />, { api: { ...inner, client: createTRPCClient({ links: [recorder] }) } });
    await user.click(getHeart('Nimal Silva'));
    await waitFor(() => expect(tokens).toEqual(['token-of-student-1']));
  });
});

describe('DayLabel', () => {
  // spec errors.73
  test.each([null, undefined, new Date(Number.NaN)])('shows a missing date as recent: %s', async (at) => {
    await render(<DayLabel at={at} />);
    expect(screen.getByText('Recently')).toBeDefined();
  });
});
