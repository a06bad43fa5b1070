import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimDraftName, moveDraftToNewPost, releaseDraftName, storedDraft } from '#client/features/blogs/stored-draft.ts';
import { useBlogDraft } from '#client/features/blogs/use-blog-draft.ts';
import type { BlogPage, BlogView, CreateBlogInput, SavedBlog } from '#shared/contracts/blogs.ts';
import { type Answers, apiError, fakeApi, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { render } from '#tests/support/render.tsx';

const USER = 'tutor-1';
const AT = new Date('2026-03-02T04:30:00.000Z');
const LATER = new Date('2026-03-02T05:30:00.000Z');

const makePost = (overrides: Partial<BlogView> = {}): BlogView => ({
  ...{ id: 'blog-1', title: 'Title', content: '<p>Words</p>', tags: [], status: 'draft', likes: 0, isLiked: false, isOwn: true },
  ...{ featuredImage: '', author: { id: 'tutor-profile-1', name: 'Nimal', profileImage: '' }, readingTime: 1, createdAt: AT, updatedAt: AT },
  ...overrides,
});
const makePage = (overrides: Partial<BlogView> = {}): BlogPage => {
  const { author, ...post } = makePost(overrides);
  return { ...post, author: { ...author, bio: '', isVerified: false, rating: 0, totalReviews: 0, subjects: [] } };
};
const savedAs = (overrides: Partial<BlogView> = {}): SavedBlog => ({
  message: 'Blog updated successfully',
  blog: makePost({ updatedAt: LATER, ...overrides }),
});

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

type State = ReturnType<typeof useBlogDraft>;

async function renderDraft(post: BlogView | null, answers: Answers = {}) {
  const api = fakeApi(answers);
  const rendered: { state: State | null } = { state: null };
  function Editor() {
    rendered.state = useBlogDraft(USER, post);
    return null;
  }
  const { router } = await render(<Editor />, { api });
  const state = () => rendered.state ?? expect.fail('nothing was rendered');
  const run = (work: (state: State) => unknown) => act(async () => void (await work(state())));
  const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const leave = () => act(async () => router.history.push('/elsewhere'));
  const calls = () => api.calls.filter(({ path }) => path !== 'blogs.byId').map(({ path, input }) => [path, input]);
  return { state, run, advance, leave, calls };
}

// spec blogs.5 | D Tutor profile and verification | A draft saves itself two seconds after the last key, and is there after a reload |
//   src/client/features/blogs/use-blog-draft.ts
describe('useBlogDraft with a draft', () => {
  // spec blogs.6
  test('saves two seconds after the last key, based on the post that was loaded', async () => {
    const { run, advance, calls, state } = await renderDraft(makePost(), { 'blogs.update': ({ title }) => savedAs({ title }) });
    await run(({ change }) => change({ title: 'One' }));
    await advance(1_500);
    await run(({ change }) => change({ title: 'Two' }));
    await advance(1_999);
    expect(calls()).toEqual([]);
    await advance(1);
    expect(calls()).toMatchObject([['blogs.update', { id: 'blog-1', title: 'Two', seenAt: AT }]]);
    expect(calls()[0]?.[1]).not.toHaveProperty('status');
    expect(state().saveStatus).toBe('saved');

    await run(({ change }) => change({ title: 'Three' }));
    await advance(2_000);
    expect(calls().at(-1)).toMatchObject(['blogs.update', { title: 'Three', seenAt: LATER }]);
  });

  test('creates a new post once, and updates it from then on', async () => {
    const { run, advance, calls, state } = await renderDraft(null, { 'blogs.create': () => savedAs(), 'blogs.update': () => savedAs() });
    await run(({ change }) => change({ title: 'One' }));
    await advance(5_000);
    expect(calls()).toEqual([]);
    await run(({ change }) => change({ content: '<p>Words</p>' }));
    await advance(2_000);
    await run(({ change }) => change({ title: 'Two' }));
    await advance(2_000);
    expect(calls().map(([path]) => path)).toEqual(['blogs.create', 'blogs.update']);
    expect(state().id).toBe('blog-1');
  });
});

describe('useBlogDraft with a published post', () => {
  // spec blogs.12 | D Tutor profile and verification | Edits of a published post stay in the browser until Update |
  //   src/client/features/blogs/use-blog-draft.ts
  test('stores edits in the browser until Update', async () => {
    const { run, advance, calls } = await renderDraft(makePost({ status: 'published' }), { 'blogs.update': () => savedAs({ status: 'published' }) });
    await run(({ change }) => change({ title: 'Corrected' }));
    await advance(60_000);
    expect(calls()).toEqual([]);
    expect(storedDraft(USER, 'blog-1').read()).toMatchObject({ title: 'Corrected', seenAt: AT });
    await run(({ save }) => save('published'));
    expect(calls()).toMatchObject([['blogs.update', { title: 'Corrected', status: 'published', seenAt: AT }]]);
    expect(storedDraft(USER, 'blog-1').read()).toBeNull();
  });
});

// spec blogs.13
describe('useBlogDraft with a post that was changed in another tab', () => {
  const renderConflict = (answers: Answers = {}) =>
    renderDraft(makePost(), {
      'blogs.update': ({ seenAt, title, status }) => {
        if (seenAt?.getTime() !== LATER.getTime()) throw apiError('blog.changed');
        return savedAs({ title, status });
      },
      'blogs.byId': () => makePage({ title: 'Saved elsewhere', status: 'published', updatedAt: LATER }),
      ...answers,
    });

  test('does not overwrite it: the draft stays, and nothing saves itself any more', async () => {
    const { run, advance, calls, state } = await renderConflict();
    await run(({ change }) => change({ title: 'Typed here' }));
    await advance(2_000);
    expect(state()).toMatchObject({ hasConflict: true, draft: { title: 'Typed here' }, message: null });
    await run(({ change }) => change({ title: 'Typed here, longer' }));
    await advance(60_000);
    expect(calls()).toHaveLength(1);
    expect(storedDraft(USER, 'blog-1').read()).toMatchObject({ title: 'Typed here, longer', seenAt: AT });
  });

  test('loads it when that is chosen', async () => {
    const { run, advance, calls, state } = await renderConflict();
    await run(({ change }) => change({ title: 'Typed here' }));
    await advance(2_000);
    await run(({ loadSaved }) => loadSaved());
    expect(state()).toMatchObject({ hasConflict: false, draft: { title: 'Saved elsewhere' }, status: 'published', saveStatus: 'none', version: 1 });
    expect(storedDraft(USER, 'blog-1').read()).toBeNull();
    await run(({ change }) => change({ title: 'Saved elsewhere, corrected' }));
    await run(({ save }) => save('published'));
    expect(calls().at(-1)).toMatchObject(['blogs.update', { title: 'Saved elsewhere, corrected', seenAt: LATER }]);
  });

  test('overwrites it when that is chosen, and leaves it published', async () => {
    const { run, advance, calls, state } = await renderConflict();
    await run(({ change }) => change({ title: 'Typed here' }));
    await advance(2_000);
    await run(({ overwrite }) => overwrite());
    expect(calls().at(-1)).toMatchObject(['blogs.update', { title: 'Typed here', status: 'published', seenAt: LATER }]);
    expect(state()).toMatchObject({ hasConflict: false, draft: { title: 'Typed here' }, status: 'published', saveStatus: 'saved' });
  });

  // spec s12-seen.3 | S12 E | Overwriting a post keeps what another tab has saved in the parts that were not touched here |
  //   src/client/features/blogs/draft-state.ts
  test('keeps what was saved elsewhere in the parts that were not touched here', async () => {
    const { run, advance, calls } = await renderConflict({
      'blogs.byId': () => makePage({ title: 'Saved elsewhere', tags: ['elsewhere'], status: 'published', updatedAt: LATER }),
    });
    await run(({ change }) => change({ title: 'Typed here' }));
    await advance(2_000);
    await run(({ overwrite }) => overwrite());
    expect(calls().at(-1)).toMatchObject(['blogs.update', { title: 'Typed here', tags: ['elsewhere'] }]);
  });

  test('reports the conflict at once where an older draft was stored', async () => {
    const first = await renderDraft(makePost({ status: 'published' }));
    await first.run(({ change }) => change({ title: 'Stored' }));
    const { state, advance, calls } = await renderDraft(makePost({ title: 'Newer', updatedAt: LATER }));
    await advance(60_000);
    expect(state()).toMatchObject({ hasConflict: true, isRestored: true, draft: { title: 'Stored' } });
    expect(calls()).toEqual([]);
  });
});

describe('the stored draft of a new post', () => {
  // spec blogs.5
  test('is there after a reload, and saves nothing before something is typed', async () => {
    const first = await renderDraft(null);
    await first.run(({ change }) => change({ title: 'New', content: '<p>Words</p>' }));
    window.dispatchEvent(new Event('pagehide'));
    const { state, run, advance, calls } = await renderDraft(null, { 'blogs.create': () => savedAs() });
    expect(state()).toMatchObject({ isRestored: true, draft: { title: 'New' } });
    await advance(60_000);
    expect(calls()).toEqual([]);
    await run(({ discard }) => discard());
    expect(state()).toMatchObject({ isRestored: false, draft: { title: '' }, version: 1 });
    await run(({ change }) => change({ title: 'Newer', content: '<p>Words</p>' }));
    await advance(2_000);
    expect(calls()).toMatchObject([['blogs.create', { title: 'Newer' }]]);
  });

  // spec blogs.6 | S3 | A new post is kept under its own name once the server has it, and not offered as a new one again; a saving by itself changes
  //   no status | src/client/features/blogs/use-blog-draft.ts
  test('is stored under the id of the post once the server has it, and not offered as a new post again', async () => {
    const { run, advance, state } = await renderDraft(null, { 'blogs.create': () => savedAs({ id: 'made' }) });
    await run(({ change }) => change({ title: 'New', content: '<p>Words</p>' }));
    await advance(2_000);
    expect(state()).toMatchObject({ id: 'made', saveStatus: 'saved' });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
    await run(({ change }) => change({ title: 'New, and more' }));
    expect(storedDraft(USER, 'made').read()).toMatchObject({ title: 'New, and more', seenAt: LATER });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toHaveLength(1);
  });

  // spec blogs.14 | S3 | Two tabs that write a new post do not share what is kept of it | src/client/features/blogs/stored-draft.ts
  test('is not shared by two tabs, and goes to the next tab when one is closed', async () => {
    const { run } = await renderDraft(null);
    await run(({ change }) => change({ title: 'In the first tab' }));
    const other = claimDraftName(USER, 'another tab');
    expect(storedDraft(USER, other).read()).toBeNull();
    window.dispatchEvent(new Event('pagehide'));
    releaseDraftName(other, 'another tab');
    expect(storedDraft(USER, claimDraftName(USER, 'a third tab')).read()?.title).toBe('In the first tab');
  });
});

// spec blogs.30
describe('the key of a new post', () => {
  const NEW = { title: 'New', content: '<p>Words</p>' };
  const LOST = () => {
    throw networkError();
  };
  const keysOf = (calls: unknown[][]) =>
    calls.filter(([path]) => path === 'blogs.create').map(([, input]) => (input as CreateBlogInput).idempotencyKey ?? expect.fail('no key'));

  test('is the same for each try whose answer is lost, and each says when it was sent', async () => {
    const { run, advance, calls } = await renderDraft(null, { 'blogs.create': LOST });
    await run(({ change }) => change(NEW));
    await advance(2_000);
    await advance(10_000);
    await run(({ save }) => save('published'));
    expect(keysOf(calls())).toHaveLength(3);
    expect(new Set(keysOf(calls())).size).toBe(1);
    expect(calls().map(([, input]) => (input as CreateBlogInput).status)).toEqual([undefined, undefined, 'published']);
    const sentAt = calls().map(([, input]) => Number((input as CreateBlogInput).sentAt));
    expect(sentAt).toEqual([...sentAt].sort((a, b) => a - b));
    expect(sentAt[0]).toBeGreaterThan(0);
  });

  test('is stored with the draft, so that it is the same after a reload', async () => {
    const first = await renderDraft(null, { 'blogs.create': LOST });
    await first.run(({ change }) => change(NEW));
    await first.advance(2_000);
    window.dispatchEvent(new Event('pagehide'));
    const { run, calls, state } = await renderDraft(null, { 'blogs.create': () => savedAs({ ...NEW, id: 'made' }) });
    expect(state().isRestored).toBe(true);
    await run(({ save }) => save('draft'));
    expect(keysOf(calls())).toEqual(keysOf(first.calls()));
    expect(state().id).toBe('made');
  });

  test('is made once for a draft that was stored before there were keys', async () => {
    localStorage.setItem(`draft:${USER}:blog new 1`, JSON.stringify({ ...NEW, tags: [], featuredImage: '', seenAt: null }));
    const first = await renderDraft(null, { 'blogs.create': LOST });
    expect(first.state()).toMatchObject({ isRestored: true, draft: NEW });
    await first.run(({ save }) => save('draft'));
    window.dispatchEvent(new Event('pagehide'));
    const { run, calls } = await renderDraft(null, { 'blogs.create': LOST });
    await run(({ save }) => save('draft'));
    expect(keysOf(calls())).toEqual(keysOf(first.calls()));
  });

  test('is another for the next post, for that of another tab, and for a post that was deleted', async () => {
    const first = await renderDraft(null, { 'blogs.create': () => savedAs({ ...NEW, id: 'made' }) });
    await first.run(({ change }) => change(NEW));
    await first.run(({ save }) => save('draft'));
    await first.leave();
    const second = await renderDraft(null);
    await second.run(({ change }) => change(NEW));
    const other = claimDraftName(USER, 'another tab');
    expect(storedDraft(USER, other).read()).toBeNull();
    releaseDraftName(other, 'another tab');
    storedDraft(USER, 'gone').write({ ...NEW, tags: [], featuredImage: '', seenAt: AT, creationKey: 'key of gone' });
    moveDraftToNewPost(USER, 'gone');
    const stored = Object.keys(localStorage).filter((key) => key.startsWith(`draft:${USER}:blog new`));
    const keys = [...keysOf(first.calls()), ...stored.map((key) => JSON.parse(localStorage.getItem(key) ?? '').creationKey)];
    expect(new Set(keys).size).toBe(3);
    expect(keys).not.toContain('key of gone');
    expect(keys).not.toContain('');
  });

  test('is another after a discard, and a late answer to what was sent before does not belong to what is typed then', async () => {
    storedDraft(USER, 'new 1').write({ ...NEW, tags: [], featuredImage: '', seenAt: null, creationKey: 'key' });
    let answer: (saved: SavedBlog) => void = () => {};
    const late = new Promise<SavedBlog>((resolve) => {
      answer = resolve;
    });
    const { run, advance, calls, state } = await renderDraft(null, {
      'blogs.create': ({ title }) => (title === 'Another' ? savedAs({ id: 'another', title }) : late),
    });
    await run(({ save }) => void save('draft'));
    await run(({ discard }) => discard());
    await run(({ change }) => change({ ...NEW, title: 'Another' }));
    await run(() => answer(savedAs({ ...NEW, id: 'made' })));
    expect(state()).toMatchObject({ id: null, draft: { title: 'Another' } });
    await advance(2_000);
    expect(state()).toMatchObject({ id: 'another', saveStatus: 'saved' });
    expect(keysOf(calls())).toEqual(['key', expect.not.stringMatching(/^key$/)]);
  });

  describe('where an earlier try has created a post that was edited since', () => {
    const renderEdited = () =>
      renderDraft(null, {
        'blogs.create': () => {
          throw apiError('blog.changed', { params: { id: 'made' } });
        },
        'blogs.update': ({ seenAt, title, status }) => {
          if (seenAt?.getTime() !== LATER.getTime()) throw apiError('blog.changed', { params: { id: 'made' } });
          return savedAs({ id: 'made', title, status });
        },
        'blogs.byId': () => makePage({ id: 'made', title: 'Edited elsewhere', tags: ['elsewhere'], status: 'published', updatedAt: LATER }),
      });

    test('leads to the choice between the two, stores what was typed, and saves nothing over it unasked', async () => {
      const { run, advance, calls, state } = await renderEdited();
      await run(({ change }) => change(NEW));
      await advance(2_000);
      expect(state()).toMatchObject({ id: 'made', hasConflict: true, draft: NEW, message: null });
      await run(({ change }) => change({ title: 'New, and more' }));
      await advance(60_000);
      expect(calls()).toHaveLength(1);
      expect(storedDraft(USER, 'made').read()).toMatchObject({ title: 'New, and more' });
      expect(storedDraft(USER, 'new 1').read()).toBeNull();
      await run(({ save }) => save('published'));
      expect(calls()[1]).toMatchObject(['blogs.update', { id: 'made', seenAt: expect.any(Date) }]);
      expect(state()).toMatchObject({ hasConflict: true, draft: { title: 'New, and more' } });
    });

    test('saves what was typed here when that is chosen', async () => {
      const { run, advance, calls, state } = await renderEdited();
      await run(({ change }) => change(NEW));
      await advance(2_000);
      await run(({ overwrite }) => overwrite());
      expect(calls().at(-1)).toMatchObject(['blogs.update', { id: 'made', ...NEW, tags: [], status: 'published', seenAt: LATER }]);
      expect(state()).toMatchObject({ id: 'made', hasConflict: false, saveStatus: 'saved' });
    });

    test('loads the post when that is chosen', async () => {
      const { run, advance, state } = await renderEdited();
      await run(({ change }) => change(NEW));
      await advance(2_000);
      await run(({ loadSaved }) => loadSaved());
      expect(state()).toMatchObject({ id: 'made', hasConflict: false, draft: { title: 'Edited elsewhere' }, status: 'published' });
    });

    test('is asked about after a reload, too', async () => {
      const { run, advance } = await renderEdited();
      await run(({ change }) => change(NEW));
      await advance(2_000);
      const { state } = await renderDraft(makePost({ id: 'made', title: 'Edited elsewhere' }));
      expect(state()).toMatchObject({ hasConflict: true, draft: NEW });
    });
  });

  describe('where the page is left before the answer and opened again', () => {
    const leaveAndReturn = async (answers: Answers = {}) => {
      let answer: (saved: SavedBlog | Promise<SavedBlog>) => void = () => {};
      const late = new Promise<SavedBlog>((resolve) => {
        answer = resolve;
      });
      const first = await renderDraft(null, { 'blogs.create': () => late });
      await first.run(({ change }) => change(NEW));
      await first.leave();
      await first.advance(0);
      const second = await renderDraft(null, answers);
      return { first, second, answer: (saved: SavedBlog | Promise<SavedBlog>) => second.run(() => answer(saved)) };
    };

    test('goes on with the same post, and keeps what was typed meanwhile', async () => {
      const { first, second, answer } = await leaveAndReturn({ 'blogs.create': ({ title }) => savedAs({ id: 'made', title }) });
      await second.run(({ change }) => change({ title: 'New, and more' }));
      await answer(savedAs({ ...NEW, id: 'made' }));
      expect(storedDraft(USER, second.state().name).read()).toMatchObject({ title: 'New, and more' });
      expect(claimDraftName(USER, 'another tab')).not.toBe(second.state().name);
      await second.advance(2_000);
      expect(keysOf(second.calls())).toEqual(keysOf(first.calls()));
      expect(second.state()).toMatchObject({ id: 'made', saveStatus: 'saved' });
    });

    test('offers nothing once more that the server has', async () => {
      const { answer } = await leaveAndReturn();
      await answer(savedAs({ ...NEW, id: 'made' }));
      expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
    });

    test('leaves a conflict that nobody has seen to the next try', async () => {
      const { second, answer } = await leaveAndReturn();
      await answer(Promise.reject(apiError('blog.changed', { params: { id: 'made' } })));
      expect(storedDraft(USER, 'made').read()).toBeNull();
      expect(storedDraft(USER, second.state().name).read()).toMatchObject(NEW);
    });
  });
});

// spec blogs.7 | S3 | A saving that failed is tried again after 10 s, then every 30 s, and as soon as there is a network |
//   src/client/features/blogs/use-blog-draft.ts
describe('a save that failed', () => {
  test('is tried again after 10 seconds, and every 30 from then on, until it is saved', async () => {
    let isOffline = true;
    const { run, advance, calls, state } = await renderDraft(makePost(), {
      'blogs.update': () => {
        if (isOffline) throw networkError();
        return savedAs();
      },
    });
    await run(({ change }) => change({ title: 'Typed here' }));
    await advance(2_000);
    expect(state().saveStatus).toBe('failed');
    await advance(9_999);
    expect(calls()).toHaveLength(1);
    await advance(1);
    expect(calls()).toHaveLength(2);
    await advance(29_999);
    expect(calls()).toHaveLength(2);
    isOffline = false;
    await advance(1);
    expect(calls()).toHaveLength(3);
    expect(state()).toMatchObject({ saveStatus: 'saved', message: null });
    await advance(120_000);
    expect(calls()).toHaveLength(3);
  });

  test('is tried again as soon as there is a network', async () => {
    let isOffline = true;
    const { run, advance, state } = await renderDraft(makePost(), {
      'blogs.update': () => {
        if (isOffline) throw networkError();
        return savedAs();
      },
    });
    await run(({ change }) => change({ title: 'Typed here' }));
    await advance(2_000);
    isOffline = false;
    await run(() => window.dispatchEvent(new Event('online')));
    await advance(0);
    expect(state().saveStatus).toBe('saved');
  });

  test('is tried again when the server says that it may', async () => {
    const { run, advance, calls } = await renderDraft(makePost(), {
      'blogs.update': () => {
        throw rateLimitError(45);
      },
    });
    await run(({ change }) => change({ title: 'Typed here' }));
    await advance(2_000);
    await advance(44_999);
    expect(calls()).toHaveLength(1);
    await advance(1);
    expect(calls()).toHaveLength(2);
  });

  test('is not tried again where the same would be refused again', async () => {
    const { run, advance, calls } = await renderDraft(makePost(), {
      'blogs.update': () => {
        throw apiError('upload.photo_url', { field: 'featuredImage' });
      },
    });
    await run(({ change }) => change({ featuredImage: '/elsewhere.png' }));
    await advance(120_000);
    expect(calls()).toHaveLength(1);
  });
});

describe('useBlogDraft with a post that was deleted in another tab', () => {
  // spec blogs.9 | S3 | A post that was deleted in another tab can be saved as a new one | src/client/features/blogs/use-blog-draft.ts
  test('stores the draft, saves it no more, and creates a new post when that is asked for', async () => {
    const { run, advance, calls, state } = await renderDraft(makePost(), {
      'blogs.update': () => {
        throw apiError('blog.not_found');
      },
      'blogs.create': ({ title }) => savedAs({ id: 'another', title }),
    });
    await run(({ change }) => change({ title: 'Typed here' }));
    await advance(2_000);
    expect(state()).toMatchObject({ isDeleted: true, draft: { title: 'Typed here' } });
    await run(({ change }) => change({ title: 'Typed here, longer' }));
    await advance(120_000);
    expect(calls()).toHaveLength(1);
    expect(storedDraft(USER, claimDraftName(USER)).read()).toMatchObject({ title: 'Typed here, longer', seenAt: null });
    await run(({ save }) => save('draft'));
    expect(calls().at(-1)).toMatchObject(['blogs.create', { title: 'Typed here, longer', status: 'draft' }]);
    expect(state()).toMatchObject({ isDeleted: false, saveStatus: 'saved' });
  });

  // spec blogs.9
  test('moves a restored draft away from the post that is gone', async () => {
    storedDraft(USER, 'blog-1').write({ title: 'Restored', content: '<p>Words</p>', tags: [], featuredImage: '', seenAt: AT, creationKey: 'key' });
    const { run, state } = await renderDraft(makePost(), {
      'blogs.update': () => {
        throw apiError('blog.not_found');
      },
    });
    expect(state()).toMatchObject({ isRestored: true, draft: { title: 'Restored' } });
    await run(({ save }) => save('draft'));
    expect(state().isDeleted).toBe(true);
    expect(storedDraft(USER, 'blog-1').read()).toBeNull();
    expect(storedDraft(USER, state().name).read()).toMatchObject({ title: 'Restored', seenAt: null });
  });
});

// spec blogs.8 | S3 | Whoever leaves the editor loses nothing: a draft is saved at once, else kept in the browser, else asked about |
//   src/client/features/blogs/use-blog-draft.ts
describe('useBlogDraft when the page is left', () => {
  test('saves at once what has not been saved', async () => {
    const { run, leave, advance, calls } = await renderDraft(makePost(), { 'blogs.update': () => savedAs() });
    await run(({ change }) => change({ title: 'The last words' }));
    await leave();
    await advance(0);
    expect(calls()).toMatchObject([['blogs.update', { title: 'The last words' }]]);
    expect(storedDraft(USER, 'blog-1').read()).toBeNull();
  });

  test('stores in the browser what could not be saved', async () => {
    const first = await renderDraft(makePost(), {
      'blogs.update': () => {
        throw networkError();
      },
    });
    await first.run(({ change }) => change({ title: 'The last words' }));
    await first.leave();
    await first.advance(0);
    const { state } = await renderDraft(makePost());
    expect(state()).toMatchObject({ isRestored: true, hasConflict: false, draft: { title: 'The last words' } });
  });

  test('asks first where the browser stores nothing', async () => {
    const { run } = await renderDraft(makePost({ status: 'published' }));
    const isPrompted = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isPrompted()).toBe(false);
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { setItem: full, getItem: () => null, removeItem: () => undefined, clear: () => undefined });
    await run(({ change }) => change({ title: 'Stored nowhere' }));
    vi.unstubAllGlobals();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    expect(isPrompted()).toBe(true);
    storedDraft(USER, 'blog-1').remove();
  });

  test('sends nothing of a published post', async () => {
    const { run, leave, advance, calls } = await renderDraft(makePost({ status: 'published' }));
    await run(({ change }) => change({ title: 'Corrected' }));
    await leave();
    await advance(0);
    expect(calls()).toEqual([]);
    expect(storedDraft(USER, 'blog-1').read()).toMatchObject({ title: 'Corrected' });
  });
});
