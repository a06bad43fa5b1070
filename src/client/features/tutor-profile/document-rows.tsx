import { Button } from '@mantine/core';
import { ExternalLink, FileCheck, FileClock, FileImage, FileX } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import classes from './documents-section.module.css';
import type { DocumentDraft } from './profile-draft.ts';
import type { Transfer } from './use-document-uploads.ts';

/** A signed link, and when it was given; it lasts a quarter of an hour. */
export type DocumentLink = { url: string; at: number };
export type DocumentLinks = {
  of: (id: string) => DocumentLink | null;
  /** A fresh one, where there still is one to be had. */
  again: (id: string) => Promise<string | null>;
};

const LASTS_MS = 14 * 60_000;

type RowProps = { icon: ReactNode; name: string; state?: ReactNode; isFaded?: boolean; children: ReactNode };

function Row({ icon, name, state, isFaded, children }: RowProps) {
  return (
    <li className={classes.row} data-faded={isFaded || undefined}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={classes.what}>
        <p className={classes.name}>{name}</p>
        {state}
      </div>
      <div className={classes.actions}>{children}</div>
    </li>
  );
}

export type DocumentRowProps = { document: DocumentDraft; links: DocumentLinks; isRemoving: boolean; onRemove: () => void };

export function DocumentRow({ document, links, isRemoving, onRemove }: DocumentRowProps) {
  const { id, name, isNew } = document;
  const link = links.of(id);

  async function openFresh(event: MouseEvent): Promise<void> {
    if (link && Date.now() - link.at < LASTS_MS) return;
    event.preventDefault();
    // A tab that opens only after an answer would be taken for an advertisement.
    const tab = window.open('', '_blank');
    const url = await links.again(id);
    if (tab) tab.opener = null;
    if (tab && url) tab.location.replace(url);
    else tab?.close();
  }

  return (
    <Row
      icon={isNew ? <FileImage size={22} /> : <FileCheck size={22} />}
      name={name}
      state={isNew && <p>{link ? 'Uploaded, not saved yet' : 'Uploaded, not saved yet. You can open it once you have saved.'}</p>}
    >
      {link && (
        <Button
          component="a"
          href={link.url}
          target="_blank"
          rel="noopener noreferrer"
          variant="subtle"
          size="sm"
          leftSection={<ExternalLink size={18} aria-hidden="true" />}
          aria-label={`Open ${name} in a new tab`}
          onClick={(event: MouseEvent) => void openFresh(event)}
        >
          Open
        </Button>
      )}
      <Button variant="subtle" color="red" size="sm" loading={isRemoving} aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </Row>
  );
}

export type TransferRowProps = { transfer: Transfer; canRetry: boolean; onRetry: () => void; onDrop: () => void };

export function TransferRow({ transfer: { file, share, problem }, canRetry, onRetry, onDrop }: TransferRowProps) {
  return (
    <Row
      icon={problem === null ? <FileClock size={22} /> : <FileX size={22} />}
      name={file.name}
      state={<State name={file.name} share={share} problem={problem} />}
    >
      {problem !== null && canRetry && (
        <Button variant="default" size="sm" aria-label={`Try ${file.name} again`} onClick={onRetry}>
          Try Again
        </Button>
      )}
      <Button variant="subtle" color="red" size="sm" aria-label={problem === null ? `Cancel ${file.name}` : `Remove ${file.name}`} onClick={onDrop}>
        {problem === null ? 'Cancel' : 'Remove'}
      </Button>
    </Row>
  );
}

function State({ name, share, problem }: { name: string; share: number | null; problem: string | null }) {
  if (problem !== null)
    return (
      <p className={classes.failed} role="alert">
        {problem}
      </p>
    );
  if (share === null) return <p>Waiting…</p>;
  return (
    <div className={classes.progress}>
      <progress max={1} value={share} aria-label={`Uploading ${name}`} />
      <span aria-hidden="true">{`${Math.round(share * 100)}%`}</span>
    </div>
  );
}

export type RemovedRowProps = { document: DocumentDraft; canRestore: boolean; onRestore: () => void };

export function RemovedRow({ document: { name }, canRestore, onRestore }: RemovedRowProps) {
  return (
    <Row
      isFaded
      icon={<FileX size={22} />}
      name={name}
      state={<p>{canRestore ? 'Taken off once you save' : 'Taken off once you save. Remove another to bring it back.'}</p>}
    >
      <Button variant="default" size="sm" disabled={!canRestore} aria-label={`Bring ${name} back`} onClick={onRestore}>
        Undo
      </Button>
    </Row>
  );
}
