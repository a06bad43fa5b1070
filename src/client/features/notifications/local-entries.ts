import { makeKeptPerUser } from './kept-per-user.ts';

/** What this browser alone keeps for somebody: an announcement is no stored notification. */
export type LocalNotification = {
  id: string;
  title: string;
  message: string;
  action: { label: string; url: string } | null;
  createdAt: string;
  /** When it came. */
  toldAt: number;
  read: boolean;
  /** Not shown any more, and known still: announcements are told again to a page that is opened anew. */
  isRemoved: boolean;
};

export const localEntries = makeKeptPerUser({ keyOf: (userId) => `notifications_${userId}`, parse });

function parse(kept: unknown): LocalNotification | null {
  const { id, title, message, action, createdAt, toldAt, read, isRemoved }: Partial<Record<keyof LocalNotification, unknown>> = { ...Object(kept) };
  if (typeof id !== 'string' || typeof title !== 'string' || Number.isNaN(Date.parse(String(createdAt)))) return null;
  return {
    id,
    title,
    message: typeof message === 'string' ? message : '',
    action: actionIn(action),
    createdAt: String(createdAt),
    toldAt: typeof toldAt === 'number' ? toldAt : 0,
    read: read === true,
    isRemoved: isRemoved === true,
  };
}

function actionIn(kept: unknown): LocalNotification['action'] {
  const { label, url }: Partial<Record<'label' | 'url', unknown>> = { ...Object(kept) };
  return typeof label === 'string' && typeof url === 'string' ? { label, url } : null;
}
