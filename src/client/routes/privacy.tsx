import { Anchor } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { pageConfig, titled } from '#client/api/page-config.ts';
import { LegalPage } from '#client/features/legal/legal-page.tsx';
import { AnchorLink } from '#client/ui/links.tsx';

export const Route = createFileRoute('/privacy')({
  head: () => titled('Privacy Policy'),
  component: PrivacyPage,
});

function PrivacyPage() {
  const { appName, supportEmail } = pageConfig();
  return (
    <LegalPage title="Privacy Policy" lead={`What ${appName} knows about you, what for, and who sees it.`}>
      <h2>What we keep</h2>
      <ul>
        <li>
          From <AnchorLink to="/register">registration</AnchorLink>: your name, email address, role, and your phone number if you give one. Of your
          password only a hash is kept, from which it cannot be read back.
        </li>
        <li>From bookings: subject, topics, time, price, your contact number, your notes, and for home visits the address you write.</li>
        <li>From tutors: what they write into their profile, and the reviews they receive.</li>
      </ul>

      <h2>Who sees it</h2>
      <ul>
        <li>A tutor’s profile is public, with contact details, rates and free times. Search results show no phone number and no email address.</li>
        <li>A booking is seen by its student, its tutor and our admins.</li>
        <li>Reviews are public, with the name and photo of the student who wrote them.</li>
      </ul>
      <p>We do not sell your data, show no advertising, and load nothing from other companies into this page.</p>

      <h2>What your browser keeps</h2>
      <p>
        A token that keeps you signed in and the record of your account: for 30 days with Remember me, otherwise until the window is closed, and at
        most 12 hours. Beside it your colour scheme, and for the length of your visit what you have typed into an unfinished registration, without
        passwords. We set no cookies. Logout removes token and record.
      </p>

      <h2>Your rights</h2>
      <p>
        To see, correct or delete what we keep of you, write to <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor> from the address of
        your account.
      </p>
    </LegalPage>
  );
}
