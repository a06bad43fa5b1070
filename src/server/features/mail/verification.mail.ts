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
      'Check the documents, education and experience, then approve the profile or reject it with a reason.',
      { label: 'Review', url: `${platform.publicUrl}/admin/tutors` },
    ],
  });
}

export function profileVerifiedMail(platform: Platform, addressee: Addressee): Mail {
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your profile is verified',
    parts: ['We have reviewed and verified your profile. It now has the Verified badge.', profileLink(platform, 'View Profile')],
  });
}

export function profileRejectedMail(platform: Platform, { reason, ...addressee }: Addressee & { reason: string }): Mail {
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your profile was not approved',
    parts: [
      'We reviewed your profile and could not approve it, for this reason:',
      ...toLines(reason),
      'Students cannot find your profile until you submit it again. Your existing bookings do not change.',
      'Make the changes and save your complete profile to submit it for review.',
      profileLink(platform, 'Update Profile'),
    ],
  });
}

export function profileUnverifiedMail(platform: Platform, addressee: Addressee): Mail {
  return composeEmail(platform, {
    ...addressee,
    subject: 'Your profile is no longer verified',
    parts: [
      'Your profile is no longer verified and has lost the Verified badge. An admin will review it again.',
      'Your existing bookings do not change.',
      profileLink(platform, 'View Profile'),
    ],
  });
}

export function profileReminderMail(platform: Platform, { missing, ...addressee }: Addressee & { missing: readonly string[] }): Mail {
  return composeEmail(platform, {
    ...addressee,
    subject: 'Complete your profile',
    parts: [
      'Your profile is not complete yet, so we cannot review it. These items are missing:',
      ...missing.map((label) => `• ${label}`),
      'When it is complete, save your profile to submit it for review.',
      profileLink(platform, 'Complete Profile'),
    ],
  });
}

const profileLink = ({ publicUrl }: Platform, label: string): EmailPart => ({ label, url: `${publicUrl}/tutor/profile` });
