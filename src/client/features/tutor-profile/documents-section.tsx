import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { CircleAlert, CloudUpload } from 'lucide-react';
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { DividedList } from '#client/ui/divided-list.tsx';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { type DocumentLinks, DocumentRow, RemovedRow, UploadRow } from './document-rows.tsx';
import type { DocumentDraft, SectionProps } from './profile-draft.ts';
import classes from './sections.module.css';
import { DOCUMENT_TYPES, type DocumentUploads, isRunning } from './use-document-uploads.ts';

export type DocumentsSectionProps = SectionProps & {
  uploads: DocumentUploads;
  saved: readonly DocumentDraft[];
  links: DocumentLinks;
};

export function DocumentsSection({ draft, errors, change, uploads, saved, links }: DocumentsSectionProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const { documents } = draft;
  const [count, most] = [documents.length, LIMITS.documents];
  const isFull = count + uploads.uploads.filter(isRunning).length >= most;
  const { ref, isOver } = useFileDrop(uploads.add);
  const ids = new Set(documents.map(({ id }) => id));
  const removed = saved.filter(({ id }) => !ids.has(id));
  const ownErrors = Object.entries(errors).flatMap(([path, message]) => (/^documents(\.|$)/.test(path) ? [message] : []));
  const messages = [...new Set([...uploads.errors, ...ownErrors])];
  const border = isFull ? 'solid var(--vidya-border)' : `dashed ${isOver ? 'var(--mantine-color-teal-text)' : 'var(--vidya-control-border)'}`;

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    uploads.add([...(currentTarget.files ?? [])]);
    // Lets the same file be chosen again.
    currentTarget.value = '';
  }

  async function remove(document: DocumentDraft): Promise<void> {
    await uploads.remove(document);
    chooser.current?.focus();
  }

  function restore(document: DocumentDraft): void {
    const index = saved.slice(0, saved.indexOf(document)).filter(({ id }) => ids.has(id)).length;
    change({ documents: documents.toSpliced(index, 0, document) });
  }

  return (
    <>
      <Group
        ref={ref}
        gap="0.75rem 1rem"
        px="md"
        py="1.125rem"
        bdrs="md"
        bd={`2px ${border}`}
        bg={isFull ? 'var(--vidya-sunken)' : isOver ? 'var(--vidya-primary-tint)' : undefined}
      >
        <CloudUpload size={28} style={{ color: 'var(--vidya-primary-ink)' }} aria-hidden="true" />
        <Group gap={0} flex="1 1 13rem">
          <Text w="100%" fw={600} aria-live="polite">
            <Trans>
              {count} of {most} images
            </Trans>
          </Text>
          <Text size="sm" c="dimmed">
            {isFull ? (
              <Trans>You have reached the limit.</Trans>
            ) : (
              <Trans>
                JPG or PNG. Large photos are made smaller.<span className={classes.dropHint}> You can also drop them here.</span>
              </Trans>
            )}
          </Text>
        </Group>
        <Button ref={chooser} variant="default" data-path="documents" disabled={isFull} onClick={() => input.current?.click()}>
          <Trans>Choose images</Trans>
        </Button>
        <input ref={input} type="file" hidden multiple accept={DOCUMENT_TYPES} aria-label={t`Verification documents`} onChange={handleChange} />
      </Group>
      <div role="alert">
        {messages.map((message) => (
          <Group key={message} component="p" mt="sm" gap="xs" wrap="nowrap" align="flex-start" c="red">
            <CircleAlert size={18} style={{ marginTop: '0.2rem' }} aria-hidden="true" />
            <Text span inherit>
              {message}
            </Text>
          </Group>
        ))}
      </div>
      <DividedList mt="sm" display={count + uploads.uploads.length + removed.length === 0 ? 'none' : undefined}>
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            links={links}
            isRemoving={uploads.deletingIds.has(document.id)}
            onRemove={() => void remove(document)}
          />
        ))}
        {uploads.uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            canRetry={upload.canRetry && !isFull}
            onRetry={() => {
              uploads.retry(upload.key);
              chooser.current?.focus();
            }}
            onCancel={() => {
              uploads.cancel(upload.key);
              chooser.current?.focus();
            }}
          />
        ))}
        {removed.map((document) => (
          <RemovedRow key={document.id} document={document} canRestore={!isFull} onRestore={() => restore(document)} />
        ))}
      </DividedList>
    </>
  );
}

function useFileDrop(onFiles: (files: File[]) => void): { ref: RefObject<HTMLDivElement | null>; isOver: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);

  useEffect(() => {
    latest.current = onFiles;
  });

  useEffect(() => {
    const target = ref.current;
    if (!target) return;
    const controller = new AbortController();
    for (const type of ['dragover', 'dragleave', 'drop'] as const) {
      const handleDrag = (event: DragEvent) => {
        event.preventDefault();
        setOver(type === 'dragover');
        const files = type === 'drop' ? [...(event.dataTransfer?.files ?? [])] : [];
        if (files.length > 0) latest.current(files);
      };
      target.addEventListener(type, handleDrag, { signal: controller.signal });
    }
    return () => controller.abort();
  }, []);

  return { ref, isOver };
}
