import { Button, Skeleton, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { ActionBar } from '#client/ui/action-bar.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { BlogView } from '#shared/contracts/blogs.ts';
import type { BlogStatus } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import type { SaveState } from './blog-draft-state.ts';
import classes from './blog-form.module.css';
import { CoverField } from './cover-field.tsx';
import { TagsField } from './tags-field.tsx';
import { useBlogDraft } from './use-blog-draft.ts';

const loadEditor = () => import('./blog-editor.tsx').then(({ BlogEditor }) => BlogEditor);
const FIELDS = ['title', 'content', 'tags', 'featuredImage'] as const;

const STATES: Record<SaveState, { draft: string; published: string }> = {
  none: { draft: '', published: '' },
  unsaved: { draft: 'Not saved yet', published: 'Changed: kept in this browser until you update' },
  saving: { draft: 'Saving…', published: 'Saving…' },
  saved: { draft: 'Draft saved', published: 'Saved' },
  failed: { draft: 'Not saved', published: 'Not saved' },
};

export type BlogFormProps = {
  userId: string;
  /** Null for a new post. */
  saved: BlogView | null;
  /** The draft that the server has of a new post; null once that was deleted elsewhere. */
  onMade?: (id: string | null) => void;
  onDone: (status: BlogStatus) => void;
};

function focusOn(field: string): void {
  document.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
}

/** Writes a post: a draft saves itself, a published one changes when that is asked for. */
export function BlogForm({ userId, saved, onMade, onDone }: BlogFormProps) {
  const post = useBlogDraft(userId, saved);
  const { draft, errors, status, saveState, problem, isRestored, isOverturned, isGone, madeId, version, change } = post;
  const ids = { label: useId(), error: useId() };
  const [isTakenBack, setTakenBack] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const BlogEditor = useLazy(loadEditor, { isNeeded: true });
  const [busy, setBusy] = useState<BlogStatus | null>(null);
  const keepFocus = useReturnFocus(busy !== null);
  const isPublished = status === 'published';

  const told = useRef({ errors, onMade });
  useEffect(() => {
    told.current = { errors, onMade };
  });
  // A refusal shows where the first wrong field is; once, not at every key that follows.
  useEffect(() => {
    const first = attempts > 0 && FIELDS.find((field) => told.current.errors[field]);
    if (first) focusOn(first);
  }, [attempts]);
  useEffect(() => told.current.onMade?.(madeId), [madeId]);

  const saveAs = useOneAtATime(async (next: BlogStatus) => {
    keepFocus();
    setBusy(next);
    const done = await post.save(next);
    setBusy(null);
    setAttempts((count) => count + 1);
    if (!done) return;
    toast.success(done.message);
    onDone(next);
  });
  const onTitleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    focusOn('content');
  };
  const takeSaved = useOneAtATime(post.takeSaved);
  const saveAnyway = useOneAtATime(async () => {
    const done = await post.saveAnyway();
    setAttempts((count) => count + 1);
    if (done) toast.success(done.message);
  });

  return (
    <form className={classes.form} noValidate onSubmit={(event) => event.preventDefault()}>
      <Link to="/tutor/blogs" className={classes.back}>
        <ArrowLeft size={18} aria-hidden="true" />
        My Blogs
      </Link>
      <h1 className={classes.heading}>{saved ? 'Edit post' : 'Write a post'}</h1>
      {isOverturned && (
        <div className={classes.notice} role="alert">
          <p>This post was changed in another tab. What stands here is kept in this browser, and not saved.</p>
          <div className={classes.ways}>
            <Button variant="default" onClick={() => void takeSaved()}>
              Load the saved post
            </Button>
            <Button variant="default" onClick={() => void saveAnyway()}>
              Save mine anyway
            </Button>
          </div>
        </div>
      )}
      {isGone && (
        <div className={classes.notice} role="alert">
          <p>This post was deleted in another tab. What stands here is kept in this browser, and not saved.</p>
          <Button variant="default" loading={busy === 'draft'} onClick={() => void saveAs('draft')}>
            Save as a new post
          </Button>
        </div>
      )}
      {isRestored && !isOverturned && !isGone && (
        <div className={classes.notice} role="status">
          <p>We kept what you had not saved.</p>
          <Button variant="default" onClick={post.discard}>
            Discard it
          </Button>
        </div>
      )}
      <TextInput
        label="Title"
        required
        maxLength={LIMITS.blog.title}
        data-field="title"
        enterKeyHint="next"
        value={draft.title}
        error={errors.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        onKeyDown={onTitleKey}
      />
      <CoverField image={draft.featuredImage} error={errors.featuredImage} onChange={(featuredImage) => change({ featuredImage })} />
      <div>
        <p className={classes.name} id={ids.label}>
          Content
          <span className={classes.required} aria-hidden="true">
            {' *'}
          </span>
        </p>
        {BlogEditor ? (
          <BlogEditor
            content={draft.content}
            version={version}
            labelId={ids.label}
            error={errors.content}
            errorId={ids.error}
            onChange={(content) => change({ content })}
          />
        ) : (
          <Skeleton height={392} />
        )}
        <p className={classes.problem} id={ids.error}>
          {errors.content}
        </p>
      </div>
      <TagsField tags={draft.tags} error={errors.tags} onChange={(tags) => change({ tags })} />
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <ActionBar>
        <Button loading={busy === 'published'} disabled={busy === 'draft'} onClick={() => void saveAs('published')}>
          {isPublished ? 'Update' : 'Publish'}
        </Button>
        {isPublished ? (
          <Button variant="default" disabled={busy !== null} onClick={() => setTakenBack(true)}>
            Unpublish
          </Button>
        ) : (
          <Button variant="default" loading={busy === 'draft'} disabled={busy === 'published'} onClick={() => void saveAs('draft')}>
            Save Draft
          </Button>
        )}
        <span className={classes.state} role="status">
          {STATES[saveState][status]}
        </span>
      </ActionBar>
      <ConfirmDialog
        opened={isTakenBack}
        title="Take this post down?"
        message="It becomes a draft again: nobody but you can read it until you publish it once more. Its likes stay."
        confirmLabel="Unpublish"
        isProcessing={busy === 'draft'}
        onConfirm={() => void saveAs('draft').finally(() => setTakenBack(false))}
        onClose={() => setTakenBack(false)}
      />
    </form>
  );
}
