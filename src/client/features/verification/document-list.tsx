import { Button } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '#shared/domain/zone.ts';
import classes from './document-list.module.css';
import { useOpenDocument } from './use-open-document.ts';
import { documentName } from './verification-words.ts';

export type ListedDocument = { id: string; type: string; uploadedAt: Date; mark?: 'Added' | 'Removed' };
export type DocumentListProps = { tutorId: string; documents: readonly ListedDocument[]; zone: string };

/** Each opens in a tab of its own, by a link that is fetched then. */
export function DocumentList({ tutorId, documents, zone }: DocumentListProps) {
  const openDocument = useOpenDocument(tutorId);
  const [opening, setOpening] = useState<string | null>(null);
  const open = async (id: string) => {
    setOpening(id);
    await openDocument(id);
    setOpening(null);
  };

  return (
    <ul className={classes.list}>
      {documents.map(({ id, type, uploadedAt, mark }, index) => (
        <li key={id} data-mark={mark}>
          <span>
            {mark && <strong className={classes.mark}>{mark}</strong>}
            {documentName(type, index)}
            <span className={classes.date}>{formatDay(uploadedAt, zone)}</span>
          </span>
          <Button
            variant="default"
            size="sm"
            rightSection={<ExternalLink size={16} aria-hidden="true" />}
            aria-label={`Open ${mark ? `${mark.toLowerCase()} ` : ''}${documentName(type, index)} in a new tab`}
            aria-busy={opening === id || undefined}
            onClick={() => void open(id)}
          >
            Open
          </Button>
        </li>
      ))}
    </ul>
  );
}
