import { draftKeyOf } from '#client/lib/drafts/draft-keys.ts';

/** A post as it stands in the editor. */
export type BlogDraft = { title: string; content: string; tags: string[]; featuredImage: string };

/** What a browser keeps of a post that the server has not got yet, and when the post that it changes had last changed. */
export type KeptDraft = BlogDraft & { seenAt: string | null };

const keyOf = (userId: string, post: string) => draftKeyOf(userId, `blog ${post}`);

/** False where the browser forbids it. */
export function keepDraft(userId: string, post: string, draft: KeptDraft): boolean {
  try {
    localStorage.setItem(keyOf(userId, post), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(userId: string, post: string): void {
  try {
    localStorage.removeItem(keyOf(userId, post));
  } catch {}
}

/** Null where nothing was kept, or something that is no draft; whoever uses the browser may have written it. */
export function keptDraft(userId: string, post: string): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId, post)) ?? 'null');
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isDraft(kept: unknown): kept is KeptDraft {
  if (typeof kept !== 'object' || kept === null) return false;
  const { title, content, tags, featuredImage, seenAt } = { ...kept } as Partial<Record<keyof KeptDraft, unknown>>;
  const areTexts = [title, content, featuredImage].every((text) => typeof text === 'string');
  const areTags = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
  const isDated = seenAt === null || (typeof seenAt === 'string' && !Number.isNaN(Date.parse(seenAt)));
  return areTexts && areTags && isDated;
}
