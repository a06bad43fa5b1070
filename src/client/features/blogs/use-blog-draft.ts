import { useCallback, useEffect, useRef, useState } from 'react';
import { explanationOf, refusalOf } from '#client/api/refusals.ts';
import { trpc } from '#client/api/trpc.ts';
import type { BlogView } from '#shared/contracts/blogs.ts';
import { hasContent } from '#shared/domain/rich-text.ts';
import { VALIDATION } from '#shared/messages.ts';
import type { BlogStatus } from '#shared/vocabulary/content.ts';
import { BLOGS } from '#shared/vocabulary/limits.ts';
import { type BlogDraft, forgetDraft, keepDraft, keptDraft, NEW_POST } from './kept-draft.ts';

const FAILED = 'Failed to save blog. Please try again.';
const EMPTY: BlogDraft = { title: '', content: '', tags: [], featuredImage: '' };

export type SaveState = 'none' | 'unsaved' | 'saving' | 'saved' | 'failed';
type Errors = Partial<Record<keyof BlogDraft, string>>;

export type BlogDraftState = {
  draft: BlogDraft;
  status: BlogStatus;
  errors: Errors;
  saveState: SaveState;
  problem: string | null;
  /** It was found in this browser, and is newer than what the server has. */
  isRestored: boolean;
  change: (part: Partial<BlogDraft>) => void;
  /** Saves under this status; answers whether it did. */
  save: (status: BlogStatus) => Promise<{ message: string } | null>;
  /** Back to what the server has. */
  discard: () => void;
};

/** The state of a post that is being written: drafts are saved by themselves, and what is published changes only when that is asked for. */
export function useBlogDraft(userId: string, saved: BlogView | null): BlogDraftState {
  const post = saved?.id ?? NEW_POST;
  const [kept] = useState(() => keptDraft(userId, post));
  const id = useRef(saved?.id ?? kept?.id ?? null);
  const [status, setStatus] = useState<BlogStatus>(saved?.status ?? kept?.status ?? 'draft');
  const [draft, setDraft] = useState<BlogDraft>(() => partsOf(kept ?? saved ?? EMPTY));
  const [errors, setErrors] = useState<Errors>({});
  const [saveState, setSaveState] = useState<SaveState>(kept ? 'unsaved' : 'none');
  const [problem, setProblem] = useState<string | null>(null);
  const [isRestored, setRestored] = useState(kept !== null);
  const latest = useRef(draft);
  const running = useRef<Promise<unknown> | null>(null);
  const utils = trpc.useUtils();
  const create = trpc.blogs.create.useMutation();
  const update = trpc.blogs.update.useMutation();

  const change = useCallback(
    (part: Partial<BlogDraft>) => {
      latest.current = { ...latest.current, ...part };
      setDraft(latest.current);
      setErrors((errors) => Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part))));
      setSaveState('unsaved');
      keepDraft(userId, post, { ...latest.current, id: id.current, status });
    },
    [userId, post, status],
  );

  /** One at a time: a new post would be made twice. */
  async function send(next: BlogStatus): Promise<{ message: string } | null> {
    while (running.current) await running.current.catch(() => null);
    const sent = latest.current;
    setSaveState('saving');
    setProblem(null);
    const work = id.current === null ? create.mutateAsync({ ...sent, status: next }) : update.mutateAsync({ ...sent, id: id.current, status: next });
    running.current = work;
    try {
      const { message, blog } = await work;
      id.current = blog.id;
      setStatus(blog.status);
      setRestored(false);
      if (latest.current === sent) {
        setSaveState('saved');
        forgetDraft(userId, post);
        // What is still on this page belongs to that post from now on.
        if (post === NEW_POST) keepDraft(userId, post, { ...sent, id: blog.id, status: blog.status });
      } else {
        setSaveState('unsaved');
        keepDraft(userId, post, { ...latest.current, id: blog.id, status: blog.status });
      }
      await utils.blogs.invalidate(undefined, { refetchType: 'none' });
      return { message };
    } catch (error) {
      setSaveState('failed');
      const refused = refusedFields(error);
      setErrors(refused);
      setProblem(Object.keys(refused).length > 0 ? null : explanationOf(error, FAILED));
      return null;
    } finally {
      running.current = null;
    }
  }

  async function save(next: BlogStatus): Promise<{ message: string } | null> {
    const missing = missingIn(latest.current);
    setErrors(missing);
    if (Object.keys(missing).length > 0) return null;
    const done = await send(next);
    if (done) forgetDraft(userId, post);
    return done;
  }

  const autosave = useRef(send);
  useEffect(() => {
    autosave.current = send;
  });
  useEffect(() => {
    if (status !== 'draft' || saveState !== 'unsaved' || Object.keys(missingIn(draft)).length > 0) return;
    const timer = setTimeout(() => void autosave.current('draft'), BLOGS.autosaveMs);
    return () => clearTimeout(timer);
  }, [draft, status, saveState]);

  const left = useRef(saveState);
  useEffect(() => {
    left.current = saveState;
  });
  useEffect(
    () => () => {
      if (left.current === 'saved') forgetDraft(userId, post);
    },
    [userId, post],
  );

  function discard(): void {
    forgetDraft(userId, post);
    latest.current = partsOf(saved ?? EMPTY);
    id.current = saved?.id ?? null;
    setDraft(latest.current);
    setStatus(saved?.status ?? 'draft');
    setErrors({});
    setProblem(null);
    setRestored(false);
    setSaveState('none');
  }

  return { draft, status, errors, saveState, problem, isRestored, change, save, discard };
}

function partsOf({ title, content, tags, featuredImage }: BlogDraft): BlogDraft {
  return { title, content, tags, featuredImage };
}

/** A refusal of one of the tags is one of the tags. */
function refusedFields(error: unknown): Errors {
  const errors = (refusalOf(error)?.errors ?? []).map(({ field, message }) => [field.split('.')[0], message] as const);
  return Object.fromEntries(errors.filter(([field]) => field !== undefined && field in EMPTY));
}

function missingIn({ title, content }: BlogDraft): Errors {
  return {
    ...(title.trim() === '' && { title: VALIDATION.blogTitle }),
    ...(!hasContent(content) && { content: VALIDATION.blogContent }),
  };
}
