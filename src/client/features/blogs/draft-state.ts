import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { newId } from '#client/lib/new-id.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import type { BlogView } from '#shared/contracts/blogs.ts';
import { hasContent } from '#shared/domain/rich-text.ts';
import { VALIDATION } from '#shared/messages.ts';
import type { BlogStatus } from '#shared/vocabulary/content.ts';
import { BLOGS } from '#shared/vocabulary/limits.ts';

export type BlogDraft = { title: string; content: string; tags: string[]; featuredImage: string };
export type StoredDraft = BlogDraft & {
  seenAt: Date | null;
  creationKey: string;
};
export type BlogErrors = Partial<Record<keyof BlogDraft, string>>;
export type SaveStatus = 'none' | 'unsaved' | 'saving' | 'saved' | 'failed';

export type DraftState = {
  id: string | null;
  name: string;
  status: BlogStatus;
  draft: BlogDraft;
  saved: BlogDraft | null;
  seenAt: Date | null;
  /** The same for all tries to create the post. */
  creationKey: string;
  saveStatus: SaveStatus;
  errors: BlogErrors;
  message: string | null;
  isEdited: boolean;
  isRestored: boolean;
  /** The post was saved elsewhere: nothing is saved until the author chooses a version. */
  hasConflict: boolean;
  /** The post was deleted elsewhere: the next save creates a new one. */
  isDeleted: boolean;
  failures: number;
  /** Milliseconds until a failed save is tried again; null where it would fail again. */
  retryDelay: number | null;
  /** Increases whenever the draft is replaced from outside of the editor. */
  version: number;
};

export type DraftAction =
  | { type: 'edited'; part: Partial<BlogDraft> }
  | { type: 'checked'; errors: BlogErrors }
  | { type: 'sent' }
  | { type: 'saved'; draft: BlogDraft; blog: BlogView }
  | { type: 'saveFailed'; error: unknown }
  | { type: 'loading' }
  | { type: 'loadFailed'; error: unknown }
  | { type: 'deleted'; name: string }
  | { type: 'conflictAccepted'; blog: BlogView }
  | { type: 'replaced'; blog: BlogView | null };

/** Of a post that exists and that the author has not seen: nothing is saved over it. */
const NEVER = new Date(0);
const EMPTY: BlogDraft = { title: '', content: '', tags: [], featuredImage: '' };

const toDraft = ({ title, content, tags, featuredImage }: BlogDraft): BlogDraft => ({ title, content, tags, featuredImage });

export function isSameDraft(a: BlogDraft, b: BlogDraft): boolean {
  return JSON.stringify(toDraft(a)) === JSON.stringify(toDraft(b));
}

export function startDraft(name: string, blog: BlogView | null, stored: StoredDraft | null): DraftState {
  const draft = toDraft(stored ?? blog ?? EMPTY);
  const seenAt = stored ? stored.seenAt : (blog?.updatedAt ?? null);
  return {
    id: blog?.id ?? null,
    name,
    status: blog?.status ?? 'draft',
    draft,
    saved: stored ? null : draft,
    seenAt,
    creationKey: stored?.creationKey || newId(),
    saveStatus: stored ? 'unsaved' : 'none',
    errors: {},
    message: null,
    isEdited: false,
    isRestored: stored !== null,
    hasConflict: blog !== null && stored !== null && (seenAt === null || seenAt < blog.updatedAt),
    isDeleted: false,
    failures: 0,
    retryDelay: null,
    version: 0,
  };
}

export function changedParts(draft: BlogDraft, saved: BlogDraft | null): (keyof BlogDraft)[] {
  const parts = ['title', 'content', 'tags', 'featuredImage'] as const;
  return parts.filter((name) => saved === null || JSON.stringify(draft[name]) !== JSON.stringify(saved[name]));
}

/** What was changed elsewhere in the fields that were not changed here stays. */
function withUnchanged({ draft, saved }: DraftState, blog: BlogView): BlogDraft {
  if (saved === null) return draft;
  const otherVersion = toDraft(blog);
  const changed = changedParts(draft, saved);
  const take = <Name extends keyof BlogDraft>(name: Name): BlogDraft[Name] => (changed.includes(name) ? draft : otherVersion)[name];
  return { title: take('title'), content: take('content'), tags: take('tags'), featuredImage: take('featuredImage') };
}

