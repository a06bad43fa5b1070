import { Card, Title } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import classes from './questions.module.css';

type Question = { question: string; answer: ReactNode };

const TERMS = (
  <AnchorLink to="/terms" hash="payment">
    Terms of Service
  </AnchorLink>
);

const FOR_STUDENTS: readonly Question[] = [
  {
    question: 'What does it cost?',
    answer:
      'Your account, searching and asking for a session are free. Every tutor sets a price for an hour, and you see the whole price before you send a request.',
  },
  { question: 'How do I pay?', answer: 'You pay your tutor directly. No payment is taken online yet.' },
  {
    question: 'Who checks the tutors?',
    answer:
      'Our admins do. A tutor marked as verified has passed five checks: documents, education, experience, background and an interview. Where the profile says Verification Pending, they have not been completed.',
  },
  {
    question: 'When can I book?',
    answer:
      'At least one day and at most 28 days ahead, at the hours that the tutor has published and nobody else has asked for. The profile shows them.',
  },
  {
    question: 'What if something comes up?',
    answer: (
      <>
        Tell your tutor as early as you can. Once payments are taken online, cancelling is free more than 24 hours before a session; from 24 hours to
        2 hours before it you owe 50% of the price, and within 2 hours all of it. The {TERMS} say it in full.
      </>
    ),
  },
  {
    question: 'My child is under 18. Who signs up?',
    answer:
      'You do, as the parent or guardian. Say so when you register, and give your child’s first name: the tutor sees it on your bookings, beside yours.',
  },
  {
    question: 'Who sees my phone number?',
    answer: 'The tutor you send a request to sees the number you give for it. It is never shown in public.',
  },
];

const forTutors = (appName: string): readonly Question[] => [
  {
    question: 'Who can teach here?',
    answer: 'Anyone with something to teach, from school subjects to languages, music and professional exams. Choose Tutor when you register.',
  },
  {
    question: 'How do I become verified?',
    answer:
      'Our admins check documents, education, experience and background, and talk with you in an interview. Until then students can find and book you, and your profile says Verification Pending.',
  },
  {
    question: `What does ${appName} take?`,
    answer: (
      <>
        Nothing at present: your students pay you directly. Once payments are taken online, the platform fee is 15% of the price of a session, and you
        are paid out within 7-14 business days. The {TERMS} say it in full.
      </>
    ),
  },
  {
    question: 'When do students find me?',
    answer:
      'As soon as your profile has a subject with a price, online or at the student’s home, and hours in the week. Vacation hides nothing: you stay listed, marked, and cannot be booked.',
  },
  {
    question: 'Can two students book the same hour?',
    answer: 'No. A request holds the time for all your subjects, until you confirm or cancel it, or for 24 hours at most.',
  },
  {
    question: 'Who sees my phone number?',
    answer: 'Your profile is public, with your phone number and email address, to let students ask before they book. Lists of tutors show neither.',
  },
];

export function Questions() {
  const { appName } = pageConfig();
  return (
    <section aria-labelledby="questions-title">
      <Title order={2} id="questions-title" mb="lg">
        Questions and answers
      </Title>
      <div className={classes.columns}>
        <Answers title="For students" questions={FOR_STUDENTS} />
        <Answers title="For tutors" questions={forTutors(appName)} />
      </div>
    </section>
  );
}

function Answers({ title, questions }: { title: string; questions: readonly Question[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <Card p={0} shadow="none" className={classes.list}>
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>
              {question}
              <ChevronDown size={20} aria-hidden="true" />
            </summary>
            <p className={classes.answer}>{answer}</p>
          </details>
        ))}
      </Card>
    </div>
  );
}
