import { z } from 'zod';
import { VALIDATION } from '#shared/messages.ts';
import { ANNOUNCEMENT_TYPES } from '#shared/vocabulary/content.ts';
import { ADMIN_TABLES, LIMITS } from '#shared/vocabulary/limits.ts';
import { ROLES } from '#shared/vocabulary/people.ts';
import { id, requiredText, text } from './common.ts';
import { actionUrl, announcementTexts, notificationAction } from './notifications.ts';

const { title, message, label } = LIMITS.notification;

export const AUDIENCES = ['everyone', ...ROLES] as const;
export type Audience = (typeof AUDIENCES)[number];

const words = {
  title: requiredText('Title', { max: title }, { missing: VALIDATION.notificationTitle }),
  message: requiredText('Message', { max: message }, { missing: VALIDATION.notificationMessage }),
};

const translation = z.object({ ...words, actionLabel: text('Label', label).default('') }).optional();

export const sendAnnouncementInput = z.object({
  audience: z.enum(AUDIENCES, { error: VALIDATION.audience }),
  ...words,
  translations: z.object({ si: translation, ta: translation }).default({}),
  action: z.object({ label: requiredText('Label', { max: label }, { missing: VALIDATION.required }), url: actionUrl }).nullish(),
  /** The same for each try to send the same announcement, so that it is sent once when an answer is lost. */
  idempotencyKey: text('Request key', LIMITS.requestKey).optional(),
});
export type SendAnnouncementInput = z.infer<typeof sendAnnouncementInput>;

const draftTranslation = { title: text('Title', title), message: text('Message', message), label: text('Label', label) };

export const announcementDraft = z
  .object({
    audience: z.enum(AUDIENCES, { error: VALIDATION.audience }),
    title: text('Title', title).min(1, VALIDATION.notificationTitle),
    message: text('Message', message).min(1, VALIDATION.notificationMessage),
    actionLabel: text('Label', label),
    actionUrl: z.string().trim(),
    ...{ titleSi: draftTranslation.title, messageSi: draftTranslation.message, labelSi: draftTranslation.label },
    ...{ titleTa: draftTranslation.title, messageTa: draftTranslation.message, labelTa: draftTranslation.label },
  })
  .refine(({ actionLabel, actionUrl: address }) => address === '' || actionLabel !== '', {
    path: ['actionLabel'],
    error: VALIDATION.actionLabel,
    // Reported together with other issues, not after them.
    when: () => true,
  })
  .refine(({ actionLabel, actionUrl: address }) => (address === '' ? actionLabel === '' : actionUrl.safeParse(address).success), {
    path: ['actionUrl'],
    error: VALIDATION.actionUrl,
    when: () => true,
  })
  .refine(({ titleSi, messageSi, labelSi }) => titleSi !== '' || (messageSi === '' && labelSi === ''), missing('titleSi'))
  .refine(({ titleSi, messageSi, labelSi }) => messageSi !== '' || (titleSi === '' && labelSi === ''), missing('messageSi'))
  .refine(({ titleTa, messageTa, labelTa }) => titleTa !== '' || (messageTa === '' && labelTa === ''), missing('titleTa'))
  .refine(({ titleTa, messageTa, labelTa }) => messageTa !== '' || (titleTa === '' && labelTa === ''), missing('messageTa'));

/** A language has title and message, or nothing. */
function missing(field: 'titleSi' | 'messageSi' | 'titleTa' | 'messageTa') {
  const error = field.startsWith('title') ? VALIDATION.notificationTitle : VALIDATION.notificationMessage;
  return { path: [field], error, when: () => true };
}

export const withdrawAnnouncementInput = z.object({ id });
export type WithdrawAnnouncementInput = z.infer<typeof withdrawAnnouncementInput>;

export const announcementsInput = z
  .object({ cursor: z.string().max(200).nullish(), limit: z.int().min(1).max(ADMIN_TABLES.mostPerPage).default(ADMIN_TABLES.pageSize) })
  .prefault({});
export type AnnouncementsInput = z.infer<typeof announcementsInput>;

export const announcementView = z.object({
  id: z.string(),
  type: z.enum(ANNOUNCEMENT_TYPES),
  audience: z.enum(AUDIENCES),
  title: z.string(),
  message: z.string(),
  action: notificationAction.nullable(),
  translations: announcementTexts,
  sentBy: z.string(),
  withdrawnAt: z.date().nullable(),
  createdAt: z.date(),
});
export type AnnouncementView = z.infer<typeof announcementView>;
export const announcementsPage = z.object({ announcements: z.array(announcementView), nextCursor: z.string().nullable() });
export type AnnouncementsPage = z.infer<typeof announcementsPage>;