export function reduceDraft(i18n: I18n, state: DraftState, action: DraftAction): DraftState {
  switch (action.type) {
    case 'edited': {
      const errors = Object.fromEntries(Object.entries(state.errors).filter(([field]) => !(field in action.part)));
      return { ...state, draft: { ...state.draft, ...action.part }, errors, saveStatus: 'unsaved', isEdited: true };
    }
    case 'checked':
      return { ...state, errors: action.errors };
    case 'sent':
      return { ...state, saveStatus: 'saving', message: null };
    case 'saved': {
      const { id, updatedAt, status } = action.blog;
      const saveStatus = state.draft === action.draft ? 'saved' : 'unsaved';
      const stored = { id, name: id, status, saved: action.draft, seenAt: updatedAt };
      return { ...state, ...stored, saveStatus, failures: 0, isRestored: false, hasConflict: false, isDeleted: false };
    }
    case 'saveFailed':
      return failSave(i18n, state, action.error);
    case 'loading':
      return { ...state, message: null };
    case 'loadFailed':
      return { ...state, message: errorMessageWithReason(action.error, i18n._(msg`Failed to fetch blogs`)) };
    case 'deleted': {
      const detached = { id: null, name: action.name, status: 'draft', saved: null, seenAt: null, creationKey: newId() } as const;
      return { ...state, ...detached, message: null, hasConflict: false, isDeleted: true };
    }
    case 'conflictAccepted':
      return { ...state, draft: withUnchanged(state, action.blog), seenAt: action.blog.updatedAt, version: state.version + 1 };
    case 'replaced': {
      const { draft, saved, status, seenAt, creationKey } = startDraft(state.name, action.blog, null);
      const clean = { saveStatus: 'none', errors: {}, message: null, isEdited: false, isRestored: false, hasConflict: false } as const;
      return { ...state, draft, saved, status, seenAt, creationKey, ...clean, version: state.version + 1 };
    }
  }
}

function failSave(i18n: I18n, state: DraftState, error: unknown): DraftState {
  const failures = state.failures + 1;
  const failed: DraftState = { ...state, saveStatus: 'failed', failures, retryDelay: toRetryDelay(error, failures) };
  const { code, params } = toApiError(error) ?? {};
  if (code === 'blog.changed') {
    const createdId = state.id === null && params?.id !== undefined ? String(params.id) : null;
    const created = createdId !== null && { id: createdId, name: createdId, saved: null, seenAt: NEVER, isDeleted: false };
    return { ...failed, ...created, hasConflict: true };
  }
  if (code === 'blog.not_found') return failed;
  const errors = toDraftErrors(error);
  const message = Object.keys(errors).length > 0 ? null : errorMessageWithReason(error, i18n._(msg`Failed to save blog. Please try again.`));
  return { ...failed, errors, message };
}

function toRetryDelay(error: unknown, failures: number): number | null {
  const apiError = toApiError(error);
  if (apiError && apiError.status < 500 && apiError.status !== 429) return null;
  return Math.max(failures > 1 ? 30_000 : 10_000, (apiError?.retryAfter ?? 0) * 1000);
}

function toDraftErrors(error: unknown): BlogErrors {
  const errors = (toApiError(error)?.errors ?? []).map(({ field, message }) => [field.split('.')[0], message] as const);
  return Object.fromEntries(errors.filter(([field]) => field !== undefined && field in EMPTY));
}

export function findMissingParts({ title, content }: BlogDraft): BlogErrors {
  return {
    ...(title.trim() === '' && { title: VALIDATION.blogTitle }),
    ...(!hasContent(content) && { content: VALIDATION.blogContent }),
  };
}

/** A published post changes only on request, and nothing is saved that nobody has edited. */
export function canAutosave({ draft, status, isEdited, hasConflict, isDeleted }: DraftState): boolean {
  return isEdited && status === 'draft' && !hasConflict && !isDeleted && Object.keys(findMissingParts(draft)).length === 0;
}

export function getAutosaveDelay(state: DraftState): number | null {
  if (!canAutosave(state)) return null;
  return { unsaved: BLOGS.autosaveMs, failed: state.retryDelay, none: null, saving: null, saved: null }[state.saveStatus];
}
