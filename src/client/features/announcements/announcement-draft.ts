import { DRAFT } from '#client/lib/drafts/draft-keys.ts';
import { forgetInTab, keepInTab, keptInTab, textOf } from '#client/lib/drafts/tab-storage.ts';
import { AUDIENCES } from '#shared/contracts/announcements.ts';
import { type AnnouncementDraft, EMPTY_DRAFT } from './announcement-words.ts';

const STORED = `${DRAFT}announcement`;

/** What was typed before the page was left or loaded anew. */
export function readDraft(): AnnouncementDraft {
  const { audience, title, message, actionLabel, actionUrl } = keptInTab(STORED);
  return {
    audience: AUDIENCES.find((known) => known === audience) ?? EMPTY_DRAFT.audience,
    title: textOf(title),
    message: textOf(message),
    actionLabel: textOf(actionLabel),
    actionUrl: textOf(actionUrl),
  };
}

export function keepDraft(draft: AnnouncementDraft): void {
  const isEmpty = [draft.title, draft.message, draft.actionLabel, draft.actionUrl].every((text) => text === '');
  if (isEmpty) forgetInTab(STORED);
  else keepInTab(STORED, draft);
}
