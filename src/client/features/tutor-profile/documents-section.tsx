import { Button } from '@mantine/core';
import { CircleAlert, CloudUpload } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { DOCUMENT_FILES } from './document-check.ts';
import { type DocumentLinks, DocumentRow, RemovedRow, TransferRow } from './document-rows.tsx';
import classes from './documents-section.module.css';
import type { DocumentDraft, SectionProps } from './profile-draft.ts';
import { type DocumentUploads, isRunning } from './use-document-uploads.ts';
import { useFileDrop } from './use-file-drop.ts';

export type DocumentsSectionProps = SectionProps & {
  uploads: DocumentUploads;
  /** Of the profile as it is stored. */
  saved: readonly DocumentDraft[];
  links: DocumentLinks;
};

export function DocumentsSection({ draft, errors, change, uploads, saved, links }: DocumentsSectionProps) {
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const { documents } = draft;
  const taken = documents.length + uploads.transfers.filter(isRunning).length;
  const isFull = taken >= LIMITS.documents;
  const { ref, isOver } = useFileDrop(uploads.choose);
  const kept = new Set(documents.map(({ id }) => id));
  const removed = saved.filter(({ id }) => !kept.has(id));
  const said = Object.entries(errors).flatMap(([path, sentence]) => (/^documents(\.|$)/.test(path) ? [sentence] : []));
  const problems = [...new Set([...uploads.problems, ...said])];

  function onChosen({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    uploads.choose([...(currentTarget.files ?? [])]);
    // So that the same file can be chosen again.
    currentTarget.value = '';
  }

  async function remove(document: DocumentDraft): Promise<void> {
    await uploads.remove(document);
    chooser.current?.focus();
  }

  /** Back to its place among the others. */
  function restore(document: DocumentDraft): void {
    const place = saved.slice(0, saved.indexOf(document)).filter(({ id }) => kept.has(id)).length;
    change({ documents: documents.toSpliced(place, 0, document) });
  }

  return (
    <>
      <div ref={ref} className={classes.box} data-over={isOver || undefined} data-full={isFull || undefined}>
        <CloudUpload size={28} aria-hidden="true" />
        <div className={classes.words}>
          <p className={classes.count} aria-live="polite">{`${documents.length} of ${LIMITS.documents} images`}</p>
          <p>
            {isFull ? 'You have added as many as you can.' : 'JPG or PNG, at most 2 MB each.'}
            {!isFull && <span className={classes.drop}> You can also drop them here.</span>}
          </p>
        </div>
        <Button ref={chooser} variant="default" data-path="documents" disabled={isFull} onClick={() => input.current?.click()}>
          Choose images
        </Button>
        <input ref={input} type="file" hidden multiple accept={DOCUMENT_FILES} aria-label="Verification documents" onChange={onChosen} />
      </div>
      <div role="alert">
        {problems.map((problem) => (
          <p key={problem} className={classes.problem}>
            <CircleAlert size={18} aria-hidden="true" />
            {problem}
          </p>
        ))}
      </div>
      <ul className={classes.list}>
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            links={links}
            isRemoving={uploads.removing.has(document.id)}
            onRemove={() => void remove(document)}
          />
        ))}
        {uploads.transfers.map((transfer) => (
          <TransferRow
            key={transfer.key}
            transfer={transfer}
            canRetry={transfer.isPassing && !isFull}
            onRetry={() => {
              uploads.retry(transfer.key);
              chooser.current?.focus();
            }}
            onDrop={() => {
              uploads.drop(transfer.key);
              chooser.current?.focus();
            }}
          />
        ))}
        {removed.map((document) => (
          <RemovedRow key={document.id} document={document} canRestore={!isFull} onRestore={() => restore(document)} />
        ))}
      </ul>
    </>
  );
}
