import { Anchor } from '@mantine/core';
import { AnchorLink } from '#client/ui/links.tsx';
import type { PageConfig } from '#shared/page-config.ts';
import { LegalPage, type LegalSection } from './legal-page.tsx';
import { StoredData } from './stored-data.tsx';

export type PrivacyPolicyProps = { config: Pick<PageConfig, 'appName' | 'supportEmail'> };

export function PrivacyPolicy({ config }: PrivacyPolicyProps) {
  return (
    <LegalPage
      title="Privacy Policy"
      lead={`What ${config.appName} knows about you, what for, who sees it, and how to be forgotten.`}
      path="/privacy"
      changedOn="2026-11-23"
      sections={getSections(config)}
    />
  );
}

const getSections = ({ appName, supportEmail }: PrivacyPolicyProps['config']): readonly LegalSection[] => [
  {
    id: 'in-short',
    title: 'In short',
    body: (
      <ul>
        <li>You can search and read profiles without telling us who you are.</li>
        <li>We keep what a booking needs, and nothing to sell: there is no advertising and no tracking here.</li>
        <li>Nothing on these pages is loaded from other companies.</li>
        <li>You can change or delete what we keep of you, by yourself, on the page of your account.</li>
      </ul>
    ),
  },
  { id: 'what-we-keep', title: 'What we keep, and what for', body: <StoredData /> },
  {
    id: 'who-sees-it',
    title: 'Who sees it',
    body: (
      <>
        <ul>
          <li>
            A tutor’s profile is public, with phone number, email address, rates and hours. Lists of tutors show no phone number and no email address.
          </li>
          <li>A booking is seen by its student, its tutor and our admins. So is a problem that one of the two reports on it.</li>
          <li>
            A message is seen by the two who write to each other. Of one that is reported our admins may see that message and the ten before it, and
            nothing else.
          </li>
          <li>A report of a message, a review or a profile is seen by our admins.</li>
          <li>Posts that a tutor has published are public, with the tutor’s name and photo.</li>
          <li>Reviews are public, with the name and photo of the student who wrote them, and with what the tutor has replied.</li>
          <li>Whoever has the calendar link that you made sees your sessions.</li>
          <li>A tutor’s documents are seen by that tutor and our admins.</li>
          <li>A student’s name, email address and photo are seen by the tutors of the student’s bookings and by our admins.</li>
          <li>
            While push notifications are on, the push service of your browser’s maker learns that we tell your browser something, and when. What it
            says is encrypted for your browser.
          </li>
          <li>Those who run the server and the delivery of our mail for us have to do with it as far as their work demands.</li>
        </ul>
        <p>{`Apart from that, ${appName} gives your data to nobody, unless the law obliges us.`}</p>
      </>
    ),
  },
  {
    id: 'google',
    title: 'Continue with Google',
    body: (
      <p>
        If you choose it, Google tells us your name, your email address, whether it is verified, your photo, and a number that stands for your Google
        account. We copy the photo, so that your visitors load nothing from Google. We get no password, and no access to anything else of yours at
        Google. Google learns that you signed in here.
      </p>
    ),
  },
  {
    id: 'browser',
    title: 'What your browser keeps',
    body: (
      <>
        <ul>
          <li>
            While you are signed in, a token and the record of your account. With Remember me the token is good for at most 30 days after your last
            visit; without it both go when the window is closed, and it is good for at most 12 hours. Logout removes both.
          </li>
          <li>Your colour scheme.</li>
          <li>For the length of your visit, how far you had scrolled, and what you have typed into an unfinished registration, without passwords.</li>
          <li>If you sign up with Google, your name, your email address and a token, until you have chosen a role.</li>
          <li>What a tutor has written into the profile or a post and not saved yet, until it is saved or discarded, or the tutor logs out.</li>
          <li>What you have chosen and typed for a booking, until it is booked, you close it or log out; after a day it is of no use any more.</li>
          <li>A review that you have begun, until it is sent or you log out.</li>
          <li>Messages that you are writing, and those that have not reached us yet, until they have, you delete them or log out.</li>
          <li>Notifications that you have marked, removed or cleared while we could not be reached, until we have done the same.</li>
          <li>The bookings that you have seen last, so that you can look them up without a network, until you log out.</li>
          <li>That you want to be reminded later of a profile that is not complete.</li>
          <li>Changes to the details of your account that you have not saved yet, for the length of your visit or until you log out.</li>
          <li>For the length of your visit, the email address for which you have asked for a code, and when you may ask again.</li>
          <li>For the length of your visit, the email address whose reminder to confirm it you have closed.</li>
        </ul>
        <p>
          One cookie is set, and only when you continue with Google: for at most 10 minutes, sent to /api/auth/google alone, it ties Google’s answer
          to your browser. Otherwise we set no cookies.
        </p>
      </>
    ),
  },
  {
    id: 'deleting',
    title: 'Deleting your account',
    body: (
      <>
        <p>
          You can do it by yourself on the page of your account. It asks for your password, or for a fresh sign-in with Google, says what will happen,
          and cannot be undone:
        </p>
        <ul>
          <li>Your name, email address, phone number, photo, sessions, notifications, favourites, saved searches and uploads are deleted.</li>
          <li>Your calendar link stops working.</li>
          <li>Bookings that have not ended are cancelled, and the other person is told.</li>
          <li>Past bookings stay for the other person, with their notes, but without your name, contact number and address.</li>
          <li>Reviews that you wrote stay, without your name.</li>
          <li>Messages stay with the other side, without your name, until that account is deleted too.</li>
          <li>Reports that you made stay with our admins, without your name.</li>
          <li>A tutor’s profile goes, with its posts and documents.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <p>
        Your account page shows your details and lets you correct them. To ask for a copy, or for anything that you cannot do there, write to{' '}
        <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor> from the address of your account. You have no account yet? Then we keep
        nothing of you, until you <AnchorLink to="/register">create an account</AnchorLink>. What you agree to then, the{' '}
        <AnchorLink to="/terms">Terms of Service</AnchorLink> say.
      </p>
    ),
  },
];
