import type { I18n } from '@lingui/core';
import { type NotificationText, notificationCopy, type StoredParams } from '#shared/domain/notification-copy.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import type { NotificationKind } from '#shared/vocabulary/notifications.ts';

type Action = { label: string; url: string };
type Stored = NotificationText & { action: Action | null; kind?: NotificationKind | undefined; params?: StoredParams | undefined };

/** A notification as it is stored in English, in the language of the page. What an admin has written stays as it is. */
export function copyInLanguage<N extends Stored>(i18n: I18n, notification: N): N {
  const { kind, params, action } = notification;
  if (i18n.locale === DEFAULT_LOCALE || !kind || !params || kind === 'custom') return notification;
  const copy = notificationCopy(kind, params, textsOf(i18n));
  return { ...notification, title: copy.title, message: copy.message, action: action && { ...action, label: copy.action?.label ?? action.label } };
}
