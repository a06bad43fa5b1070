import { DEMO_STUDENT, DEMO_TUTOR } from '#server/seed/people/demo.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';

/** `day` counts from the day of seeding, `at` in minutes of that day. */
export type Line = { by: Party; day: number; at: number; text: string };
/** `unread`: of the last ones, how many the other side has yet to read. */
export type Conversation = { student: string; tutor: string; lines: readonly Line[]; unread: number };

const [STUDENT, TUTOR] = [DEMO_STUDENT.name, DEMO_TUTOR.name];
const at = (hour: number, minute: number): number => hour * 60 + minute;
const student = (day: number, minutes: number, text: string): Line => ({ by: 'student', day, at: minutes, text });
const tutor = (day: number, minutes: number, text: string): Line => ({ by: 'tutor', day, at: minutes, text });

export const CONVERSATIONS: readonly Conversation[] = [
  {
    student: STUDENT,
    tutor: TUTOR,
    lines: [
      student(-27, at(18, 42), 'Good evening Miss. For the next lesson, can we do integration by parts? I keep choosing the wrong u.'),
      tutor(-27, at(19, 25), 'Good evening Kavindu. Yes. Bring the three from the 2019 paper that you got wrong, we begin with those.'),
      student(-27, at(19, 27), 'ok Miss, thank you'),
      tutor(-4, at(20, 10), 'Well done in the last lesson. Homework: questions 4 to 9, on paper please, not on the phone.'),
      student(-2, at(21, 15), 'මිස්, 7 වෙනි ප්‍රශ්නයේ සීමා 0 ඉඳන් π/2 ද? I get a negative answer.'),
      tutor(-1, at(7, 50), 'ඔව්, 0 සිට π/2 දක්වා. Draw the graph first, then you will see why the answer must be positive.'),
      student(-1, at(16, 20), 'Found it!! I lost a minus in the second step.'),
      tutor(-1, at(20, 5), 'Good. Please be online five minutes early next time, I want to try the new whiteboard with you.'),
    ],
    unread: 1,
  },
  {
    student: STUDENT,
    tutor: 'Sharmila Devanesan',
    lines: [
      tutor(
        -18,
        at(8, 5),
        'Your essay is marked. Band 6.5 for now: the ideas are good, the paragraphs are too long. See my comments on linking words.',
      ),
      student(-18, at(17, 30), 'Thank you Miss. Should I write it again or do a new topic?'),
      tutor(-18, at(17, 48), 'Again, the same topic, 40 minutes, no dictionary. Then we compare.'),
      student(-3, at(21, 2), 'I sent the second version. It took 38 minutes.'),
      tutor(-2, at(7, 40), 'Received. Much better. We go through it together in the lesson.'),
      student(-2, at(7, 44), 'Thank you!'),
    ],
    unread: 0,
  },
  {
    student: 'Amaya Kulatunga',
    tutor: TUTOR,
    lines: [
      student(-1, at(15, 10), 'Miss, thank you for today. Could you send the worksheet with the circle theorems?'),
      student(-1, at(15, 11), 'My mother also asks if we can have the lesson one hour later next week, because of the school bus.'),
    ],
    unread: 2,
  },
  {
    student: 'Dinuka Weerakoon',
    tutor: TUTOR,
    lines: [
      tutor(-1, at(18, 30), 'Dinuka, which chapter has your school reached? I will prepare the paper accordingly.'),
      student(-1, at(19, 55), 'We finished complex numbers last week Miss. Test is on the 3 chapters before.'),
      tutor(-1, at(20, 12), 'Good, then we do De Moivre once more and begin with past papers.'),
      student(-1, at(21, 40), 'ok Miss 👍'),
    ],
    unread: 1,
  },
  {
    student: 'Thuvaraka Mahendran',
    tutor: TUTOR,
    lines: [
      student(-1, at(9, 15), 'Good morning Miss. My line is slow in the mornings, can I keep the camera off?'),
      tutor(-1, at(9, 40), 'Of course. Have paper and a blue and a red pen ready, that is more important.'),
      student(-1, at(9, 42), 'நன்றி Miss!'),
    ],
    unread: 0,
  },
];
