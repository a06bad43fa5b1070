import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Input, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { ActionBar } from '#client/ui/action-bar.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { lazyPart, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { AnchorLink } from '#client/ui/links.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { BlogView } from '#shared/contracts/blogs.ts';
import { translated } from '#shared/domain/texts.ts';
import type { BlogStatus } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { BlogTagsField } from './blog-tags-field.tsx';
import { CoverField } from './cover-field.tsx';
import { type BlogDraft, changedParts, type SaveStatus } from './draft-state.ts';
import { useBlogDraft } from './use-blog-draft.ts';

const BlogEditor = lazyPart(() => import('./blog-editor.tsx').then((module) => module.BlogEditor));
const FIELDS = ['title', 'content', 'tags', 'featuredImage'] as const;

const SAVE_STATUSES: Record<SaveStatus, Record<BlogStatus, MessageDescriptor> | null> = {
  none: null,
  unsaved: { draft: msg`Not saved yet`, published: msg`Unsaved changes, stored in this browser` },
  saving: { draft: msg`Saving…`, published: msg`Saving…` },
  saved: { draft: msg`Draft saved`, published: msg`Saved` },
  failed: { draft: msg`Not saved`, published: msg`Not saved` },
};

export type BlogFormProps = {
  userId: string;
  saved: BlogView | null;
  onCreated?: (id: string | null) => void;
  onDone: (status: BlogStatus) => void;
};

function focusField(name: string): void {
  document.querySelector<HTMLElement>(`[data-field="${name}"]`)?.focus();
}

const PARTS: Record<keyof BlogDraft, MessageDescriptor> = { title: msg`title`, content: msg`text`, tags: msg`tags`, featuredImage: msg`cover image` };

