import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptDraft } from '#client/features/blogs/kept-draft.ts';
import { leavePlace, takePlace } from '#client/features/blogs/new-post-places.ts';
import { useBlogDraft } from '#client/features/blogs/use-blog-draft.ts';
import type { BlogPage, BlogView, SavedBlog } from '#shared/contracts/blogs.ts';
import { type Answers, apiError, fakeApi, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { render } from '#tests/support/render.tsx';

const USER = 'tutor-1';
const AT = new Date('2026-03-02T04:30:00.000Z');
const LATER = new Date('2026-03-02T05:30:00.000Z');

const aPost = (overrides: Partial<BlogView> = {}): BlogView => ({
  ...{ id: 'blog-1', title: 'Title', content: '<p>Words</p>', tags: [], status: 'draft', likes: 0, isLiked: false, isOwn: true },
  ...{ featuredImage: '', author: { id: 'tutor-profile-1', name: 'Nimal', profileImage: '' }, readingTime: 1, createdAt: AT, updatedAt: AT },
  ...overrides,
});
const aPage = (overrides: Partial<BlogView> = {}): BlogPage => {
  const { author, ...post } = aPost(overrides);
  return { ...post, author: { ...author, bio: '', isVerified: false, rating: 0, totalReviews: 0, subjects: [] } };
};
const savedAs = (overrides: Partial<BlogView> = {}): SavedBlog => ({
  message: 'Blog updated successfully',
  blog: aPost({ updatedAt: LATER, ...overrides }),
});

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

type State = ReturnType<typeof useBlogDraft>;

/** The editor without its drawing: what it holds, and what it has sent. */
async function editing(saved: BlogView | null, answers: Answers = {}) {
  const api = fakeApi(answers);
  const seen: { state: State | null } = { state: null };
  function Editor() {
    seen.state = useBlogDraft(USER, saved);
    return null;
  }
  const { router } = await render(<Editor />, { api });
  const state = () => seen.state ?? expect.fail('nothing was drawn');
  const doing = (work: (state: State) => unknown) => act(async () => void (await work(state())));
  const passing = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const leave = () => act(async () => router.history.push('/elsewhere'));
  const sent = () => api.calls.filter(({ path }) => path !== 'blogs.byId').map(({ path, input }) => [path, input]);
  return { state, doing, passing, leave, sent };
}

// spec blogs.5 | D Tutor profile and verification | A draft saves itself two seconds after the last key, and is there after a reload |
//   src/client/features/blogs/use-blog-draft.ts
describe('a draft', () => {
  // spec blogs.6
  it('is saved two seconds after the last key, over the one that was loaded', async () => {
    const { doing, passing, sent, state } = await editing(aPost(), { 'blogs.update': ({ title }) => savedAs({ title }) });
    await doing(({ change }) => change({ title: 'One' }));
    await passing(1_500);
    await doing(({ change }) => change({ title: 'Two' }));
    await passing(1_999);
    expect(sent()).toEqual([]);
    await passing(1);
    expect(sent()).toMatchObject([['blogs.update', { id: 'blog-1', title: 'Two', seenAt: AT }]]);
    expect(sent()[0]?.[1]).not.toHaveProperty('status');
    expect(state().saveState).toBe('saved');

    await doing(({ change }) => change({ title: 'Three' }));
    await passing(2_000);
    expect(sent().at(-1)).toMatchObject(['blogs.update', { title: 'Three', seenAt: LATER }]);
  });

  it('that is new is made once, and saved from then on', async () => {
    const { doing, passing, sent, state } = await editing(null, { 'blogs.create': () => savedAs(), 'blogs.update': () => savedAs() });
    await doing(({ change }) => change({ title: 'One' }));
    await passing(5_000);
    expect(sent()).toEqual([]);
    await doing(({ change }) => change({ content: '<p>Words</p>' }));
    await passing(2_000);
    await doing(({ change }) => change({ title: 'Two' }));
    await passing(2_000);
    expect(sent().map(([path]) => path)).toEqual(['blogs.create', 'blogs.update']);
    expect(state().madeId).toBe('blog-1');
  });
});

describe('a post that is published', () => {
  // spec blogs.12 | D Tutor profile and verification | Edits of a published post stay in the browser until Update |
  //   src/client/features/blogs/use-blog-draft.ts
  it('stays as it is until Update: what was typed is kept in this browser', async () => {
    const { doing, passing, sent } = await editing(aPost({ status: 'published' }), { 'blogs.update': () => savedAs({ status: 'published' }) });
    await doing(({ change }) => change({ title: 'Corrected' }));
    await passing(60_000);
    expect(sent()).toEqual([]);
    expect(keptDraft(USER, 'blog-1')).toMatchObject({ title: 'Corrected', seenAt: AT.toISOString() });
    await doing(({ save }) => save('published'));
    expect(sent()).toMatchObject([['blogs.update', { title: 'Corrected', status: 'published', seenAt: AT }]]);
    expect(keptDraft(USER, 'blog-1')).toBeNull();
  });
});

// spec blogs.13
describe('a post that was changed in another tab', () => {
  const overturned = (answers: Answers = {}) =>
    editing(aPost(), {
      'blogs.update': ({ seenAt, title, status }) => {
        if (seenAt?.getTime() !== LATER.getTime()) throw apiError('blog.changed');
        return savedAs({ title, status });
      },
      'blogs.byId': () => aPage({ title: 'Theirs', status: 'published', updatedAt: LATER }),
      ...answers,
    });

  it('is not written over: what was typed stays, and nothing saves itself any more', async () => {
    const { doing, passing, sent, state } = await overturned();
    await doing(({ change }) => change({ title: 'Mine' }));
    await passing(2_000);
    expect(state()).toMatchObject({ isOverturned: true, draft: { title: 'Mine' }, problem: null });
    await doing(({ change }) => change({ title: 'Mine, longer' }));
    await passing(60_000);
    expect(sent()).toHaveLength(1);
    expect(keptDraft(USER, 'blog-1')).toMatchObject({ title: 'Mine, longer', seenAt: AT.toISOString() });
  });

  it('is loaded when that is chosen', async () => {
    const { doing, passing, sent, state } = await overturned();
    await doing(({ change }) => change({ title: 'Mine' }));
    await passing(2_000);
    await doing(({ takeSaved }) => takeSaved());
    expect(state()).toMatchObject({ isOverturned: false, draft: { title: 'Theirs' }, status: 'published', saveState: 'none', version: 1 });
    expect(keptDraft(USER, 'blog-1')).toBeNull();
    await doing(({ change }) => change({ title: 'Theirs, corrected' }));
    await doing(({ save }) => save('published'));
    expect(sent().at(-1)).toMatchObject(['blogs.update', { title: 'Theirs, corrected', seenAt: LATER }]);
  });

  it('is written over when that is chosen, and stays published', async () => {
    const { doing, passing, sent, state } = await overturned();
    await doing(({ change }) => change({ title: 'Mine' }));
    await passing(2_000);
    await doing(({ saveAnyway }) => saveAnyway());
    expect(sent().at(-1)).toMatchObject(['blogs.update', { title: 'Mine', status: 'published', seenAt: LATER }]);
    expect(state()).toMatchObject({ isOverturned: false, draft: { title: 'Mine' }, status: 'published', saveState: 'saved' });
  });

  it('is asked about at once where an older text was kept', async () => {
    const first = await editing(aPost({ status: 'published' }));
    await first.doing(({ change }) => change({ title: 'Kept' }));
    const { state, passing, sent } = await editing(aPost({ title: 'Newer', updatedAt: LATER }));
    await passing(60_000);
    expect(state()).toMatchObject({ isOverturned: true, isRestored: true, draft: { title: 'Kept' } });
    expect(sent()).toEqual([]);
  });
});

describe('what is kept of a new post', () => {
  // spec blogs.5
  it('is there after a reload, and saves nothing before something is typed', async () => {
    const first = await editing(null);
    await first.doing(({ change }) => change({ title: 'New', content: '<p>Words</p>' }));
    window.dispatchEvent(new Event('pagehide'));
    const { state, doing, passing, sent } = await editing(null, { 'blogs.create': () => savedAs() });
    expect(state()).toMatchObject({ isRestored: true, draft: { title: 'New' } });
    await passing(60_000);
    expect(sent()).toEqual([]);
    await doing(({ discard }) => discard());
    expect(state()).toMatchObject({ isRestored: false, draft: { title: '' }, version: 1 });
    await doing(({ change }) => change({ title: 'Newer', content: '<p>Words</p>' }));
    await passing(2_000);
    expect(sent()).toMatchObject([['blogs.create', { title: 'Newer' }]]);
  });

  // spec blogs.6 | S3 | A new post is kept under its own name once the server has it, and not offered as a new one again; a saving by itself changes
  //   no status | src/client/features/blogs/use-blog-draft.ts
  it('is kept under the post once the server has it, and not offered as a new one again', async () => {
    const { doing, passing, state } = await editing(null, { 'blogs.create': () => savedAs({ id: 'made' }) });
    await doing(({ change }) => change({ title: 'New', content: '<p>Words</p>' }));
    await passing(2_000);
    expect(state()).toMatchObject({ madeId: 'made', saveState: 'saved' });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
    await doing(({ change }) => change({ title: 'New, and more' }));
    expect(keptDraft(USER, 'made')).toMatchObject({ title: 'New, and more', seenAt: LATER.toISOString() });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toHaveLength(1);
  });

  // spec blogs.14 | S3 | Two tabs that write a new post do not share what is kept of it | src/client/features/blogs/new-post-places.ts
  it('is not shared by two tabs, and goes to the next tab when one is closed', async () => {
    const { doing } = await editing(null);
    await doing(({ change }) => change({ title: 'In the first tab' }));
    const other = takePlace(USER, 'another tab');
    expect(keptDraft(USER, other)).toBeNull();
    window.dispatchEvent(new Event('pagehide'));
    leavePlace(other, 'another tab');
    expect(keptDraft(USER, takePlace(USER, 'a third tab'))?.title).toBe('In the first tab');
  });
});

// spec blogs.7 | S3 | A saving that failed is tried again after 10 s, then every 30 s, and as soon as there is a network |
//   src/client/features/blogs/use-blog-draft.ts
describe('a saving that failed', () => {
  it('is tried again after 10 seconds, and every 30 from then on, until it is saved', async () => {
    let isAway = true;
    const { doing, passing, sent, state } = await editing(aPost(), {
      'blogs.update': () => {
        if (isAway) throw networkError();
        return savedAs();
      },
    });
    await doing(({ change }) => change({ title: 'Mine' }));
    await passing(2_000);
    expect(state().saveState).toBe('failed');
    await passing(9_999);
    expect(sent()).toHaveLength(1);
    await passing(1);
    expect(sent()).toHaveLength(2);
    await passing(29_999);
    expect(sent()).toHaveLength(2);
    isAway = false;
    await passing(1);
    expect(sent()).toHaveLength(3);
    expect(state()).toMatchObject({ saveState: 'saved', problem: null });
    await passing(120_000);
    expect(sent()).toHaveLength(3);
  });

  it('is tried again as soon as there is a network', async () => {
    let isAway = true;
    const { doing, passing, state } = await editing(aPost(), {
      'blogs.update': () => {
        if (isAway) throw networkError();
        return savedAs();
      },
    });
    await doing(({ change }) => change({ title: 'Mine' }));
    await passing(2_000);
    isAway = false;
    await doing(() => window.dispatchEvent(new Event('online')));
    await passing(0);
    expect(state().saveState).toBe('saved');
  });

  it('waits as long as the server has said', async () => {
    const { doing, passing, sent } = await editing(aPost(), {
      'blogs.update': () => {
        throw rateLimitError(45);
      },
    });
    await doing(({ change }) => change({ title: 'Mine' }));
    await passing(2_000);
    await passing(44_999);
    expect(sent()).toHaveLength(1);
    await passing(1);
    expect(sent()).toHaveLength(2);
  });

  it('is not tried again where the same would be refused again', async () => {
    const { doing, passing, sent } = await editing(aPost(), {
      'blogs.update': () => {
        throw apiError('upload.photo_url', { field: 'featuredImage' });
      },
    });
    await doing(({ change }) => change({ featuredImage: '/elsewhere.png' }));
    await passing(120_000);
    expect(sent()).toHaveLength(1);
  });
});

describe('a post that was deleted in another tab', () => {
  // spec blogs.9 | S3 | A post that was deleted in another tab can be saved as a new one | src/client/features/blogs/use-blog-draft.ts
  it('is kept as it stands here, saves itself no more, and becomes a new one when that is asked for', async () => {
    const { doing, passing, sent, state } = await editing(aPost(), {
      'blogs.update': () => {
        throw apiError('blog.not_found');
      },
      'blogs.create': ({ title }) => savedAs({ id: 'another', title }),
    });
    await doing(({ change }) => change({ title: 'Mine' }));
    await passing(2_000);
    expect(state()).toMatchObject({ isGone: true, draft: { title: 'Mine' } });
    await doing(({ change }) => change({ title: 'Mine, longer' }));
    await passing(120_000);
    expect(sent()).toHaveLength(1);
    expect(keptDraft(USER, takePlace(USER))).toMatchObject({ title: 'Mine, longer', seenAt: null });
    await doing(({ save }) => save('draft'));
    expect(sent().at(-1)).toMatchObject(['blogs.create', { title: 'Mine, longer', status: 'draft' }]);
    expect(state()).toMatchObject({ isGone: false, saveState: 'saved' });
  });
});

// spec blogs.8 | S3 | Whoever leaves the editor loses nothing: a draft is saved at once, else kept in the browser, else asked about |
//   src/client/features/blogs/use-blog-draft.ts
describe('leaving the editor', () => {
  it('saves at once what was still to be saved', async () => {
    const { doing, leave, passing, sent } = await editing(aPost(), { 'blogs.update': () => savedAs() });
    await doing(({ change }) => change({ title: 'The last words' }));
    await leave();
    await passing(0);
    expect(sent()).toMatchObject([['blogs.update', { title: 'The last words' }]]);
    expect(keptDraft(USER, 'blog-1')).toBeNull();
  });

  it('keeps in this browser what could not be saved', async () => {
    const first = await editing(aPost(), {
      'blogs.update': () => {
        throw networkError();
      },
    });
    await first.doing(({ change }) => change({ title: 'The last words' }));
    await first.leave();
    await first.passing(0);
    const { state } = await editing(aPost());
    expect(state()).toMatchObject({ isRestored: true, isOverturned: false, draft: { title: 'The last words' } });
  });

  it('asks first where this browser keeps nothing', async () => {
    const { doing } = await editing(aPost({ status: 'published' }));
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asks()).toBe(false);
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { setItem: full, getItem: () => null, removeItem: () => undefined, clear: () => undefined });
    await doing(({ change }) => change({ title: 'Kept nowhere' }));
    vi.unstubAllGlobals();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    expect(asks()).toBe(true);
  });

  it('sends nothing of a published post', async () => {
    const { doing, leave, passing, sent } = await editing(aPost({ status: 'published' }));
    await doing(({ change }) => change({ title: 'Corrected' }));
    await leave();
    await passing(0);
    expect(sent()).toEqual([]);
    expect(keptDraft(USER, 'blog-1')).toMatchObject({ title: 'Corrected' });
  });
});
