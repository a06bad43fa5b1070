import type { Platform } from '#server/core/context.ts';
import type { Mail } from '#server/core/ports.ts';
import { type Addressee, composeEmail, type EmailPart, toLines, toPlainName } from './email-layout.mail.ts';

export function profileSubmittedMail(platform: Platform, { to, tutor }: { to: string; tutor: string }): Mail {
  const name = toPlainName(tutor);
  return composeEmail(platform, {
    to,
    name: '',
    subject: 'A tutor profile waits for review',
    parts: [
      name === null ? 'A tutor has submitted a profile for review.' : `${name} has submitted a profile for review.`,
      'Look through the documents, education and experience, then approve the profile or reject it with a reason.',
      { label: 'Review', url: `${platform.publicUrl}/admin/tutors` },
    ],
  });
}

export function profileVerifiedMail(platform: Platform, addressee: Addressee): Mail {
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your profile is verified',
    parts: ['We have reviewed your profile and verified it. It now carries the Verified badge.', profileLink(platform, 'View Profile')],
  });
}

export function profileRejectedMail(platform: Platform, { reason, ...addressee }: Addressee & { reason: string }): Mail {
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your profile was not approved',
    parts: [
      'We have reviewed your profile and could not approve it. This is the reason:',
      ...toLines(reason),
      'Until you submit it again, students do not find your profile. Bookings that you have already stay as they are.',
      'Put right what the reason names and save your complete profile: that submits it for review.',
      profileLink(platform, 'Update Profile'),
    ],
  });
}

export function profileUnverifiedMail(platform: Platform, addressee: Addressee): Mail {
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your profile is no longer verified',
    parts: [
      'The verification of your profile was removed, and with it the Verified badge. An admin reviews it again.',
      'Bookings that you have already stay as they are.',
      profileLink(platform, 'View Profile'),
    ],
  });
}

export function profileReminderMail(platform: Platform, { missing, ...addressee }: Addressee & { missing: readonly string[] }): Mail {
  return composeEmail(platform, {
    ...addressee,
    subject: 'Complete your profile',
    parts: [
      'Your profile is not complete yet, so we cannot review it. This is what is missing:',
      ...missing.map((label) => `• ${label}`),
      'Once everything is there, saving your profile submits it for review.',
      profileLink(platform, 'Complete Profile'),
    ],
  });
}

const profileLink = ({ publicUrl }: Platform, label: string): EmailPart => ({ label, url: `${publicUrl}/tutor/profile` });
