import { useCallback, useRef, useState } from 'react';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { BlogView } from '#shared/contracts/blogs.ts';
import type { BlogStatus } from '#shared/vocabulary/content.ts';
import type { BlogDraftState, Done, SaveState } from './blog-draft-state.ts';
import { type BlogErrors, isSamePost, missingParts, NOTHING_WRITTEN, partsOf, refusedParts, retryAfter } from './blog-parts.ts';
import { type BlogDraft, forgetDraft, type KeptDraft, keepDraft, keptDraft } from './kept-draft.ts';
import { emptyPlace, leavePlace, takePlace } from './new-post-places.ts';
import { useAutosave } from './use-autosave.ts';
import { usePostPlace } from './use-post-place.ts';

const FAILED = 'Failed to save blog. Please try again.';

/** The state of a post that is being written: drafts are saved by themselves, and what is published changes only when that is asked for. */
export function useBlogDraft(userId: string, saved: BlogView | null): BlogDraftState {
  const isNew = saved === null;
  const [found] = useState(() => find(userId, saved));
  const { kept } = found;
  /** Under which name this browser keeps it: the post's id once there is one. */
  const post = useRef(found.post);
  const id = useRef(saved?.id ?? null);
  const seenAt = useRef(kept ? dateOf(kept.seenAt) : (saved?.updatedAt ?? null));
  const [madeId, setMadeId] = useState<string | null>(null);
  const [status, setStatus] = useState<BlogStatus>(saved?.status ?? 'draft');
  const [draft, setDraft] = useState<BlogDraft>(() => partsOf(kept ?? saved ?? NOTHING_WRITTEN));
  const [version, setVersion] = useState(0);
  const [errors, setErrors] = useState<BlogErrors>({});
  const [saveState, setSaveState] = useState<SaveState>(kept ? 'unsaved' : 'none');
  const [problem, setProblem] = useState<string | null>(null);
  const [isRestored, setRestored] = useState(kept !== null);
  const [isTouched, setTouched] = useState(false);
  const [isOverturned, setOverturned] = useState(() => saved !== null && kept !== null && !(seenAt.current && seenAt.current >= saved.updatedAt));
  const [isGone, setGone] = useState(false);
  const [retryIn, setRetryIn] = useState<number | null>(null);
  const failures = useRef(0);
  const latest = useRef(draft);
  /** What the server has of it. */
  const stored = useRef<BlogDraft | null>(kept ? null : draft);
  const isKept = useRef(true);
  const running = useRef<Promise<unknown> | null>(null);
  const utils = trpc.useUtils();
  const create = trpc.blogs.create.useMutation();
  const update = trpc.blogs.update.useMutation();
  // Nothing saves itself that nobody has typed at: neither what was found, nor what is published.
  const savesItself = isTouched && status === 'draft' && !isOverturned && !isGone;

  const keep = useCallback(() => {
    isKept.current = keepDraft(userId, post.current, { ...latest.current, seenAt: seenAt.current?.toISOString() ?? null });
  }, [userId]);

  const change = useCallback(
    (part: Partial<BlogDraft>) => {
      latest.current = { ...latest.current, ...part };
      setDraft(latest.current);
      setErrors((errors) => Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part))));
      setSaveState('unsaved');
      setTouched(true);
      keep();
    },
    [keep],
  );

  /** One at a time: a new post would be made twice. Without a status the post keeps its own. */
  async function send(next: BlogStatus | null): Promise<Done | null> {
    while (running.current) await running.current.catch(() => null);
    const sent = latest.current;
    if (next === null && sent === stored.current) return null;
    setSaveState('saving');
    setProblem(null);
    const seen = seenAt.current ?? undefined;
    const work =
      id.current === null
        ? create.mutateAsync({ ...sent, status: next ?? 'draft' })
        : update.mutateAsync({ ...sent, id: id.current, seenAt: seen, ...(next && { status: next }) });
    running.current = work;
    try {
      const { message, blog } = await work;
      id.current = blog.id;
      seenAt.current = blog.updatedAt;
      stored.current = sent;
      failures.current = 0;
      moveTo(blog.id, latest.current !== sent);
      setSaveState(latest.current === sent ? 'saved' : 'unsaved');
      setStatus(blog.status);
      setOverturned(false);
      setGone(false);
      setRestored(false);
      if (isNew) setMadeId(blog.id);
      utils.blogs.byId.setData({ id: blog.id }, (shown) => shown && { ...shown, ...blog, author: shown.author });
      await utils.blogs.invalidate(undefined, { refetchType: 'none' });
      return { message, status: blog.status };
    } catch (error) {
      fail(error);
      return null;
    } finally {
      running.current = null;
    }
  }

  function fail(error: unknown): void {
    const { code } = toApiError(error) ?? {};
    failures.current += 1;
    setSaveState('failed');
    setRetryIn(retryAfter(error, failures.current));
    if (code === 'blog.changed') {
      setOverturned(true);
      return;
    }
    if (code === 'blog.not_found') {
      setAside();
      return;
    }
    const refused = refusedParts(error);
    setErrors(refused);
    setProblem(Object.keys(refused).length > 0 ? null : errorMessageWithReason(error, FAILED));
  }

  /** What was forgotten since this page was left, as by logging out, is not kept anew. */
  function moveTo(name: string, isKeptOn: boolean): void {
    const isStillKept = isHere.current || keptDraft(userId, post.current) !== null;
    forgetDraft(userId, post.current);
    if (name !== post.current) leavePlace(post.current);
    post.current = name;
    isKept.current = true;
    if (isKeptOn && isStillKept) keep();
  }

  /** Its post is gone: what stands here becomes a new one when that is asked for. */
  function setAside(): void {
    id.current = null;
    seenAt.current = null;
    stored.current = null;
    moveTo(emptyPlace(userId), true);
    if (!isHere.current) leavePlace(post.current);
    setMadeId(null);
    setStatus('draft');
    setOverturned(false);
    setGone(true);
    setProblem(null);
  }

  async function save(next: BlogStatus): Promise<Done | null> {
    const missing = missingParts(latest.current);
    setErrors(missing);
    if (Object.keys(missing).length > 0) return null;
    return send(next);
  }

  /** What the server has now; null where it does not say. */
  async function present(): Promise<BlogView | null> {
    if (id.current === null) return null;
    setProblem(null);
    try {
      return await utils.blogs.byId.fetch({ id: id.current }, { staleTime: 0 });
    } catch (error) {
      if (toApiError(error)?.code === 'blog.not_found') setAside();
      else setProblem(errorMessageWithReason(error, 'Failed to fetch blogs'));
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
    forgetDraft(userId, post.current);
    latest.current = partsOf(from ?? NOTHING_WRITTEN);
    stored.current = latest.current;
    seenAt.current = from?.updatedAt ?? null;
    setDraft(latest.current);
    setVersion((count) => count + 1);
    setStatus(from?.status ?? 'draft');
    setErrors({});
    setProblem(null);
    setRestored(false);
    setTouched(false);
    setOverturned(false);
    setSaveState('none');
  }

  const flush = useAutosave({ draft, isWanted: savesItself, saveState, retryIn, save: () => send(null) });
  const isLost = useCallback(() => !isKept.current && latest.current !== stored.current, []);
  const isHere = usePostPlace({ post, isNew, isLost, flush });

  const discard = () => begin(saved);
  return {
    draft,
    status,
    errors,
    saveState,
    problem,
    isRestored,
    madeId,
    isOverturned,
    isGone,
    version,
    change,
    save,
    takeSaved,
    saveAnyway,
    discard,
  };
}

/** What this browser keeps of it, unless the server has the same by now. */
function find(userId: string, saved: BlogView | null): { post: string; kept: KeptDraft | null } {
  const post = saved?.id ?? takePlace(userId);
  const kept = keptDraft(userId, post);
  if (!saved || !kept || !isSamePost(saved, kept)) return { post, kept };
  forgetDraft(userId, post);
  return { post, kept: null };
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}
