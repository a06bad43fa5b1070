import { NOTIFICATIONS } from '#shared/vocabulary/limits.ts';

export function badgeText(unread: number): string {
  if (unread <= 0) return '';
  return unread > NOTIFICATIONS.badgeMost ? `${NOTIFICATIONS.badgeMost}+` : String(unread);
}
