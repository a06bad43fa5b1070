import { describe, expect, test } from 'vitest';
import {
  type BlogDraft,
  type DraftAction,
  type DraftState,
  getAutosaveDelay,
  reduceDraft,
  type SaveStatus,
  startDraft,
} from '#client/features/blogs/draft-state.ts';
import { makeI18n } from '#client/lib/i18n.ts';
import type { BlogView } from '#shared/contracts/blogs.ts';
import { apiError, networkError, rateLimitError } from '#tests/support/fake-api.ts';

const AT = new Date('2026-03-02T04:30:00.000Z');
const LATER = new Date('2026-03-02T05:30:00.000Z');
const DRAFT: BlogDraft = { title: 'Title', content: '<p>Words</p>', tags: ['Physics'], featuredImage: '' };
const BLOG: BlogView = {
  ...DRAFT,
  ...{ id: 'blog-1', status: 'draft', likes: 0, isLiked: false, isOwn: true, readingTime: 1, createdAt: AT, updatedAt: AT },
  author: { id: 'tutor-profile-1', name: 'Nimal', profileImage: '' },
};
const PUBLISHED: BlogView = { ...BLOG, status: 'published', updatedAt: LATER };

const i18n = makeI18n('en');
const reduce = (state: DraftState, ...actions: DraftAction[]): DraftState =>
  actions.reduce((before, action) => reduceDraft(i18n, before, action), state);
const start = startDraft('blog-1', BLOG, null);
const edit = (part: Partial<BlogDraft>): DraftAction => ({ type: 'edited', part });
const fail = (error: unknown): DraftAction => ({ type: 'saveFailed', error });
const newPost = startDraft('new 1', null, { ...DRAFT, seenAt: null, creationKey: 'key' });
const edited = reduce(start, edit({ title: 'Edited' }));
const conflicting = reduce(edited, { type: 'sent' }, fail(apiError('blog.changed')));

describe('startDraft', () => {
  test.each<[string, DraftState, Partial<DraftState>]>([
    ['is empty for a new post', startDraft('new 1', null, null), { id: null, status: 'draft', seenAt: null, saveStatus: 'none' }],
    ['is the post that was loaded', start, { id: 'blog-1', draft: DRAFT, saved: DRAFT, seenAt: AT, isRestored: false }],
    [
      'is the stored draft of a new post',
      startDraft('new 1', null, { ...DRAFT, seenAt: null, creationKey: 'key' }),
      { draft: DRAFT, saved: null, saveStatus: 'unsaved', isRestored: true, hasConflict: false },
    ],
    [
      'is the stored draft of the post as it still is',
      startDraft('blog-1', BLOG, { ...DRAFT, title: 'Stored', seenAt: AT, creationKey: 'key' }),
      { draft: { ...DRAFT, title: 'Stored' }, seenAt: AT, isRestored: true, hasConflict: false },
    ],
    [
      'has a conflict where the post was saved after the stored draft',
      startDraft('blog-1', PUBLISHED, { ...DRAFT, title: 'Stored', seenAt: AT, creationKey: 'key' }),
      { status: 'published', seenAt: AT, hasConflict: true },
    ],
    [
      'has a conflict where nobody knows which post the stored draft changes',
      startDraft('blog-1', BLOG, { ...DRAFT, title: 'Stored', seenAt: null, creationKey: 'key' }),
      { hasConflict: true },
    ],
  ])('%s', (_, state, expected) => {
    expect(state).toMatchObject(expected);
  });
});