export function BlogForm({ userId, saved, onCreated, onDone }: BlogFormProps) {
  const { t, i18n } = useLingui();
  const post = useBlogDraft(userId, saved);
  const { draft, errors, status, hasConflict, isDeleted, change } = post;
  const ids = { label: useId(), error: useId() };
  const [isUnpublishing, setUnpublishing] = useState(false);
  const [savingAs, setSavingAs] = useState<BlogStatus | null>(null);
  const returnFocus = useReturnFocus(savingAs !== null);
  const isPublished = status === 'published';
  const replaced = changedParts(draft, post.saved)
    .map((name) => i18n._(PARTS[name]))
    .join(', ');
  const saveStatus = SAVE_STATUSES[post.saveStatus]?.[status];

  // An error takes the focus once, not again with each key that follows.
  const [attempts, setAttempts] = useState(0);
  const focusFirstError = useEffectEvent(() => {
    const first = FIELDS.find((field) => errors[field]);
    if (first) focusField(first);
  });
  useEffect(() => {
    if (attempts > 0) focusFirstError();
  }, [attempts]);

  const createdId = saved ? null : post.id;
  const reportCreated = useEffectEvent((id: string | null) => onCreated?.(id));
  useEffect(() => reportCreated(createdId), [createdId]);

  const saveAs = useOneAtATime(async (next: BlogStatus) => {
    returnFocus();
    setSavingAs(next);
    const message = await post.save(next);
    setSavingAs(null);
    setAttempts((count) => count + 1);
    if (message === null) return;
    toast.success(message);
    onDone(next);
  });
  const loadSaved = useOneAtATime(post.loadSaved);
  const overwrite = useOneAtATime(async () => {
    const message = await post.overwrite();
    setAttempts((count) => count + 1);
    if (message !== null) toast.success(message);
  });

  function handleTitleKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    focusField('content');
  }

  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <Stack gap="lg" maw="50rem">
        <AnchorLink to="/tutor/blogs" display="inline-flex" mih={44} style={{ alignItems: 'center', alignSelf: 'start', gap: 6 }}>
          <ArrowLeft size={18} aria-hidden="true" />
          <Trans>My Blogs</Trans>
        </AnchorLink>
        <Title order={1}>{saved ? <Trans>Edit post</Trans> : <Trans>Write a post</Trans>}</Title>
        {hasConflict && (
          <Notice
            role="alert"
            actions={
              <>
                <Button variant="default" onClick={() => void loadSaved()}>
                  <Trans>Load the saved post</Trans>
                </Button>
                <Button variant="default" onClick={() => void overwrite()}>
                  <Trans>Save mine anyway</Trans>
                </Button>
              </>
            }
          >
            {t`This post was changed in another tab. Your changes are stored in this browser, but not saved. Saving yours replaces: ${replaced}.`}
          </Notice>
        )}
        {isDeleted && (
          <Notice
            role="alert"
            actions={
              <Button variant="default" loading={savingAs === 'draft'} onClick={() => void saveAs('draft')}>
                <Trans>Save as a new post</Trans>
              </Button>
            }
          >
            <Trans>This post was deleted in another tab. Your text is stored in this browser, but not saved.</Trans>
          </Notice>
        )}
        {post.isRestored && !hasConflict && !isDeleted && (
          <Notice
            role="status"
            actions={
              <Button variant="default" onClick={post.discard}>
                <Trans>Discard it</Trans>
              </Button>
            }
          >
            <Trans>We restored your unsaved changes.</Trans>
          </Notice>
        )}
        <TextInput
          label={t`Title`}
          required
          maxLength={LIMITS.blog.title}
          data-field="title"
          enterKeyHint="next"
          value={draft.title}
          error={errors.title && translated(i18n, errors.title)}
          onChange={(event) => change({ title: event.currentTarget.value })}
          onKeyDown={handleTitleKey}
        />
        <CoverField
          image={draft.featuredImage}
          error={errors.featuredImage && translated(i18n, errors.featuredImage)}
          onChange={(featuredImage) => change({ featuredImage })}
        />
        <div>
          <Input.Label labelElement="div" size="md" required id={ids.label}>
            <Trans>Content</Trans>
          </Input.Label>
          <BlogEditor
            fallback={<Skeleton height={392} />}
            content={draft.content}
            version={post.version}
            labelId={ids.label}
            error={errors.content}
            errorId={ids.error}
            onChange={(content) => change({ content })}
          />
          <Text c="red" mt={4} id={ids.error} hidden={!errors.content}>
            {errors.content && translated(i18n, errors.content)}
          </Text>
        </div>
        <BlogTagsField tags={draft.tags} error={errors.tags && translated(i18n, errors.tags)} onChange={(tags) => change({ tags })} />
        {post.message && (
          <Text c="red" role="alert">
            {post.message}
          </Text>
        )}
        <ActionBar>
          <Button loading={savingAs === 'published'} disabled={savingAs === 'draft'} onClick={() => void saveAs('published')}>
            {isPublished ? <Trans>Update</Trans> : <Trans>Publish</Trans>}
          </Button>
          {isPublished ? (
            <Button variant="default" disabled={savingAs !== null} {...preloadOnIntent(ConfirmDialog)} onClick={() => setUnpublishing(true)}>
              <Trans>Unpublish</Trans>
            </Button>
          ) : (
            <Button variant="default" loading={savingAs === 'draft'} disabled={savingAs === 'published'} onClick={() => void saveAs('draft')}>
              <Trans>Save Draft</Trans>
            </Button>
          )}
          <Text span c="dimmed" role="status">
            {saveStatus && i18n._(saveStatus)}
          </Text>
        </ActionBar>
        <ConfirmDialog
          opened={isUnpublishing}
          title={t`Take this post down?`}
          message={t`It becomes a draft again, which only you can read. It keeps its likes.`}
          confirmLabel={t`Unpublish`}
          isProcessing={savingAs === 'draft'}
          onConfirm={() => void saveAs('draft').finally(() => setUnpublishing(false))}
          onClose={() => setUnpublishing(false)}
        />
      </Stack>
    </form>
  );
}
