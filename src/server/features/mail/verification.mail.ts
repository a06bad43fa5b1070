import type { Mail } from '#server/core/ports.ts';
import { type Addressee, composeEmail, type EmailPart, type Letter, toLines, toPlainName } from './email-layout.mail.ts';

/** Admins are written to in English. */
export function profileSubmittedMail(letter: Letter, { to, tutor }: { to: string; tutor: string }): Mail {
  const name = toPlainName(tutor);
  return composeEmail(letter, {
    to,
    name: '',
    subject: 'A tutor profile waits for review',
    parts: [
      name === null ? 'A tutor has submitted a profile for review.' : `${name} has submitted a profile for review.`,
      'Check the documents, education and experience, then approve the profile or reject it with a reason.',
      { label: 'Review', url: `${letter.pagesUrl}/admin/tutors` },
    ],
  });
}

export function profileVerifiedMail(letter: Letter, addressee: Addressee): Mail {
  const { t } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`Your profile is verified`,
    parts: [t`We have reviewed and verified your profile. It now has the Verified badge.`, profileLink(letter, t`View Profile`)],
  });
}

export function profileRejectedMail(letter: Letter, { reason, ...addressee }: Addressee & { reason: string }): Mail {
  const { t } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`Your profile was not approved`,
    parts: [
      t`We reviewed your profile and could not approve it, for this reason:`,
      ...toLines(reason),
      t`Students cannot find your profile until you submit it again. Your existing bookings do not change.`,
      t`Make the changes and save your complete profile to submit it for review.`,
      profileLink(letter, t`Update Profile`),
    ],
  });
}

export function profileUnverifiedMail(letter: Letter, addressee: Addressee): Mail {
  const { t } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`Your profile is no longer verified`,
    parts: [
      t`Your profile is no longer verified and has lost the Verified badge. An admin will review it again.`,
      t`Your existing bookings do not change.`,
      profileLink(letter, t`View Profile`),
    ],
  });
}

export function profileReminderMail(letter: Letter, { missing, ...addressee }: Addressee & { missing: readonly string[] }): Mail {
  const { t } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`Complete your profile`,
    parts: [
      t`Your profile is not complete yet, so we cannot review it. These items are missing:`,
      ...missing.map((label) => `• ${t.of(label)}`),
      t`When it is complete, save your profile to submit it for review.`,
      profileLink(letter, t`Complete Profile`),
    ],
  });
}

const profileLink = ({ pagesUrl }: Letter, label: string): EmailPart => ({ label, url: `${pagesUrl}/tutor/profile` });
