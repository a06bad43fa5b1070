import { type Draft, userDraft } from '#client/lib/drafts/draft.ts';
import { integer, record } from '#client/lib/drafts/schema.ts';
import { DRAFT_FIELDS, type ProfileDraft } from './profile-draft.ts';

/** What was typed, with the revision of the profile that it was typed over. */
export type StoredDraft = { revision: number; draft: ProfileDraft };

/** A field that was added after the draft was stored has its value in the saved profile, so that nothing saved elsewhere is emptied. */
export function storedDraft(userId: string, saved: ProfileDraft): Draft<StoredDraft> {
  const draft = userDraft(userId, 'profile', record({ revision: integer(-1), draft: record(DRAFT_FIELDS, saved) }));
  return { ...draft, write: (value) => draft.write({ ...value, draft: withoutLinks(value.draft) }) };
}

/** Links to documents are private, and expire within minutes. */
function withoutLinks(draft: ProfileDraft): ProfileDraft {
  return { ...draft, documents: draft.documents.map((document) => ({ ...document, url: '' })) };
}
