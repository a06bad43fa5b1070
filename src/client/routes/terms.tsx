import { Anchor } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { pageConfig, titled } from '#client/api/page-config.ts';
import { LegalPage } from '#client/features/legal/legal-page.tsx';
import { AnchorLink } from '#client/ui/links.tsx';

export const Route = createFileRoute('/terms')({
  head: () => titled('Terms of Service'),
  component: TermsPage,
});

function TermsPage() {
  const { appName, supportEmail, supportPhone } = pageConfig();
  return (
    <LegalPage title="Terms of Service" lead={`What you agree to when you use ${appName}, in short.`}>
      <h2>What this is</h2>
      <p>{`${appName} brings students and tutors in Sri Lanka together. You may search and read profiles without an account. Lessons are an agreement between you and your tutor.`}</p>

      <h2>Accounts</h2>
      <p>There are four account types: Free, Premium, Tutor and Admin. Premium accounts are not offered at present.</p>
      <ul>
        <li>A Free account is for students: search, book and review sessions.</li>
        <li>A Tutor account is for those who teach: a public profile and bookings.</li>
        <li>{`Admin accounts belong to the people who run ${appName}. They cannot be registered.`}</li>
      </ul>
      <p>
        Give your own name and a working email address, and keep your password to yourself. You can{' '}
        <AnchorLink to="/register">create an account</AnchorLink> at any time.
      </p>

      <h2>Bookings</h2>
      <p>
        A request reserves the time until the tutor confirms or cancels it. Sessions can be booked from the next day on, and at most 28 days ahead.
        Come on time, treat each other with respect, and tell the other in good time when you cannot come.
      </p>

      <h2>Payment, fees and refunds</h2>
      <p>No payment is taken online yet.</p>
      <p>{`These terms apply once payments are taken online. Until then you pay your tutor directly, and ${appName} collects, pays out and refunds nothing.`}</p>
      <ul>
        <li>Tutors pay a platform fee of 15% of the price of a session.</li>
        <li>Tutors are paid out within 7-14 business days.</li>
        <li>Cancellation is free more than 24 hours before a session.</li>
        <li>From 24 hours to 2 hours before a session, 50% is refunded.</li>
        <li>Within 2 hours before a session, nothing is refunded.</li>
      </ul>

      <h2>What is not allowed</h2>
      <p>
        False names or qualifications, offensive content, advertising, attempts to break into accounts or to overload the service. Accounts that do so
        are closed.
      </p>

      <h2>Questions</h2>
      <p>
        Write to <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor> or call {supportPhone}. How your data is used, the{' '}
        <AnchorLink to="/privacy">Privacy Policy</AnchorLink> says.
      </p>
    </LegalPage>
  );
}
