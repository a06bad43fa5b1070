import { Info } from 'lucide-react';
import classes from './announcement-preview.module.css';
import type { AnnouncementDraft } from './announcement-words.ts';

export type AnnouncementPreviewProps = { draft: AnnouncementDraft };

/** The announcement as those who get it will see it. */
export function AnnouncementPreview({ draft: { title, message, actionLabel, actionUrl } }: AnnouncementPreviewProps) {
  return (
    <section className={classes.preview} aria-label="Preview">
      <h2 className={classes.heading}>Preview</h2>
      <div className={classes.card}>
        <Info size={20} aria-hidden="true" />
        <div>
          <p className={classes.title} data-empty={title.trim() === '' || undefined}>
            {title.trim() || 'Title'}
          </p>
          <p className={classes.message} data-empty={message.trim() === '' || undefined}>
            {message.trim() || 'Message'}
          </p>
          {actionLabel.trim() !== '' && actionUrl.trim() !== '' && <span className={classes.action}>{actionLabel.trim()}</span>}
        </div>
      </div>
    </section>
  );
}
