import type { BlogStatus } from '#shared/vocabulary/content.ts';
import type { BlogErrors } from './blog-parts.ts';
import type { BlogDraft } from './kept-draft.ts';

export type SaveState = 'none' | 'unsaved' | 'saving' | 'saved' | 'failed';
export type Done = { message: string; status: BlogStatus };

export type BlogDraftState = {
  draft: BlogDraft;
  status: BlogStatus;
  errors: BlogErrors;
  saveState: SaveState;
  problem: string | null;
  /** It was found in this browser, and is newer than what the server has. */
  isRestored: boolean;
  /** Of a new post: the draft that the server has of it meanwhile. */
  madeId: string | null;
  /** The server has another post than the one that was changed here: nothing is saved until somebody says which. */
  isOverturned: boolean;
  /** The post was deleted elsewhere: what is saved next becomes a new one. */
  isGone: boolean;
  /** Goes up whenever the text was replaced from outside the editor. */
  version: number;
  change: (part: Partial<BlogDraft>) => void;
  /** Saves under this status; answers whether it did. */
  save: (status: BlogStatus) => Promise<Done | null>;
  /** Takes the server's post in the place of this one. */
  takeSaved: () => Promise<void>;
  /** Writes over the server's post, which keeps its status. */
  saveAnyway: () => Promise<Done | null>;
  /** Back to what the server has. */
  discard: () => void;
};
