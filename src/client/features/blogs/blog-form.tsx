import { Button, Skeleton, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useOneAtATime } from '#client/api/use-one-at-a-time.ts';
import { ActionBar } from '#client/ui/action-bar.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useOnDemand } from '#client/ui/use-on-demand.ts';
import type { BlogView } from '#shared/contracts/blogs.ts';
import type { BlogStatus } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './blog-form.module.css';
import { CoverField } from './cover-field.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { TagsField } from './tags-field.tsx';
import { type SaveState, useBlogDraft } from './use-blog-draft.ts';

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
  onDone: (status: BlogStatus) => void;
};

/** Writes a post: a draft saves itself, a published one changes when that is asked for. */
export function BlogForm({ userId, saved, onDone }: BlogFormProps) {
  const post = useBlogDraft(userId, saved);
  const { draft, errors, status, saveState, problem, isRestored, isOverturned, madeId, version, change } = post;
  const ids = { label: useId(), error: useId() };
  const [isTakenBack, setTakenBack] = useState(false);
  const [asked, setAsked] = useState<{ id: string; title: string } | null>(null);
  const [attempts, setAttempts] = useState(0);
  const BlogEditor = useOnDemand(loadEditor, { isWanted: true });
  const isPublished = status === 'published';

  // A refusal shows where the first wrong field is.
  useEffect(() => {
    if (attempts === 0) return;
    const first = FIELDS.find((field) => errors[field]);
    if (first) document.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  }, [attempts, errors]);

  const saveAs = useOneAtATime(async (next: BlogStatus) => {
    const done = await post.save(next);
    setAttempts((count) => count + 1);
    if (!done) return;
    toast.success(done.message);
    onDone(next);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void saveAs('published');
  };
  // What the server has of a new post goes with it, and that is asked first.
  const discard = () => (madeId === null ? post.discard() : setAsked({ id: madeId, title: draft.title }));
  const takeSaved = useOneAtATime(post.takeSaved);
  const saveAnyway = useOneAtATime(async () => {
    const done = await post.saveAnyway();
    setAttempts((count) => count + 1);
    if (done) toast.success(done.message);
  });

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
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
      {isRestored && !isOverturned && (
        <div className={classes.notice} role="status">
          <p>We kept what you had not saved.</p>
          <Button variant="default" onClick={discard}>
            Discard it
          </Button>
        </div>
      )}
      <TextInput
        label="Title"
        required
        maxLength={LIMITS.blog.title}
        data-field="title"
        value={draft.title}
        error={errors.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <CoverField image={draft.featuredImage} error={errors.featuredImage} onChange={(featuredImage) => change({ featuredImage })} />
      <div>
        <p className={classes.name} id={ids.label}>
          Content
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
        <Button type="submit" loading={saveState === 'saving' && isPublished}>
          {isPublished ? 'Update' : 'Publish'}
        </Button>
        {isPublished ? (
          <Button variant="default" onClick={() => setTakenBack(true)}>
            Unpublish
          </Button>
        ) : (
          <Button variant="default" onClick={() => void saveAs('draft')}>
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
        isProcessing={saveState === 'saving'}
        onConfirm={() => void saveAs('draft').finally(() => setTakenBack(false))}
        onClose={() => setTakenBack(false)}
      />
      <DeleteDialog blog={asked} onDeleted={post.discard} onClose={() => setAsked(null)} />
    </form>
  );
}
