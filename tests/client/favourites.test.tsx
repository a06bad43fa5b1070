import { createTRPCClient } from '@trpc/client';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FavouriteButton } from '#client/features/favourites/favourite-button.tsx';
import type { Link } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { showToasts, type Toast } from '#client/ui/toasts.ts';
import { DayLabel } from '#client/ui/zoned-time.tsx';
import type { FavouriteView } from '#shared/contracts/engagement.ts';
import type { TutorCard } from '#shared/contracts/tutors.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, button, press, pressTwice, render, STUDENT, shown, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aCalendarView, aFavouriteView, aProfileView, MONDAY_TEN } from '#tests/support/views.ts';
import { follow, visit } from '#tests/support/visit.ts';

let said: Toast[] = [];
let stop = () => {};
let warned: unknown[][] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
  said = [];
  warned = [];
  stop = showToasts((toast) => said.push(toast));
  vi.spyOn(console, 'warn').mockImplementation((...words) => void warned.push(words));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const aCard = (id: string, name: string): TutorCard => ({
  id,
  name,
  profileImage: '',
  bio: '',
  isVerified: true,
  vacationMode: false,
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

/** A server with favourites of its own, whose answers wait until they are let go. */
function aServer({ kept = [] as string[] } = {}) {
  const ids = new Set(kept);
  const waiting: (() => void)[] = [];
  const calls: string[] = [];
  let isHeld = false;
  let failure: (() => unknown) | null = null;
  const change = async (what: 'add' | 'remove', tutorId: string) => {
    calls.push(`${what} ${tutorId}`);
    if (isHeld) await new Promise<void>((go) => waiting.push(go));
    if (failure) throw failure();
    const isNew = !ids.has(tutorId);
    ids[what === 'add' ? 'add' : 'delete'](tutorId);
    return isNew;
  };
  const listed = (): FavouriteView[] =>
    [...ids].map((id) => aFavouriteView({ id, user: { id: `u-${id}`, name: `Tutor ${id}`, email: '', profileImage: '' } }));
  const answers = {
    'tutors.search': () => ({ tutors: [NIMAL, ANJALI], nextCursor: null, total: 2, totalIsCapped: false }),
    'tutors.byId': ({ id }) => aProfileView({ id }),
    'tutors.availability': () => aCalendarView(aProfileView()),
    'favourites.hearts': () => [...ids],
    'favourites.own': () => ({ favourites: listed(), nextCursor: null }),
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
    letGo: () =>
      act(async () => {
        isHeld = false;
        for (const go of waiting.splice(0)) go();
      }),
    failWith: (next: (() => unknown) | null) => {
      failure = next;
    },
  };
}

const hearts = () => [...document.querySelectorAll('button[aria-label^="Favorite "]')].map((heart) => heart.getAttribute('aria-pressed'));
const isRed = (name: string) => button(`Favorite ${name}`).getAttribute('aria-pressed') === 'true';
const turnsRed = (name: string) => until(() => expect(isRed(name)).toBe(true));
const turnsBack = (name: string) => until(() => expect(isRed(name)).toBe(false));
const sentences = () => said.map(({ kind, message }) => [kind, message]);

describe('the heart on a card', () => {
  // spec favourites.1 | P §2 Tutor search, D Booking | The heart on card and profile, filled red for a favourite; none for tutors and admins |
  //   src/client/features/favourites/favourite-button.tsx
  it('is red for a favourite, and for nobody else', async () => {
    await visit(SEARCH, STUDENT, aServer({ kept: ['t2'] }).answers);
    await turnsRed('Anjali Rao');
    expect(isRed('Nimal Silva')).toBe(false);
  });

  // spec favourites.2 | C §7, D Routes | It changes at once, and goes back where the change fails: only logged on a card, with its sentence on
  //   profile and list | src/client/features/favourites/use-favourite.ts
  // spec errors.49 | C §8 Favourites | 'Tutor added to favorites.', 'Tutor removed from favorites.' | src/shared/messages.ts
  it('is red at once, before the server has answered, and says so when it has', async () => {
    const server = aServer();
    server.hold();
    await visit(SEARCH, STUDENT, server.answers);
    await until(() => button('Favorite Nimal Silva'));
    await press('Favorite Nimal Silva');
    await turnsRed('Nimal Silva');
    expect(said).toEqual([]);
    await server.letGo();
    await until(() => expect(sentences()).toEqual([['success', 'Tutor added to favorites.']]));
    expect(isRed('Nimal Silva')).toBe(true);
    expect(isRed('Anjali Rao')).toBe(false);
  });

  // spec answers.5 | C §7 | A failed favourite toggle from the tutor card is only logged | src/client/features/favourites/use-favourite.ts
  // spec favourites.2
  it('goes back where it fails, which is only logged', async () => {
    const server = aServer();
    server.failWith(networkError);
    await visit(SEARCH, STUDENT, server.answers);
    await until(() => button('Favorite Nimal Silva'));
    await press('Favorite Nimal Silva');
    await turnsBack('Nimal Silva');
    await until(() => expect(warned).toEqual([['Failed to add tutor to favorites. Please try again.', expect.anything()]]));
    expect(said).toEqual([]);
  });

  // spec favourites.3 | S4 | Pressed again and again it ends as it was wanted last, with no call too many | src/client/features/favourites/use-favourite.ts
  it('pressed twice at once ends as it was, on the screen and on the server', async () => {
    const server = aServer();
    await visit(SEARCH, STUDENT, server.answers);
    await until(() => button('Favorite Nimal Silva'));
    await pressTwice('Favorite Nimal Silva');
    expect(isRed('Nimal Silva')).toBe(false);
    await until(() => expect(server.calls).toEqual(['add t1', 'remove t1']));
    await until(() => expect(said).toHaveLength(2));
    expect([isRed('Nimal Silva'), server.ids.has('t1')]).toEqual([false, false]);
  });

  // spec favourites.3
  it('pressed again and again while the server is slow, ends as it was wanted last, with no call too many', async () => {
    const server = aServer();
    server.hold();
    await visit(SEARCH, STUDENT, server.answers);
    await until(() => button('Favorite Nimal Silva'));
    for (let index = 0; index < 5; index += 1) await press('Favorite Nimal Silva');
    await press('Favorite Anjali Rao');
    await until(() => expect([isRed('Nimal Silva'), isRed('Anjali Rao')]).toEqual([true, true]));
    await server.letGo();
    await until(() => expect([...server.ids].sort()).toEqual(['t1', 't2']));
    expect(server.calls.sort()).toEqual(['add t1', 'add t2']);

    server.hold();
    for (let index = 0; index < 4; index += 1) await press('Favorite Nimal Silva');
    await server.letGo();
    await until(() => expect(isRed('Nimal Silva')).toBe(true));
    await press('Favorite Nimal Silva');
    await until(() => expect([...server.ids]).toEqual(['t2']));
    await turnsBack('Nimal Silva');
  });

  // spec favourites.3
  it('fails after a second press: nothing is left wanted', async () => {
    const server = aServer();
    server.hold();
    server.failWith(networkError);
    await visit(SEARCH, STUDENT, server.answers);
    await until(() => button('Favorite Nimal Silva'));
    for (let index = 0; index < 3; index += 1) await press('Favorite Nimal Silva');
    await server.letGo();
    await turnsBack('Nimal Silva');
    server.failWith(null);
    await press('Favorite Nimal Silva');
    await until(() => expect([...server.ids]).toEqual(['t1']));
  });

  // spec favourites.4 | P §2 Tutor search, C §8 | A visitor sees "Please login to add favourites" and is sent to /login, and back |
  //   src/client/features/favourites/use-favourite.ts
  // spec errors.45 | C §8 Guards | 'Please login to add favourites' | src/client/features/favourites/use-favourite.ts
  it('of a visitor asks to log in, and the login leads back', async () => {
    const { at, api } = await visit(SEARCH, null, aServer().answers);
    await until(() => button('Favorite Nimal Silva'));
    expect(hearts()).toEqual(['false', 'false']);
    await press('Favorite Nimal Silva');
    await until(() => expect(at()).toBe(`/login?redirect=${encodeURIComponent(SEARCH)}`));
    expect(sentences()).toEqual([['error', 'Please login to add favourites']]);
    expect(api.calls.filter(({ path }) => path.startsWith('favourites'))).toEqual([]);
  });

  // spec favourites.1
  it.each([TUTOR, ADMIN])('is not there for $role', async (me) => {
    await visit(SEARCH, me, aServer().answers);
    await shown('Nimal Silva');
    expect(hearts()).toEqual([]);
  });

  // spec favourites.1
  it('stands on the first page, too', async () => {
    const tutors = Array.from({ length: 8 }, (_, index) => aCard(`t${index}`, `Tutor ${index}`));
    const search: Answers = { 'tutors.search': () => ({ tutors, nextCursor: null, total: 8, totalIsCapped: false }) };
    await visit('/', STUDENT, { ...aServer({ kept: ['t7'] }).answers, ...search });
    await turnsRed('Tutor 7');
  });

  // spec answers.6 | P §4 Favourite, C §7 | After each change of a favourite the favourites are read again |
  //   src/client/features/favourites/use-favourite.ts
  // spec favourites.1
  it('is the one of the profile and of the list of favourites', async () => {
    const server = aServer();
    const { router } = await visit(SEARCH, STUDENT, server.answers);
    await until(() => button('Favorite Nimal Silva'));
    await press('Favorite Nimal Silva');
    await until(() => expect([...server.ids]).toEqual(['t1']));
    await follow('Nimal Silva');
    await turnsRed('Dilini Wickramasinghe');
    await act(async () => router.navigate({ to: '/student/favorites' }));
    await shown('Tutor t1');
    await press('Remove Tutor t1 from favorites');
    await act(async () => router.navigate({ to: '/tutors', search: { category: 'all' } }));
    await until(() => button('Favorite Nimal Silva'));
    await turnsBack('Nimal Silva');
  });
});

describe('the heart on a profile', () => {
  const PROFILE = '/tutors/t1';

  // spec favourites.2, errors.48
  it.each([
    ['the sentence of the server', () => apiError('tutor.not_found'), 'Tutor Not Found'],
    ['the sentence of the specification', networkError, 'Failed to add tutor to favorites. Please try again.'],
  ] as const)('that fails goes back, and says %s', async (_, failure, sentence) => {
    const server = aServer();
    server.failWith(failure);
    await visit(PROFILE, STUDENT, server.answers);
    await until(() => button('Favorite Dilini Wickramasinghe'));
    await press('Favorite Dilini Wickramasinghe');
    await until(() => expect(sentences()).toEqual([['error', sentence]]));
    await turnsBack('Dilini Wickramasinghe');
  });

  it.each([TUTOR, ADMIN])('is not there for $role', async (me) => {
    await visit(PROFILE, me, aServer().answers);
    await shown('From the picture to the symbol.');
    await act(async () => void (await import('#client/features/favourites/favourite-button.tsx')));
    expect(hearts()).toEqual([]);
  });

  it('says so when it cannot be known', async () => {
    const hearts: Answers = {
      'favourites.hearts': () => {
        throw apiError('request.limited');
      },
    };
    await visit(PROFILE, STUDENT, { ...aServer().answers, ...hearts });
    await until(() => expect(sentences()).toEqual([['error', 'Too many requests. Please try again later.']]));
  });

  // spec favourites.4
  it('of a visitor asks to log in', async () => {
    const { at } = await visit(PROFILE, null, aServer().answers);
    await until(() => button('Favorite Dilini Wickramasinghe'));
    await press('Favorite Dilini Wickramasinghe');
    await until(() => expect(at()).toBe('/login?redirect=%2Ftutors%2Ft1'));
  });
});

describe('the favourites', () => {
  const PAGE = '/student/favorites';

  // spec favourites.6 | P §2 Student area | /student/favorites: tutor, rating, review count, bio, Verified Tutor, View Profile, remove, added date |
  //   src/client/features/favourites/favourite-card.tsx
  it('show who they are, how good, and since when', async () => {
    await visit(PAGE, STUDENT, aServer({ kept: ['t1'] }).answers);
    await shown('Tutor t1');
    expect(texts('h1')).toEqual(['Favorite Tutors']);
    const card = document.querySelector('main article');
    for (const text of ['Verified Tutor', '4.7', '(12)', 'From the picture to the symbol.', 'Combined Mathematics', 'Added Mon, 23 Nov 2026'])
      expect(card?.textContent).toContain(text);
    expect([...(card?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual(['/tutors/t1', '/tutors/t1']);
    expect(card?.textContent).not.toContain('On vacation');
  });

  // spec favourites.6
  it('lead on where there are none', async () => {
    await visit(PAGE, STUDENT, aServer().answers);
    await shown('No favorite tutors yet');
    expect([...document.querySelectorAll('main a')].map((link) => [link.textContent, link.getAttribute('href')])).toContainEqual([
      'Find Tutors',
      '/tutors',
    ]);
  });

  // spec errors.47 | C §8 Favourites | 'Error fetching favourites.' with 'Failed to fetch favourites' |
  //   src/client/features/favourites/favourites-list.tsx
  // spec favourites.7
  it.each([
    ['the sentence of the server', () => apiError('request.limited'), 'Too many requests. Please try again later.'],
    ['the sentence of the specification', networkError, 'Failed to fetch favourites'],
  ] as const)('that cannot be read say %s, and can be asked for again', async (_, failure, sentence) => {
    let isAway = true;
    const server = aServer({ kept: ['t1'] });
    const own: Answers = {
      'favourites.own': () => {
        if (isAway) throw failure();
        return server.answers['favourites.own']();
      },
    };
    await visit(PAGE, STUDENT, { ...server.answers, ...own });
    await shown('Error fetching favourites.');
    await shown(sentence);
    isAway = false;
    await press('Try Again');
    await shown('Tutor t1');
  });

  // spec favourites.7
  it('come page by page', async () => {
    const own: Answers = {
      'favourites.own': ({ cursor } = {}) =>
        cursor
          ? { favourites: [aFavouriteView({ id: 't2', bio: 'The second page' })], nextCursor: null }
          : { favourites: [aFavouriteView({ id: 't1' })], nextCursor: 'next' },
    };
    await visit(PAGE, STUDENT, { ...aServer().answers, ...own });
    await until(() => button('Show more'));
    await press('Show more');
    await shown('The second page');
  });

  // spec favourites.6
  it('lose one at once; the others stay, and the focus with them', async () => {
    const server = aServer({ kept: ['t1', 't2'] });
    server.hold();
    await visit(PAGE, STUDENT, server.answers);
    await shown('Tutor t1');
    await press('Remove Tutor t1 from favorites');
    await until(() => expect(texts('main h2')).toEqual(['Tutor t2']));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Favorite tutors');
    await server.letGo();
    await until(() => expect(sentences()).toEqual([['success', 'Tutor removed from favorites.']]));
    expect(texts('main h2')).toEqual(['Tutor t2']);
    expect(server.calls).toEqual(['remove t1']);
  });

  it('lose one whose heart a browser does not know any more', async () => {
    const server = aServer({ kept: ['t1'] });
    await visit(PAGE, STUDENT, { ...server.answers, 'favourites.hearts': () => [] });
    await shown('Tutor t1');
    await press('Remove Tutor t1 from favorites');
    await shown('No favorite tutors yet');
    await until(() => expect(server.calls).toEqual(['remove t1']));
  });

  // spec favourites.6
  it('show one again that could not be removed, and say so', async () => {
    const server = aServer({ kept: ['t1'] });
    server.failWith(networkError);
    await visit(PAGE, STUDENT, server.answers);
    await shown('Tutor t1');
    await press('Remove Tutor t1 from favorites');
    await until(() => expect(sentences()).toEqual([['error', 'Failed to remove tutor from favorites. Please try again.']]));
    await shown('Tutor t1');
  });
});

describe('whoever logs out', () => {
  it('is followed by nobody in whose name the heart is turned', async () => {
    const server = aServer();
    server.hold();
    await visit(SEARCH, STUDENT, server.answers);
    await until(() => button('Favorite Nimal Silva'));
    await press('Favorite Nimal Silva');
    await press('Favorite Nimal Silva');
    await act(async () => {
      session.end();
      signIn({ ...STUDENT, id: 'student-2' });
    });
    await server.letGo();
    expect([server.calls, sentences()]).toEqual([['add t1'], []]);
  });

  it('has had the heart turned with the own token', async () => {
    const tokens: unknown[] = [];
    const inner = fakeApi(aServer().answers);
    const listening: Link = (runtime) => {
      const pass = inner.link(runtime);
      return (given) => {
        if (given.op.type === 'mutation') tokens.push(given.op.context.token);
        return pass(given);
      };
    };
    signIn(STUDENT);
    await render(<FavouriteButton tutor={NIMAL} />, { api: { ...inner, client: createTRPCClient({ links: [listening] }) } });
    await press('Favorite Nimal Silva');
    await until(() => expect(tokens).toEqual(['token-of-student-1']));
  });
});

describe('a date', () => {
  // spec errors.73
  it.each([null, undefined, new Date(Number.NaN)])('that is missing is recent: %s', async (at) => {
    await render(
      <p>
        <DayLabel at={at} zone="Asia/Colombo" />
      </p>,
    );
    expect(texts('p')).toEqual(['Recently']);
  });
});
