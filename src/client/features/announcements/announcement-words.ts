import type { Audience, SendAnnouncementInput } from '#shared/contracts/announcements.ts';

/** To whom, as the form and the list call them. */
export const AUDIENCE_NAMES: Readonly<Record<Audience, string>> = {
  everyone: 'Everyone',
  student: 'Students',
  tutor: 'Tutors',
  admin: 'Admins',
};

/** What the question before sending says. */
export const SENDING: Readonly<Record<Audience, string>> = {
  everyone: 'Everyone gets it: whoever is signed in now at once, the others when they come back within a week.',
  student: 'All students get it: whoever is signed in now at once, the others when they come back within a week.',
  tutor: 'All tutors get it: whoever is signed in now at once, the others when they come back within a week.',
  admin: 'All admins get it: whoever is signed in now at once, the others when they come back within a week.',
};

export type AnnouncementDraft = { audience: Audience; title: string; message: string; actionLabel: string; actionUrl: string };

export const EMPTY_DRAFT: AnnouncementDraft = { audience: 'everyone', title: '', message: '', actionLabel: '', actionUrl: '' };

/** What is sent of it: a label and an address, or neither. */
export function toInput({ audience, title, message, actionLabel, actionUrl }: AnnouncementDraft): SendAnnouncementInput {
  const action = actionUrl.trim() === '' ? null : { label: actionLabel.trim(), url: actionUrl.trim() };
  return { audience, title: title.trim(), message: message.trim(), action };
}
