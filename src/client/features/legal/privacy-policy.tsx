import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import { AnchorLink } from '#client/ui/links.tsx';
import type { PageConfig } from '#shared/page-config.ts';
import { LegalPage, type LegalSection } from './legal-page.tsx';
import { StoredData } from './stored-data.tsx';

export type PrivacyPolicyProps = { config: Pick<PageConfig, 'appName' | 'supportEmail'> };

export function PrivacyPolicy({ config }: PrivacyPolicyProps) {
  const { t } = useLingui();
  const { appName } = config;
  return (
    <LegalPage
      title={t`Privacy Policy`}
      lead={t`What ${appName} knows about you, what for, who sees it, and how to be forgotten.`}
      path="/privacy"
      changedOn="2026-11-23"
      sections={getSections(config)}
    />
  );
}

const getSections = ({ appName, supportEmail }: PrivacyPolicyProps['config']): readonly LegalSection[] => [
  {
    id: 'in-short',
    title: msg`In short`,
    body: (
      <ul>
        <li>
          <Trans>You can search and read profiles without telling us who you are.</Trans>
        </li>
        <li>
          <Trans>We store only what your bookings need, and we do not sell it. There is no advertising and no tracking.</Trans>
        </li>
        <li>
          <Trans>These pages load nothing from other companies.</Trans>
        </li>
        <li>
          <Trans>You can change or delete your data yourself on your account page.</Trans>
        </li>
      </ul>
    ),
  },
  { id: 'what-we-keep', title: msg`What we store, and why`, body: <StoredData /> },
  {
    id: 'who-sees-it',
    title: msg`Who sees it`,
    body: (
      <>
        <ul>
          <li>
            <Trans>
              A tutor’s profile is public, with phone number, email address, rates and hours. Lists of tutors show no phone number and no email
              address.
            </Trans>
          </li>
          <li>
            <Trans>The student, the tutor and our admins can see a booking and any problem reported on it.</Trans>
          </li>
          <li>
            <Trans>
              Only the two people in a conversation can see its messages. If a message is reported, our admins can see it and the ten messages before
              it, and nothing else.
            </Trans>
          </li>
          <li>
            <Trans>Our admins can see reports about messages, reviews and profiles.</Trans>
          </li>
          <li>
            <Trans>Published posts are public, with the tutor’s name and photo.</Trans>
          </li>
          <li>
            <Trans>Reviews are public, with the student’s name and photo and the tutor’s reply.</Trans>
          </li>
          <li>
            <Trans>Anyone who has your calendar link can see your sessions.</Trans>
          </li>
          <li>
            <Trans>Only the tutor and our admins can see a tutor’s documents.</Trans>
          </li>
          <li>
            <Trans>Tutors the student has booked and our admins can see a student’s name, email address and photo.</Trans>
          </li>
          <li>
            <Trans>
              If push notifications are on, your browser’s push service can see when we send one, but not what it says: notifications are encrypted.
            </Trans>
          </li>
          <li>
            <Trans>The companies that run our servers and deliver our email handle data only as far as their work requires.</Trans>
          </li>
        </ul>
        <p>
          <Trans>Apart from that, {appName} does not share your data with anyone unless the law requires it.</Trans>
        </p>
      </>
    ),
  },
  {
    id: 'google',
    title: msg`Continue with Google`,
    body: (
      <p>
        <Trans>
          If you choose this, Google gives us your name, your email address and whether it is verified, your photo, and your Google account number. We
          copy the photo, so people who see it load nothing from Google. We do not get your password or access to anything else in your Google
          account. Google knows that you signed in here.
        </Trans>
      </p>
    ),
  },
  {
    id: 'videos',
    title: msg`Introduction videos`,
    body: (
      <p>
        <Trans>
          Some tutors introduce themselves in a video on YouTube. Your browser asks YouTube for it only when you press play. YouTube then sees your IP
          address, and which of our sites the video is on.
        </Trans>
      </p>
    ),
  },
  {
    id: 'browser',
    title: msg`What your browser stores`,
    body: (
      <>
        <ul>
          <li>
            <Trans>
              While you are signed in: a token and your account details. With Remember me, the token lasts up to 30 days after your last visit.
              Without it, both are removed when you close the window, and the token lasts up to 12 hours. Logging out removes both.
            </Trans>
          </li>
          <li>
            <Trans>Your colour scheme and your language.</Trans>
          </li>
          <li>
            <Trans>During your visit: how far you scrolled, and what you typed into an unfinished registration, without passwords.</Trans>
          </li>
          <li>
            <Trans>If you sign up with Google, your name, your email address and a token, until you have chosen a role.</Trans>
          </li>
          <li>
            <Trans>A tutor’s unsaved changes to a profile or post, until they are saved or discarded or the tutor logs out.</Trans>
          </li>
          <li>
            <Trans>An unfinished booking, until you book, close it or log out, for up to a day.</Trans>
          </li>
          <li>
            <Trans>An unfinished review, until you send it or log out.</Trans>
          </li>
          <li>
            <Trans>Messages you have not sent, until they are sent, you delete them or log out.</Trans>
          </li>
          <li>
            <Trans>Notifications you marked, removed or cleared while offline, until we have done the same.</Trans>
          </li>
          <li>
            <Trans>The bookings you saw last, to show them offline, until you log out.</Trans>
          </li>
          <li>
            <Trans>Your choice to be reminded later to complete your profile.</Trans>
          </li>
          <li>
            <Trans>Unsaved changes to your account details, during your visit or until you log out.</Trans>
          </li>
          <li>
            <Trans>During your visit: the email address you requested a code for, and when you can ask again.</Trans>
          </li>
          <li>
            <Trans>During your visit: the email address whose confirmation reminder you closed.</Trans>
          </li>
        </ul>
        <p>
          <Trans>
            We set one cookie, only when you continue with Google. It lasts up to 10 minutes, is sent only to /api/auth/google, and links Google’s
            answer to your browser.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'deleting',
    title: msg`Deleting your account`,
    body: (
      <>
        <p>
          <Trans>
            You can delete your account on your account page. It shows what will happen, and asks for your password or a new sign-in with Google. This
            cannot be undone:
          </Trans>
        </p>
        <ul>
          <li>
            <Trans>Your name, email address, phone number, photo, sessions, notifications, favorites, saved searches and uploads are deleted.</Trans>
          </li>
          <li>
            <Trans>Your calendar link stops working.</Trans>
          </li>
          <li>
            <Trans>Bookings that have not ended are cancelled, and we tell the other person.</Trans>
          </li>
          <li>
            <Trans>The other person keeps past bookings and their notes, but without your name, contact number and address.</Trans>
          </li>
          <li>
            <Trans>Your reviews stay, without your name.</Trans>
          </li>
          <li>
            <Trans>The other person keeps your messages, without your name, until their account is deleted too.</Trans>
          </li>
          <li>
            <Trans>Our admins keep reports you made, without your name.</Trans>
          </li>
          <li>
            <Trans>A tutor’s profile, posts and documents are deleted.</Trans>
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'your-rights',
    title: msg`Your rights`,
    body: (
      <p>
        <Trans>
          Your account page shows your details and lets you correct them. To ask for a copy of your data, or for anything you cannot do there, write
          to <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor> from the address of your account. If you have no account, we store
          nothing about you until you <AnchorLink to="/register">create an account</AnchorLink>. What you agree to then, the{' '}
          <AnchorLink to="/terms">Terms of Service</AnchorLink> say.
        </Trans>
      </p>
    ),
  },
];
