import { draftKeyOf } from '#client/lib/drafts/draft-keys.ts';
import type { KeptDraft } from './draft-state.ts';
import { draftIn } from './kept-draft-shape.ts';
import type { ProfileDraft } from './profile-draft.ts';

/** Outlives the tab, in this browser alone. */
export function keepDraft(userId: string, { revision, draft }: KeptDraft): void {
  try {
    localStorage.setItem(draftKeyOf(userId, 'profile'), JSON.stringify({ revision, draft: withoutLinks(draft) }));
  } catch {}
}

/** Null where nothing was kept, or something that no longer is a draft. */
export function keptDraft(userId: string): KeptDraft | null {
  try {
    const { revision, draft } = { ...JSON.parse(localStorage.getItem(draftKeyOf(userId, 'profile')) ?? 'null') };
    const read = draftIn(draft);
    return read && Number.isInteger(revision) ? { revision, draft: read } : null;
  } catch {
    return null;
  }
}

export function forgetDraft(userId: string): void {
  try {
    localStorage.removeItem(draftKeyOf(userId, 'profile'));
  } catch {}
}

/** Links to documents are private, and over within minutes. */
function withoutLinks(draft: ProfileDraft): ProfileDraft {
  return { ...draft, documents: draft.documents.map((document) => ({ ...document, url: '' })) };
}
