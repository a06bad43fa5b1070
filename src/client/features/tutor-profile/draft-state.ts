import { type Draft, userDraft } from '#client/lib/drafts/draft.ts';
import { integer, strictRecord } from '#client/lib/drafts/schema.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { DRAFT_FIELDS, type ProfileDraft, serializeContent, toDraft } from './profile-draft.ts';

export type DraftState = {
  draft: ProfileDraft;
  saved: ProfileDraft;
  revision: number;
  hasConflict: boolean;
  isRestored: boolean;
};

export type StoredDraft = Pick<DraftState, 'revision' | 'draft'>;

/** A field added after the draft was stored takes its value from the saved profile, so that saving does not empty it. */
export function storedDraft(userId: string, saved: ProfileDraft): Draft<StoredDraft> {
  const draft = userDraft(userId, 'profile', strictRecord({ revision: integer(-1), draft: strictRecord(DRAFT_FIELDS, saved) }));
  return { ...draft, write: (value) => draft.write({ ...value, draft: withoutLinks(value.draft) }) };
}

/** Links to documents are private and expire within minutes. */
function withoutLinks(draft: ProfileDraft): ProfileDraft {
  return { ...draft, documents: draft.documents.map((document) => ({ ...document, url: '' })) };
}

export function createDraftState(profile: TutorProfileView, stored: StoredDraft | null = null): DraftState {
  const saved = toDraft(profile);
  const draft = stored && withKnownDocuments(stored.draft, saved);
  if (!stored || !draft || serializeContent(draft) === serializeContent(saved))
    return { draft: saved, saved, revision: profile.revision, hasConflict: false, isRestored: false };
  return { draft, saved, revision: stored.revision, hasConflict: stored.revision < profile.revision, isRestored: true };
}

export function isDirty({ draft, saved }: DraftState): boolean {
  return serializeContent(draft) !== serializeContent(saved);
}

export function updateDraftState(state: DraftState, profile: TutorProfileView): DraftState {
  if (state.hasConflict || profile.revision <= state.revision) return state;
  if (serializeContent(toDraft(profile)) === serializeContent(state.saved)) return { ...state, revision: profile.revision };
  return isDirty(state) ? { ...state, hasConflict: true } : createDraftState(profile);
}

export function mergeSaved({ draft }: DraftState, sent: ProfileDraft, profile: TutorProfileView): DraftState {
  const saved = withKeysOf(sent, toDraft(profile));
  const merged = { ...draft };
  const takeSaved = <Name extends keyof ProfileDraft>(name: Name) => {
    if (draft[name] === sent[name]) merged[name] = saved[name];
  };
  // `DRAFT_FIELDS` has no other keys.
  for (const name of Object.keys(DRAFT_FIELDS) as (keyof ProfileDraft)[]) takeSaved(name);
  const savedIds = new Set(saved.documents.map(({ id }) => id));
  merged.documents = merged.documents.map((document) => (savedIds.has(document.id) ? { ...document, isNew: false } : document));
  return { draft: merged, saved, revision: profile.revision, hasConflict: false, isRestored: false };
}

function withKeysOf(sent: ProfileDraft, saved: ProfileDraft): ProfileDraft {
  const nameById = new Map(sent.documents.map(({ id, name }) => [id, name]));
  return {
    ...saved,
    education: copyKeys(sent.education, saved.education),
    experience: copyKeys(sent.experience, saved.experience),
    subjects: copyKeys(sent.subjects, saved.subjects),
    documents: saved.documents.map((document) => ({ ...document, name: nameById.get(document.id) ?? document.name })),
  };
}

function copyKeys<T extends { key: string }>(from: readonly T[], to: readonly T[]): T[] {
  return to.map((entry, index) => ({ ...entry, key: from[index]?.key ?? entry.key }));
}

function withKnownDocuments(draft: ProfileDraft, { documents }: ProfileDraft): ProfileDraft {
  const savedById = new Map(documents.map((document) => [document.id, document]));
  return {
    ...draft,
    documents: draft.documents.flatMap((document) => {
      const { url } = savedById.get(document.id) ?? { url: '' };
      return url === '' && !document.isNew ? [] : [{ ...document, url, isNew: !savedById.has(document.id) }];
    }),
  };
}
