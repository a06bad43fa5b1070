import { toApiError } from '#client/lib/rpc/errors.ts';
import { hasContent } from '#shared/domain/rich-text.ts';
import { VALIDATION } from '#shared/messages.ts';
import type { BlogDraft } from './kept-draft.ts';

export type BlogErrors = Partial<Record<keyof BlogDraft, string>>;

export const NOTHING_WRITTEN: BlogDraft = { title: '', content: '', tags: [], featuredImage: '' };

export function partsOf({ title, content, tags, featuredImage }: BlogDraft): BlogDraft {
  return { title, content, tags, featuredImage };
}

export function isSamePost(one: BlogDraft, other: BlogDraft): boolean {
  return JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other));
}

/** A refusal of one of the tags is one of the tags. */
export function refusedParts(error: unknown): BlogErrors {
  const errors = (toApiError(error)?.errors ?? []).map(({ field, message }) => [field.split('.')[0], message] as const);
  return Object.fromEntries(errors.filter(([field]) => field !== undefined && field in NOTHING_WRITTEN));
}

export function missingParts({ title, content }: BlogDraft): BlogErrors {
  return {
    ...(title.trim() === '' && { title: VALIDATION.blogTitle }),
    ...(!hasContent(content) && { content: VALIDATION.blogContent }),
  };
}

export const isComplete = (draft: BlogDraft): boolean => Object.keys(missingParts(draft)).length === 0;

/** After how many milliseconds a saving that failed is tried again by itself; null where the same would fail again. */
export function retryAfter(error: unknown, failures: number): number | null {
  const refusal = toApiError(error);
  if (refusal && refusal.status < 500 && refusal.status !== 429) return null;
  return Math.max(failures > 1 ? 30_000 : 10_000, (refusal?.retryAfter ?? 0) * 1000);
}