describe('reduceDraft', () => {
  test.each<[string, DraftState, Partial<DraftState>]>([
    ['an edit changes the draft', edited, { draft: { ...DRAFT, title: 'Edited' }, saved: DRAFT, saveStatus: 'unsaved', isEdited: true }],
    [
      'an edit removes the error of its field alone',
      reduce(start, { type: 'checked', errors: { title: 'Title is required', content: 'Content is required' } }, edit({ title: 'T' })),
      { errors: { content: 'Content is required' } },
    ],
    [
      'a request removes the message of the one before',
      reduce(edited, fail(networkError()), { type: 'sent' }),
      { saveStatus: 'saving', message: null, failures: 1 },
    ],
    [
      'a save is complete where nothing was typed meanwhile',
      reduce(edited, fail(networkError()), { type: 'sent' }, { type: 'saved', draft: edited.draft, blog: PUBLISHED }),
      { saved: edited.draft, seenAt: LATER, status: 'published', saveStatus: 'saved', failures: 0 },
    ],
    [
      'a save leaves unsaved what was typed meanwhile',
      reduce(edited, { type: 'sent' }, edit({ title: 'More' }), { type: 'saved', draft: edited.draft, blog: PUBLISHED }),
      { draft: { ...DRAFT, title: 'More' }, saved: edited.draft, seenAt: LATER, saveStatus: 'unsaved' },
    ],
    [
      'a new post is stored under its id once it is saved',
      reduce(startDraft('new 1', null, { ...DRAFT, seenAt: null, creationKey: 'key' }), { type: 'saved', draft: DRAFT, blog: BLOG }),
      { id: 'blog-1', name: 'blog-1', isRestored: false },
    ],
    [
      'a failure without an answer has a message, and is tried again after ten seconds',
      reduce(edited, fail(networkError())),
      { saveStatus: 'failed', failures: 1, retryDelay: 10_000, message: 'Failed to save blog. Please try again.' },
    ],
    ['every further failure is tried again after thirty seconds', reduce(edited, fail(networkError()), fail(networkError())), { retryDelay: 30_000 }],
    ['a failure waits as long as the server says', reduce(edited, fail(rateLimitError(45))), { retryDelay: 45_000 }],
    [
      'an error of one tag belongs to the field of the tags, and is not tried again',
      reduce(edited, fail(apiError('upload.photo_url', { field: 'tags.2' }))),
      { errors: { tags: expect.any(String) }, message: null, retryDelay: null },
    ],
    [
      'a conflict of a new post leads to the post that an earlier try has created, of which nothing was seen',
      reduce(
        startDraft('new 1', null, { ...DRAFT, seenAt: null, creationKey: 'key' }),
        { type: 'sent' },
        fail(apiError('blog.changed', { params: { id: 'made' } })),
      ),
      { id: 'made', name: 'made', hasConflict: true, draft: DRAFT, saved: null, seenAt: new Date(0), message: null },
    ],
    ['a conflict has no message, and keeps the draft', conflicting, { hasConflict: true, message: null, draft: edited.draft, seenAt: AT }],
    [
      'a conflict ends when the saved post is loaded',
      reduce(conflicting, { type: 'replaced', blog: PUBLISHED }),
      { draft: DRAFT, seenAt: LATER, status: 'published', hasConflict: false, isEdited: false, saveStatus: 'none', version: 1 },
    ],
    [
      'a conflict goes on until the draft has replaced the saved post',
      reduce(conflicting, { type: 'conflictAccepted', blog: PUBLISHED }),
      { draft: edited.draft, seenAt: LATER, hasConflict: true },
    ],
    [
      'a draft whose post was deleted belongs to no post',
      reduce(conflicting, { type: 'deleted', name: 'new 1' }),
      { id: null, name: 'new 1', seenAt: null, saved: null, status: 'draft', hasConflict: false, isDeleted: true, draft: edited.draft },
    ],
    [
      'a draft whose post was deleted is a post again once it is saved',
      reduce(edited, { type: 'deleted', name: 'new 1' }, { type: 'saved', draft: edited.draft, blog: { ...BLOG, id: 'blog-2' } }),
      { id: 'blog-2', name: 'blog-2', isDeleted: false },
    ],
    [
      'a discarded new post is empty',
      reduce(startDraft('new 1', null, { ...DRAFT, seenAt: null, creationKey: 'key' }), { type: 'replaced', blog: null }),
      { draft: { title: '', content: '', tags: [], featuredImage: '' }, isRestored: false, version: 1 },
    ],
    [
      'a post that cannot be loaded says so until it is loaded again',
      reduce(conflicting, { type: 'loadFailed', error: networkError() }),
      { message: 'Failed to fetch blogs', hasConflict: true },
    ],
    [
      'a post that is loaded again says nothing',
      reduce(conflicting, { type: 'loadFailed', error: networkError() }, { type: 'loading' }),
      { message: null, hasConflict: true },
    ],
  ])('%s', (_, state, expected) => {
    expect(state).toMatchObject(expected);
  });

  // spec blogs.30
  test.each<[string, DraftState, boolean]>([
    ['is kept by an edit', reduce(newPost, edit({ title: 'More' })), true],
    ['is kept by a try that failed', reduce(newPost, { type: 'sent' }, fail(networkError())), true],
    ['is another once the post is discarded', reduce(newPost, { type: 'replaced', blog: null }), false],
    ['is another once the post was deleted', reduce(newPost, { type: 'deleted', name: 'new 2' }), false],
  ])('the key of a new post %s', (_, { creationKey }, isSame) => {
    expect(newPost.creationKey).toBe('key');
    expect(creationKey).not.toBe('');
    expect(creationKey === 'key').toBe(isSame);
  });

  test('a draft that was stored without a key gets one', () => {
    expect(startDraft('new 1', null, { ...DRAFT, seenAt: null, creationKey: '' }).creationKey).not.toBe('');
  });

  test('leaves a draft that is saved equal to what the server has', () => {
    const state = reduce(edited, { type: 'saved', draft: edited.draft, blog: BLOG });
    expect(state.draft).toBe(state.saved);
  });
});

describe('getAutosaveDelay', () => {
  test.each<[SaveStatus, number | null]>([
    ['unsaved', 2_000],
    ['failed', 10_000],
    ['saving', null],
    ['saved', null],
    ['none', null],
  ])('of a draft that is %s is %j', (saveStatus, delay) => {
    expect(getAutosaveDelay({ ...edited, saveStatus, retryDelay: 10_000 })).toBe(delay);
  });

  test.each<[string, DraftState]>([
    ['nobody has edited', startDraft('blog-1', BLOG, { ...DRAFT, title: 'Stored', seenAt: AT, creationKey: 'key' })],
    ['is published', { ...edited, status: 'published' }],
    ['has a conflict', reduce(conflicting, edit({ title: 'More' }))],
    ['was deleted', reduce(edited, { type: 'deleted', name: 'new 1' }, edit({ title: 'More' }))],
    ['has no title', reduce(start, edit({ title: ' ' }))],
    ['has no content', reduce(start, edit({ content: '<p></p>' }))],
  ])('is null for a draft that %s', (_, state) => {
    expect(getAutosaveDelay(state)).toBeNull();
  });
});
