import type { AnnouncementText, AnnouncementTexts } from '#shared/vocabulary/notifications.ts';
import type { announcements } from './schema/announcements.ts';

type Row = typeof announcements.$inferSelect;
export type AnnouncementColumns = Pick<Row, 'titleSi' | 'messageSi' | 'actionLabelSi' | 'titleTa' | 'messageTa' | 'actionLabelTa'>;

export function toAnnouncementTexts(row: AnnouncementColumns): AnnouncementTexts {
  const { titleSi, messageSi, actionLabelSi, titleTa, messageTa, actionLabelTa } = row;
  const [si, ta] = [toText(titleSi, messageSi, actionLabelSi), toText(titleTa, messageTa, actionLabelTa)];
  return { ...(si && { si }), ...(ta && { ta }) };
}

function toText(title: string | null, message: string | null, actionLabel: string | null): AnnouncementText | null {
  return title === null || message === null ? null : { title, message, actionLabel: actionLabel ?? '' };
}

export function toAnnouncementColumns({ si, ta }: AnnouncementTexts, { hasAction }: { hasAction: boolean }): AnnouncementColumns {
  const labelOf = (text: AnnouncementText | undefined) => (hasAction && text?.actionLabel) || null;
  return {
    ...{ titleSi: si?.title ?? null, messageSi: si?.message ?? null, actionLabelSi: labelOf(si) },
    ...{ titleTa: ta?.title ?? null, messageTa: ta?.message ?? null, actionLabelTa: labelOf(ta) },
  };
}
