import { type Draft, userDraft } from '#client/lib/drafts/draft.ts';
import { list, nullable, strictRecord, text } from '#client/lib/drafts/schema.ts';
import { newId } from '#client/lib/new-id.ts';
import { browserStorage } from '#client/lib/storage.ts';
import type { StoredDraft } from './draft-state.ts';

const schema = strictRecord({
  ...{ title: text(), content: text(), tags: list(text()), featuredImage: text() },
  seenAt: nullable({ parse: parseDate }),
  creationKey: text(),
});

function parseDate(value: unknown): Date {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) throw new TypeError('no date');
  return new Date(value);
}

export const storedDraft = (userId: string, name: string): Draft<StoredDraft> => userDraft(userId, `blog ${name}`, schema);

/** Tabs may write new posts at the same time, so each claims a name of its own. */
const NEW_POSTS = Array.from({ length: 10 }, (_, index) => `new ${index + 1}`);
/** A claim expires, because a tab that crashed cannot release its name. */
const CLAIM_MS = 12 * 3600 * 1000;
const TAB = `${Date.now()}-${Math.random()}`;

// Not stored as a draft: a claim is nothing that waits to be saved.
const claimKey = (name: string) => `blog place ${name}`;

export function claimDraftName(userId: string, tab = TAB): string {
  const free = NEW_POSTS.filter((name) => isFree(name, tab));
  const name = free.find((candidate) => storedDraft(userId, candidate).read() !== null) ?? free[0] ?? `new ${tab}`;
  reclaimDraftName(name, tab);
  return name;
}

export function claimUnusedDraftName(userId: string, tab = TAB): string {
  const name = NEW_POSTS.find((candidate) => isFree(candidate, tab) && storedDraft(userId, candidate).read() === null) ?? `new ${tab}`;
  reclaimDraftName(name, tab);
  return name;
}

export function moveDraftToNewPost(userId: string, postId: string): void {
  const draft = storedDraft(userId, postId).read();
  if (!draft) return;
  const name = claimUnusedDraftName(userId);
  if (storedDraft(userId, name).write({ ...draft, seenAt: null, creationKey: newId() })) storedDraft(userId, postId).remove();
  releaseDraftName(name);
}

export function reclaimDraftName(name: string, tab = TAB): void {
  if (isFree(name, tab)) browserStorage.writeJson(claimKey(name), { tab, until: Date.now() + CLAIM_MS });
}

export function releaseDraftName(name: string, tab = TAB): void {
  if (isFree(name, tab)) browserStorage.remove(claimKey(name));
}

function isFree(name: string, tab: string): boolean {
  const claim = browserStorage.readRecord(claimKey(name));
  return claim.tab === undefined || claim.tab === tab || !(Number(claim.until) > Date.now());
}
