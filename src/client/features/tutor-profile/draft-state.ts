import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { contentOf, DRAFT_FIELDS, type ProfileDraft, toDraft } from './profile-draft.ts';
import type { StoredDraft } from './stored-draft.ts';

export type DraftState = {
  draft: ProfileDraft;
  /** As it is stored. */
  base: ProfileDraft;
  revision: number;
  /** The profile was stored anew elsewhere since this draft was begun. */
  isBehind: boolean;
  /** Typed before the page was loaded. */
  isRestored: boolean;
};

/** The stored profile, under what this browser has kept of an unsaved one. */
export function begun(profile: TutorProfileView, kept: StoredDraft | null = null): DraftState {
  const base = toDraft(profile);
  const draft = kept && withKnownDocuments(kept.draft, base);
  if (!kept || !draft || contentOf(draft) === contentOf(base))
    return { draft: base, base, revision: profile.revision, isBehind: false, isRestored: false };
  return { draft, base, revision: kept.revision, isBehind: kept.revision < profile.revision, isRestored: true };
}

export function isDirty({ draft, base }: DraftState): boolean {
  return contentOf(draft) !== contentOf(base);
}

/** The profile was read again: what stands stored is shown, unless something else was typed over it. */
export function caughtUp(state: DraftState, profile: TutorProfileView): DraftState {
  if (state.isBehind || profile.revision <= state.revision) return state;
  if (contentOf(toDraft(profile)) === contentOf(state.base)) return { ...state, revision: profile.revision };
  return isDirty(state) ? { ...state, isBehind: true } : begun(profile);
}

/** `sent` is stored; what was typed while it was on its way stays. */
export function saved({ draft }: DraftState, sent: ProfileDraft, profile: TutorProfileView): DraftState {
  const stored = withKeysOf(sent, toDraft(profile));
  const merged = { ...draft };
  const take = <Name extends keyof ProfileDraft>(name: Name) => {
    if (draft[name] === sent[name]) merged[name] = stored[name];
  };
  // The fields have no other names.
  for (const name of Object.keys(DRAFT_FIELDS) as (keyof ProfileDraft)[]) take(name);
  const storedIds = new Set(stored.documents.map(({ id }) => id));
  merged.documents = merged.documents.map((document) => (storedIds.has(document.id) ? { ...document, isNew: false } : document));
  return { draft: merged, base: stored, revision: profile.revision, isBehind: false, isRestored: false };
}

/** Entries keep their place on the page, and documents the names that they had on this machine. */
function withKeysOf(sent: ProfileDraft, stored: ProfileDraft): ProfileDraft {
  const names = new Map(sent.documents.map(({ id, name }) => [id, name]));
  return {
    ...stored,
    education: keyed(sent.education, stored.education),
    experience: keyed(sent.experience, stored.experience),
    subjects: keyed(sent.subjects, stored.subjects),
    documents: stored.documents.map((document) => ({ ...document, name: names.get(document.id) ?? document.name })),
  };
}

function keyed<T extends { key: string }>(before: readonly T[], after: readonly T[]): T[] {
  return after.map((entry, index) => ({ ...entry, key: before[index]?.key ?? entry.key }));
}

/** A kept draft holds no links; and a document that somebody has since taken off the profile is gone. */
function withKnownDocuments(draft: ProfileDraft, { documents }: ProfileDraft): ProfileDraft {
  const stored = new Map(documents.map((document) => [document.id, document]));
  return {
    ...draft,
    documents: draft.documents.flatMap((document) => {
      const { url } = stored.get(document.id) ?? { url: '' };
      return url === '' && !document.isNew ? [] : [{ ...document, url, isNew: !stored.has(document.id) }];
    }),
  };
}
