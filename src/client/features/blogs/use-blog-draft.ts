import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import type { BlogView } from '#shared/contracts/blogs.ts';
import type { BlogStatus } from '#shared/vocabulary/content.ts';
import {
  type BlogDraft,
  canAutosave,
  type DraftAction,
  type DraftState,
  findMissingParts,
  getAutosaveDelay,
  isSameDraft,
  reduceDraft,
  startDraft,
} from './draft-state.ts';
import { claimDraftName, claimUnusedDraftName, reclaimDraftName, releaseDraftName, storedDraft } from './stored-draft.ts';

export type BlogDraftForm = DraftState & {
  change: (part: Partial<BlogDraft>) => void;
  /** Returns the message of the server, or null where nothing was saved. */
  save: (status: BlogStatus) => Promise<string | null>;
  loadSaved: () => Promise<void>;
  overwrite: () => Promise<string | null>;
  discard: () => void;
};

export function useBlogDraft(userId: string, post: BlogView | null): BlogDraftForm {
  const { i18n } = useLingui();
  const [state, setState] = useState(() => loadDraft(userId, post));
  const latest = useRef(state);
  const isStored = useRef(true);
  const isMounted = useRef(true);
  const request = useRef<Promise<unknown> | null>(null);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.blogs.create.mutationOptions());
  const update = useMutation(trpc.blogs.update.mutationOptions());

  function dispatch(action: DraftAction): void {
    const previous = latest.current;
    const next = reduceDraft(i18n, previous, action);
    latest.current = next;
    setState(next);
    if (next.draft !== previous.draft || next.saved !== previous.saved || next.name !== previous.name) store(previous.name, next);
  }

  function store(previousName: string, { name, draft, saved, seenAt, creationKey }: DraftState): void {
    const previous = storedDraft(userId, previousName).read();
    // A logout has removed the draft, and an answer that comes later must not store it again.
    const mayStore = isMounted.current || previous !== null;
    if (name !== previousName) {
      // Where the page was left and opened again, what was typed there since is another's to remove.
      if (isMounted.current || (previous && isSameDraft(previous, draft))) storedDraft(userId, previousName).remove();
      if (isMounted.current) releaseDraftName(previousName);
    }
    if (draft === saved) storedDraft(userId, name).remove();
    else if (mayStore) isStored.current = storedDraft(userId, name).write({ ...draft, seenAt, creationKey });
  }

  function moveToNewPost(): void {
    const name = claimUnusedDraftName(userId);
    dispatch({ type: 'deleted', name });
    if (!isMounted.current) releaseDraftName(name);
  }

  /** One at a time, or a save would be refused because of the one before. Without a status the post keeps its own. */
  async function send(status: BlogStatus | null): Promise<string | null> {
    while (request.current) await request.current.catch(() => null);
    const { id, draft, saved, seenAt, creationKey } = latest.current;
    if (status === null && draft === saved) return null;
    dispatch({ type: 'sent' });
    const work =
      id === null
        ? create.mutateAsync({ ...draft, idempotencyKey: creationKey, sentAt: new Date(), ...(status && { status }) })
        : update.mutateAsync({ ...draft, id, seenAt: seenAt ?? undefined, ...(status && { status }) });
    request.current = work;
    // Discarded meanwhile: what was sent is a post of its own.
    const isAnother = () => id === null && latest.current.creationKey !== creationKey;
    let sentMessage: string | null = null;
    try {
      const { message, blog } = await work;
      if (!isAnother()) dispatch({ type: 'saved', draft, blog });
      queryClient.setQueryData(trpc.blogs.byId.queryKey({ id: blog.id }), (cached) => cached && { ...cached, ...blog, author: cached.author });
      await queryClient.invalidateQueries({ ...trpc.blogs.pathFilter(), refetchType: 'none' });
      sentMessage = message;
    } catch (error) {
      // Once the page of a new post is left, nobody chooses a version: the draft stays for the next one who opens it.
      if (!isAnother() && (isMounted.current || id !== null)) dispatch({ type: 'saveFailed', error });
      if (isMissing(error)) moveToNewPost();
    }
    request.current = null;
    return sentMessage;
  }

  async function save(status: BlogStatus): Promise<string | null> {
    const errors = findMissingParts(latest.current.draft);
    dispatch({ type: 'checked', errors });
    return Object.keys(errors).length > 0 ? null : send(status);
  }

  async function loadPost(): Promise<BlogView | null> {
    const { id } = latest.current;
    if (id === null) return null;
    dispatch({ type: 'loading' });
    try {
      return await queryClient.fetchQuery(trpc.blogs.byId.queryOptions({ id }, { staleTime: 0 }));
    } catch (error) {
      if (isMissing(error)) moveToNewPost();
      else dispatch({ type: 'loadFailed', error });
      return null;
    }
  }

  async function loadSaved(): Promise<void> {
    const blog = await loadPost();
    if (blog) dispatch({ type: 'replaced', blog });
  }

  async function overwrite(): Promise<string | null> {
    const blog = await loadPost();
    if (!blog) return null;
    dispatch({ type: 'conflictAccepted', blog });
    return save(blog.status);
  }

  const autosave = useEffectEvent(() => {
    if (canAutosave(latest.current)) void send(null);
  });
  const { draft, saveStatus } = state;
  const delay = getAutosaveDelay(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft begins the wait again.
  useEffect(() => {
    if (delay === null) return;
    const timer = setTimeout(() => autosave(), delay);
    const onOnline = () => autosave();
    if (saveStatus === 'failed') window.addEventListener('online', onOnline);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [draft, delay, saveStatus]);

  const isNew = post === null;
  useEffect(() => {
    const isUnstored = () => !isStored.current && latest.current.draft !== latest.current.saved;
    isMounted.current = true;
    if (isNew) reclaimDraftName(latest.current.name);
    const onPageHide = () => {
      // A draft that is stored here is restored here; if also sent, it would look like a change in another tab.
      if (isUnstored()) autosave();
      releaseDraftName(latest.current.name);
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => isUnstored() && event.preventDefault();
    window.addEventListener('pagehide', onPageHide);
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      isMounted.current = false;
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('beforeunload', onBeforeUnload);
      autosave();
      releaseDraftName(latest.current.name);
    };
  }, [isNew]);

  return {
    ...state,
    change: (part) => dispatch({ type: 'edited', part }),
    save,
    loadSaved,
    overwrite,
    discard: () => dispatch({ type: 'replaced', blog: post }),
  };
}

function loadDraft(userId: string, post: BlogView | null): DraftState {
  const name = post?.id ?? claimDraftName(userId);
  const draft = storedDraft(userId, name).read();
  if (post && draft && isSameDraft(post, draft)) {
    storedDraft(userId, name).remove();
    return startDraft(name, post, null);
  }
  const state = startDraft(name, post, draft);
  // Stored before there were keys: a second reload must find the same one.
  if (draft && draft.creationKey === '') storedDraft(userId, name).write({ ...draft, creationKey: state.creationKey });
  return state;
}

const isMissing = (error: unknown): boolean => toApiError(error)?.code === 'blog.not_found';
