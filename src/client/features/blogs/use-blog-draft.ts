import { useCallback, useEffect, useRef, useState } from 'react';
import { explanationOf, refusalOf } from '#client/api/refusals.ts';
import { trpc } from '#client/api/trpc.ts';
import type { BlogView } from '#shared/contracts/blogs.ts';
import { hasContent } from '#shared/domain/rich-text.ts';
import { VALIDATION } from '#shared/messages.ts';
import type { BlogStatus } from '#shared/vocabulary/content.ts';
import { BLOGS } from '#shared/vocabulary/limits.ts';
import { type BlogDraft, forgetDraft, keepDraft, keptDraft } from './kept-draft.ts';
import { holdPlace, leavePlace, takePlace } from './new-post-places.ts';

const FAILED = 'Failed to save blog. Please try again.';
const EMPTY: BlogDraft = { title: '', content: '', tags: [], featuredImage: '' };

export type SaveState = 'none' | 'unsaved' | 'saving' | 'saved' | 'failed';
type Errors = Partial<Record<keyof BlogDraft, string>>;
type Done = { message: string; status: BlogStatus };

export type BlogDraftState = {
  draft: BlogDraft;
  status: BlogStatus;
  errors: Errors;
  saveState: SaveState;
  problem: string | null;
  /** It was found in this browser, and is newer than what the server has. */
  isRestored: boolean;
  /** Of a new post: the draft that the server has of it meanwhile. */
  madeId: string | null;
  /** The server has another post than the one that was changed here: nothing is saved until somebody says which. */
  isOverturned: boolean;
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

/** The state of a post that is being written: drafts are saved by themselves, and what is published changes only when that is asked for. */
export function useBlogDraft(userId: string, saved: BlogView | null): BlogDraftState {
  const isNew = saved === null;
  const [post] = useState(() => saved?.id ?? takePlace(userId));
  const [kept] = useState(() => keptDraft(userId, post));
  const id = useRef(saved?.id ?? kept?.id ?? null);
  const seenAt = useRef<Date | null>(kept ? dateOf(kept.seenAt) : (saved?.updatedAt ?? null));
  const [madeId, setMadeId] = useState(isNew ? id.current : null);
  const [status, setStatus] = useState<BlogStatus>(saved?.status ?? kept?.status ?? 'draft');
  const [draft, setDraft] = useState<BlogDraft>(() => partsOf(kept ?? saved ?? EMPTY));
  const [version, setVersion] = useState(0);
  const [errors, setErrors] = useState<Errors>({});
  const [saveState, setSaveState] = useState<SaveState>(kept ? 'unsaved' : 'none');
  const [problem, setProblem] = useState<string | null>(null);
  const [isRestored, setRestored] = useState(kept !== null);
  const [isOverturned, setOverturned] = useState(() => saved !== null && kept !== null && !(seenAt.current && seenAt.current >= saved.updatedAt));
  const latest = useRef(draft);
  const isHere = useRef(true);
  const running = useRef<Promise<unknown> | null>(null);
  const utils = trpc.useUtils();
  const create = trpc.blogs.create.useMutation();
  const update = trpc.blogs.update.useMutation();

  const keep = useCallback(
    (status: BlogStatus) => keepDraft(userId, post, { ...latest.current, id: id.current, status, seenAt: seenAt.current?.toISOString() ?? null }),
    [userId, post],
  );

  const change = useCallback(
    (part: Partial<BlogDraft>) => {
      latest.current = { ...latest.current, ...part };
      setDraft(latest.current);
      setErrors((errors) => Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part))));
      setSaveState('unsaved');
      keep(status);
    },
    [keep, status],
  );

  /** One at a time: a new post would be made twice. */
  async function send(next: BlogStatus): Promise<Done | null> {
    while (running.current) await running.current.catch(() => null);
    const sent = latest.current;
    setSaveState('saving');
    setProblem(null);
    const seen = seenAt.current ?? undefined;
    const work =
      id.current === null
        ? create.mutateAsync({ ...sent, status: next })
        : update.mutateAsync({ ...sent, id: id.current, status: next, seenAt: seen });
    running.current = work;
    try {
      const { message, blog } = await work;
      id.current = blog.id;
      seenAt.current = blog.updatedAt;
      setStatus(blog.status);
      setOverturned(false);
      if (isNew) setMadeId(blog.id);
      else setRestored(false);
      if (latest.current === sent) {
        setSaveState('saved');
        forgetDraft(userId, post);
      } else setSaveState('unsaved');
      // What is still on this page belongs to that post from now on.
      if ((isNew && isHere.current) || latest.current !== sent) keep(blog.status);
      utils.blogs.byId.setData({ id: blog.id }, (shown) => shown && { ...shown, ...blog, author: shown.author });
      await utils.blogs.invalidate(undefined, { refetchType: 'none' });
      return { message, status: blog.status };
    } catch (error) {
      setSaveState('failed');
      keep(status);
      if (refusalOf(error)?.code === 'blog.changed') {
        setOverturned(true);
        return null;
      }
      // Its draft was deleted elsewhere: the next saving makes another.
      if (isNew && refusalOf(error)?.code === 'blog.not_found') forgetMade();
      const refused = refusedFields(error);
      setErrors(refused);
      setProblem(Object.keys(refused).length > 0 ? null : explanationOf(error, FAILED));
      return null;
    } finally {
      running.current = null;
    }
  }

  function forgetMade(): void {
    id.current = null;
    seenAt.current = null;
    setMadeId(null);
  }

  async function save(next: BlogStatus): Promise<Done | null> {
    const missing = missingIn(latest.current);
    setErrors(missing);
    if (Object.keys(missing).length > 0) return null;
    const done = await send(next);
    if (done) forgetDraft(userId, post);
    return done;
  }

  /** What the server has now; null where it does not say. */
  async function present(): Promise<BlogView | null> {
    if (id.current === null) return null;
    setProblem(null);
    try {
      return await utils.blogs.byId.fetch({ id: id.current }, { staleTime: 0 });
    } catch (error) {
      setProblem(explanationOf(error, 'Failed to fetch blogs'));
      return null;
    }
  }

  async function takeSaved(): Promise<void> {
    const blog = await present();
    if (blog) begin(blog);
  }

  async function saveAnyway(): Promise<Done | null> {
    const blog = await present();
    if (!blog) return null;
    seenAt.current = blog.updatedAt;
    return save(blog.status);
  }

  function begin(from: BlogView | null): void {
    forgetDraft(userId, post);
    latest.current = partsOf(from ?? EMPTY);
    id.current = from?.id ?? null;
    seenAt.current = from?.updatedAt ?? null;
    setMadeId(isNew ? id.current : null);
    setDraft(latest.current);
    setVersion((count) => count + 1);
    setStatus(from?.status ?? 'draft');
    setErrors({});
    setProblem(null);
    setRestored(false);
    setOverturned(false);
    setSaveState('none');
  }

  const autosave = useRef(send);
  useEffect(() => {
    autosave.current = send;
  });
  useEffect(() => {
    if (isOverturned || status !== 'draft' || saveState !== 'unsaved' || Object.keys(missingIn(draft)).length > 0) return;
    const timer = setTimeout(() => void autosave.current('draft'), BLOGS.autosaveMs);
    return () => clearTimeout(timer);
  }, [draft, status, saveState, isOverturned]);

  const left = useRef(saveState);
  useEffect(() => {
    left.current = saveState;
  });
  useEffect(() => {
    const leave = () => isNew && leavePlace(post);
    isHere.current = true;
    if (isNew) holdPlace(post);
    window.addEventListener('pagehide', leave);
    return () => {
      isHere.current = false;
      window.removeEventListener('pagehide', leave);
      if (left.current === 'saved') forgetDraft(userId, post);
      leave();
    };
  }, [userId, post, isNew]);

  const discard = () => begin(saved);
  return { draft, status, errors, saveState, problem, isRestored, madeId, isOverturned, version, change, save, takeSaved, saveAnyway, discard };
}

function partsOf({ title, content, tags, featuredImage }: BlogDraft): BlogDraft {
  return { title, content, tags, featuredImage };
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
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
