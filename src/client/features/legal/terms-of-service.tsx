import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import { toTelUrl } from '#client/ui/format.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import type { PageConfig } from '#shared/page-config.ts';
import { TERMS_VERSION } from '#shared/vocabulary/terms.ts';
import { LegalPage, type LegalSection } from './legal-page.tsx';

export type TermsOfServiceProps = { config: Pick<PageConfig, 'appName' | 'supportEmail' | 'supportPhone'> };

export function TermsOfService({ config }: TermsOfServiceProps) {
  const { t } = useLingui();
  const { appName } = config;
  return (
    <LegalPage
      title={t`Terms of Service`}
      lead={t`What you and ${appName} can expect of each other, in plain words.`}
      path="/terms"
      changedOn={TERMS_VERSION}
      sections={getSections(config)}
    />
  );
}

const getSections = ({ appName, supportEmail, supportPhone }: TermsOfServiceProps['config']): readonly LegalSection[] => [
  {
    id: 'what-this-is',
    title: msg`What this is`,
    body: (
      <p>
        <Trans>
          {appName} brings students and tutors in Sri Lanka together. You may search and read profiles without an account. A lesson is an agreement
          between the student and the tutor; {appName} is not a party to it.
        </Trans>
      </p>
    ),
  },
  {
    id: 'accounts',
    title: msg`Accounts`,
    body: (
      <>
        <p>
          <Trans>There are four account types: Free, Premium, Tutor and Admin. Premium accounts are not offered at present.</Trans>
        </p>
        <ul>
          <li>
            <Trans>A Free account is for students: it finds tutors and books sessions, and costs nothing.</Trans>
          </li>
          <li>
            <Trans>A Tutor account is for teaching. It has a public profile and receives bookings.</Trans>
          </li>
          <li>
            <Trans>Admin accounts belong to the people who run {appName}. They cannot be registered.</Trans>
          </li>
        </ul>
        <p>
          <Trans>
            Anyone may <AnchorLink to="/register">create an account</AnchorLink>, by email and password or with Google. Give your own name and an
            email address that reaches you; we mail you a link to confirm it. Keep your password to yourself. You are responsible for what is done
            with your account. If someone else may know your password, change it to sign out every other browser.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'under-18',
    title: msg`Students under 18`,
    body: (
      <p>
        <Trans>
          A parent or guardian holds the account of a student under 18, says so on registration, gives the child’s first name, and answers for the
          bookings. The tutor sees on every booking for whom it is, and who booked it.
        </Trans>
      </p>
    ),
  },
  {
    id: 'bookings',
    title: msg`Bookings`,
    body: (
      <>
        <p>
          <Trans>
            A request reserves the time until the tutor confirms or cancels it; one that is not answered within 24 hours, or shortly before the
            session, ends by itself. Nobody else can book the tutor for that time, and you cannot book two tutors for the same one. Sessions last one,
            two or three hours, can be booked from the next day on, and at most 28 days ahead.
          </Trans>
        </p>
        <p>
          <Trans>
            The price is the tutor’s hourly rate times the number of hours. It is fixed when you send the request, even if the tutor changes their
            rates later.
          </Trans>
        </p>
        <p>
          <Trans>Be on time, treat each other with respect, and tell the other person early if you cannot come.</Trans>
        </p>
      </>
    ),
  },
  {
    id: 'payment',
    title: msg`Payment, fees and refunds`,
    body: (
      <>
        <p>
          <strong>
            <Trans>No payment is taken online yet.</Trans>
          </strong>
        </p>
        <p>
          <Trans>
            These terms apply once payments are taken online. Until then you pay your tutor directly, and {appName} collects, pays out and refunds
            nothing.
          </Trans>
        </p>
        <ul>
          <li>
            <Trans>Tutors pay a platform fee of 15% of the price of a session.</Trans>
          </li>
          <li>
            <Trans>Tutors are paid out within 7-14 business days.</Trans>
          </li>
          <li>
            <Trans>Cancellation is free more than 24 hours before a session.</Trans>
          </li>
          <li>
            <Trans>From 24 hours to 2 hours before a session, the student owes 50% of the price: a 50% refund.</Trans>
          </li>
          <li>
            <Trans>Within 2 hours before a session, the student owes the whole price: no refund.</Trans>
          </li>
        </ul>
        <p>
          <Trans>
            These bands are for a student who cancels a confirmed session. If the request was not confirmed, or the tutor, an admin or the system
            cancels, the student owes nothing. Of what the student owes the platform fee is 15%, and the tutor keeps the rest.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'tutors',
    title: msg`Tutors and verification`,
    body: (
      <>
        <p>
          <Trans>
            What a tutor’s profile says must be true: qualifications, experience, subjects and rates. Tutors set their own rates and hours, and answer
            requests in good time.
          </Trans>
        </p>
        <p>
          <Trans>
            A tutor is marked as verified once our admins have completed five checks: documents, education, experience, background and an interview.
            The mark says that these were done; it promises no result in an exam. Tutors without it can be found and booked too.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'not-allowed',
    title: msg`What is not allowed`,
    body: (
      <>
        <ul>
          <li>
            <Trans>False names, qualifications or documents, and accounts in someone else’s name.</Trans>
          </li>
          <li>
            <Trans>Offensive, threatening or unlawful words and images, and advertising for something else.</Trans>
          </li>
          <li>
            <Trans>Booking requests you do not intend to keep.</Trans>
          </li>
          <li>
            <Trans>Breaking into accounts, reading other people’s data, or overloading the service.</Trans>
          </li>
        </ul>
        <p>
          <Trans>
            We may close accounts that do so. Students whose sessions fall away through this lose nothing: they are cancelled by us, and nothing is
            owed for them.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'leaving',
    title: msg`Leaving`,
    body: (
      <p>
        <Trans>
          You can delete your account at any time on the page of your account, which says beforehand what happens: bookings that have not ended are
          cancelled, a student’s by the bands above; for a tutor’s nothing is owed. Reviews stay, without a name. What else becomes of your data, the{' '}
          <AnchorLink to="/privacy" hash="deleting">
            Privacy Policy
          </AnchorLink>{' '}
          says.
        </Trans>
      </p>
    ),
  },
  {
    id: 'liability',
    title: msg`What we answer for`,
    body: (
      <p>
        <Trans>
          We run {appName} with care, but cannot promise that it is always there or free of faults. We are not answerable for what is taught, for the
          conduct of students and tutors, or for money that they pay each other. Nothing here limits rights that the law of Sri Lanka gives you.
        </Trans>
      </p>
    ),
  },
  {
    id: 'questions',
    title: msg`Questions and changes`,
    body: (
      <p>
        <Trans>
          Write to <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor> or call{' '}
          <Anchor href={toTelUrl(supportPhone)}>{supportPhone}</Anchor>. If these terms change, this page shows the new terms and the date of the
          change.
        </Trans>
      </p>
    ),
  },
];
