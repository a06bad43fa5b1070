import { makeClock } from './activity/clock.ts';
import { makeConversations } from './activity/conversations.ts';
import { makeDaysOff } from './activity/days-off.ts';
import { makeBlogs, makeFavourites } from './activity/engagement.ts';
import { makeNews } from './activity/news.ts';
import { makeReviews } from './activity/reviews.ts';
import { makeActivity } from './activity.ts';
import { makeApprovals } from './approvals.ts';
import { calendarOf } from './calendar.ts';
import { catalogueRows } from './catalogue.ts';
import { makeAdmin, makeStudents } from './people.ts';
import { makeTutors } from './profiles.ts';

export type Making = { today: string; zone: string; appName: string; passwordHash: string };
export type Marketplace = ReturnType<typeof makeMarketplace>;

/** Every row of the demonstration data; the same for the same day. */
export function makeMarketplace({ today, zone, appName, passwordHash }: Making) {
  const calendar = calendarOf(today, zone);
  const catalogue = catalogueRows(calendar);
  const admin = makeAdmin({ calendar, passwordHash });
  const students = makeStudents({ calendar, passwordHash });
  const tutors = makeTutors({ calendar, passwordHash, catalogue });
  const people = [admin, ...students, ...tutors];
  const entries = tutors.flatMap((tutor) => tutor.entries);
  const cast = { tutors, students, admin, calendar };
  const sessions = makeActivity(cast);
  const { threads, talks } = makeConversations(sessions, calendar);

  return {
    catalogue,
    users: people.map(({ user }) => user),
    files: people.flatMap(({ files }) => files),
    profiles: tutors.map(({ profile }) => profile),
    education: tutors.flatMap(({ education }) => education),
    experience: tutors.flatMap(({ experience }) => experience),
    documents: tutors.flatMap(({ documents }) => documents),
    ...makeApprovals(tutors, admin),
    daysOff: makeDaysOff({ ...cast, sessions }),
    entries: entries.map(({ row }) => row),
    chosenTopics: entries.flatMap(({ chosen }) => chosen),
    modes: entries.flatMap(({ modes }) => modes),
    slots: entries.flatMap(({ slots }) => slots),
    bookings: sessions.map(({ booking }) => booking),
    bookingTopics: sessions.flatMap(({ topics }) => topics),
    jobs: makeClock(sessions, calendar),
    reviews: makeReviews(sessions, calendar),
    favourites: makeFavourites(cast, sessions),
    ...makeBlogs(cast),
    threads,
    messages: talks.flatMap(({ messages }) => messages),
    notifications: makeNews({ ...cast, sessions, talks, appName }),
  };
}
