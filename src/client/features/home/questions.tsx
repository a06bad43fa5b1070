import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Card, Title } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import classes from './questions.module.css';

type Question = { question: MessageDescriptor; answer: ReactNode };

const FOR_STUDENTS: readonly Question[] = [
  {
    question: msg`What does it cost?`,
    answer: (
      <Trans>
        Your account, searching and asking for a session are free. Every tutor sets a price for an hour, and you see the whole price before you send a
        request.
      </Trans>
    ),
  },
  { question: msg`How do I pay?`, answer: <Trans>You pay your tutor directly. No payment is taken online yet.</Trans> },
  {
    question: msg`Who checks the tutors?`,
    answer: (
      <Trans>
        Our admins do. A tutor marked as verified has passed five checks: documents, education, experience, background and an interview. Where the
        profile says Verification Pending, they have not been completed.
      </Trans>
    ),
  },
  {
    question: msg`When can I book?`,
    answer: (
      <Trans>
        At least one day and at most 28 days ahead, at the hours that the tutor has published and nobody else has asked for. The profile shows them.
      </Trans>
    ),
  },
  {
    question: msg`What if something comes up?`,
    answer: (
      <Trans>
        Tell your tutor as early as you can. Once payments are taken online, cancelling is free more than 24 hours before a session; from 24 hours to
        2 hours before it you owe 50% of the price, and within 2 hours all of it. The{' '}
        <AnchorLink to="/terms" hash="payment">
          Terms of Service
        </AnchorLink>{' '}
        say it in full.
      </Trans>
    ),
  },
  {
    question: msg`My child is under 18. Who signs up?`,
    answer: (
      <Trans>
        You do, as the parent or guardian. Say so when you register, and give your child’s first name: the tutor sees it on your bookings, beside
        yours.
      </Trans>
    ),
  },
  {
    question: msg`Who sees my phone number?`,
    answer: <Trans>The tutor you send a request to sees the number you give for it. It is never shown in public.</Trans>,
  },
];

const forTutors = (appName: string): readonly Question[] => [
  {
    question: msg`Who can teach here?`,
    answer: (
      <Trans>Anyone with something to teach, from school subjects to languages, music and professional exams. Choose Tutor when you register.</Trans>
    ),
  },
  {
    question: msg`How do I become verified?`,
    answer: (
      <Trans>
        Our admins check documents, education, experience and background, and talk with you in an interview. Until then students can find and book
        you, and your profile says Verification Pending.
      </Trans>
    ),
  },
  {
    question: msg`What does ${appName} take?`,
    answer: (
      <Trans>
        Nothing at present: your students pay you directly. Once payments are taken online, the platform fee is 15% of the price of a session, and you
        are paid out within 7-14 business days. The{' '}
        <AnchorLink to="/terms" hash="payment">
          Terms of Service
        </AnchorLink>{' '}
        say it in full.
      </Trans>
    ),
  },
  {
    question: msg`When do students find me?`,
    answer: (
      <Trans>
        As soon as your profile has a subject with a price, online or at the student’s home, and hours in the week. Vacation hides nothing: you stay
        listed, marked, and cannot be booked.
      </Trans>
    ),
  },
  {
    question: msg`Can two students book the same hour?`,
    answer: <Trans>No. A request holds the time for all your subjects, until you confirm or cancel it, or for 24 hours at most.</Trans>,
  },
  {
    question: msg`Who sees my phone number?`,
    answer: (
      <Trans>
        Your profile is public, with your phone number and email address, to let students ask before they book. Lists of tutors show neither.
      </Trans>
    ),
  },
];

export function Questions() {
  const { t } = useLingui();
  const { appName } = pageConfig();
  return (
    <section aria-labelledby="questions-title">
      <Title order={2} id="questions-title" mb="lg">
        <Trans>Questions and answers</Trans>
      </Title>
      <div className={classes.columns}>
        <Answers title={t`For students`} questions={FOR_STUDENTS} />
        <Answers title={t`For tutors`} questions={forTutors(appName)} />
      </div>
    </section>
  );
}

function Answers({ title, questions }: { title: string; questions: readonly Question[] }) {
  const { i18n } = useLingui();
  return (
    <div>
      <h3>{title}</h3>
      <Card p={0} shadow="none" className={classes.list}>
        {questions.map(({ question, answer }) => (
          <details key={question.id}>
            <summary>
              {i18n._(question)}
              <ChevronDown size={20} aria-hidden="true" />
            </summary>
            <p className={classes.answer}>{answer}</p>
          </details>
        ))}
      </Card>
    </div>
  );
}
