import { type Draft, userDraft } from '#client/lib/drafts/draft.ts';
import { integer, list, nullable, oneOf, strictRecord } from '#client/lib/drafts/schema.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { changedFields, DRAFT_FIELDS, type DraftFieldName, FIELD_NAMES, type ProfileDraft, serializeContent, toDraft } from './profile-draft.ts';
import { withBase } from './subject-weeks.ts';

export type DraftState = {
  draft: ProfileDraft;
  saved: ProfileDraft;
  revision: number;
  hasConflict: boolean;
  /** What another tab has saved, once it was read. */
  otherVersion: ProfileDraft | null;
  isRestored: boolean;
};

/** `changed`: the fields that differ from what was saved then; null in drafts that were stored before it was. */
export type StoredDraft = Pick<DraftState, 'revision' | 'draft'> & { changed: DraftFieldName[] | null };

/** A field added after the draft was stored takes its value from the saved profile, so that saving does not empty it. */
export function storedDraft(userId: string, saved: ProfileDraft): Draft<StoredDraft> {
  const draft = userDraft(
    userId,
    'profile',
    strictRecord({ revision: integer(-1), draft: strictRecord(DRAFT_FIELDS, saved), changed: nullable(list(oneOf(FIELD_NAMES, 'bio'))) }),
  );
  return { ...draft, write: (value) => draft.write({ ...value, draft: withoutLinks(value.draft) }) };
}

/** Links to documents are private and expire within minutes. */
function withoutLinks(draft: ProfileDraft): ProfileDraft {
  return { ...draft, documents: draft.documents.map((document) => ({ ...document, url: '' })) };
}

export function createDraftState(profile: TutorProfileView, stored: StoredDraft | null = null): DraftState {
  const saved = toDraft(profile);
  const draft = stored && withKnownParts(withUnchanged(stored, saved), saved);
  if (!stored || !draft || serializeContent(draft) === serializeContent(saved))
    return { draft: saved, saved, revision: profile.revision, hasConflict: false, otherVersion: null, isRestored: false };
  const hasConflict = stored.revision < profile.revision;
  return { draft, saved, revision: stored.revision, hasConflict, otherVersion: hasConflict ? saved : null, isRestored: true };
}

/** Fields that were not changed have the values that are saved now. */
function withUnchanged({ draft, changed }: StoredDraft, saved: ProfileDraft): ProfileDraft {
  if (changed === null) return draft;
  return { ...saved, ...pickFields(draft, changed) };
}

function pickFields(draft: ProfileDraft, names: readonly DraftFieldName[]): Partial<ProfileDraft> {
  return Object.fromEntries(names.map((name) => [name, draft[name]]));
}

/** The fields whose saved values are lost when this tab saves; in a restored draft, all that it changed. */
export function replacedFields({ draft, saved, otherVersion, isRestored }: DraftState): DraftFieldName[] {
  if (otherVersion === null) return [];
  const changedThere = isRestored ? FIELD_NAMES : changedFields(otherVersion, saved);
  const differing = changedFields(draft, otherVersion);
  return changedFields(draft, saved).filter((name) => changedThere.includes(name) && differing.includes(name));
}

export function isDirty({ draft, saved }: DraftState): boolean {
  return serializeContent(draft) !== serializeContent(saved);
}

export function updateDraftState(before: DraftState, profile: TutorProfileView): DraftState {
  if (profile.revision <= before.revision) return before;
  const otherVersion = toDraft(profile);
  const state = withSavedDocuments(before, otherVersion);
  const isOther = (version: ProfileDraft) => serializeContent(version) === serializeContent(otherVersion);
  if (!state.hasConflict && isOther(state.saved)) return { ...state, revision: profile.revision };
  if (isOther(state.draft)) return mergeSaved(state, state.draft, profile);
  if (state.hasConflict) return state.otherVersion && isOther(state.otherVersion) ? state : { ...state, otherVersion };
  return isDirty(state) ? { ...state, hasConflict: true, otherVersion } : createDraftState(profile);
}

/** Where the answer to saving was lost, the profile has documents that count as new here. */
function withSavedDocuments(state: DraftState, { documents }: ProfileDraft): DraftState {
  const ids = new Set(documents.map(({ id }) => id));
  const found = state.draft.documents.flatMap((document) => (document.isNew && ids.has(document.id) ? [{ ...document, isNew: false }] : []));
  if (found.length === 0) return state;
  return {
    ...state,
    draft: { ...state.draft, documents: state.draft.documents.map((document) => found.find(({ id }) => id === document.id) ?? document) },
    saved: { ...state.saved, documents: [...state.saved.documents, ...found] },
  };
}

export function mergeSaved({ draft }: DraftState, sent: ProfileDraft, profile: TutorProfileView): DraftState {
  const saved = withKeysOf(sent, toDraft(profile));
  const merged = { ...draft };
  const takeSaved = <Name extends DraftFieldName>(name: Name) => {
    if (draft[name] === sent[name]) merged[name] = saved[name];
  };
  for (const name of FIELD_NAMES) takeSaved(name);
  const savedIds = new Set(saved.documents.map(({ id }) => id));
  merged.documents = merged.documents.map((document) => (savedIds.has(document.id) ? { ...document, isNew: false } : document));
  return { draft: merged, saved, revision: profile.revision, hasConflict: false, otherVersion: null, isRestored: false };
}

function withKeysOf(sent: ProfileDraft, saved: ProfileDraft): ProfileDraft {
  const nameById = new Map(sent.documents.map(({ id, name }) => [id, name]));
  return {
    ...saved,
    education: copyKeys(sent.education, saved.education),
    experience: copyKeys(sent.experience, saved.experience),
    subjects: withBase(
      copyKeys(sent.subjects, saved.subjects).map((entry, index) => ({ ...entry, hasOwnWeek: sent.subjects[index]?.hasOwnWeek ?? false })),
    ),
    documents: saved.documents.map((document) => ({ ...document, name: nameById.get(document.id) ?? document.name })),
  };
}

function copyKeys<T extends { key: string }>(from: readonly T[], to: readonly T[]): T[] {
  return to.map((entry, index) => ({ ...entry, key: from[index]?.key ?? entry.key }));
}

function withKnownParts(draft: ProfileDraft, { documents }: ProfileDraft): ProfileDraft {
  const savedById = new Map(documents.map((document) => [document.id, document]));
  return {
    ...draft,
    subjects: withBase(draft.subjects),
    documents: draft.documents.flatMap((document) => {
      const { url } = savedById.get(document.id) ?? { url: '' };
      return url === '' && !document.isNew ? [] : [{ ...document, url, isNew: !savedById.has(document.id) }];
    }),
  };
}
