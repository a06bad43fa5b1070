import { makeAdminWork, makeFailedJobs } from './admin-work.ts';
import { makeDaysOff, makeJobs, makeSessions } from './bookings.ts';
import { createCalendar } from './calendar.ts';
import { PEOPLE, TUTORS } from './data.ts';
import { makeBlogs, makeConversations, makeFavourites, makeNotifications, makeReviews, makeSavedSearches } from './engagement.ts';
import { makeAccount, makeCatalogue, makeTutor } from './people.ts';

type Options = { today: string; zone: string; appName: string; passwordHash: string };

/** The same for the same day. Rows are by table, in the order in which they can be inserted. */
export function makeMarketplace({ today, zone, appName, passwordHash }: Options) {
  const calendar = createCalendar(today, zone);
  const catalogue = makeCatalogue(calendar);
  const context = { calendar, catalogue, passwordHash };
  const admin = makeAccount(PEOPLE.admin, 'admin', context);
  const students = PEOPLE.students.map((record) => ({ record, ...makeAccount(record, 'student', context) }));
  const tutors = TUTORS.map((record) => makeTutor(record, context));
  const accounts = [admin, ...students, ...tutors];
  const files = accounts.flatMap((account) => account.files.map(({ row, content }) => ({ row, content })));
  const verified = tutors.filter(({ profile }) => profile.isVerified);
  const subjects = tutors.flatMap((tutor) => tutor.subjects);
  const sessions = makeSessions({ calendar, tutors, students });
  const made = { calendar, tutors, students, sessions };
  const conversations = makeConversations(made);
  const { savedSearches, check } = makeSavedSearches(made);
  const reviews = makeReviews(made);
  const rows = {
    ...catalogue.rows,
    users: accounts.map(({ user }) => user),
    uploads: files.map(({ row }) => row),
    tutorProfiles: tutors.map(({ profile }) => profile),
    tutorEducation: tutors.flatMap(({ education }) => education),
    tutorExperience: tutors.flatMap(({ experience }) => experience),
    tutorDocuments: tutors.flatMap(({ documents }) => documents),
    tutorApprovals: verified.map(({ profile, record: { education, experience } }) => {
      return { tutorId: profile.id, education, experience, approvedBy: admin.user.id, createdAt: profile.verificationDate ?? profile.createdAt };
    }),
    tutorApprovalDocuments: verified.flatMap(({ documents }) => documents.map(({ position, ...document }) => document)),
    tutorDaysOff: makeDaysOff(made),
    tutorSubjects: subjects.map(({ row }) => row),
    tutorSubjectTopics: subjects.flatMap(({ chosenTopics }) => chosenTopics),
    tutorModes: subjects.flatMap(({ modes }) => modes),
    tutorSlots: subjects.flatMap(({ slots }) => slots),
    bookings: sessions.map(({ booking }) => booking),
    bookingTopics: sessions.flatMap(({ topics }) => topics),
    jobs: [...makeJobs(made), ...makeFailedJobs(made), { ...check, createdAt: calendar.at(0, 0) }],
    reviews,
    favourites: makeFavourites(made),
    savedSearches,
    messageThreads: conversations.map(({ thread }) => thread),
    messages: conversations.flatMap(({ messages }) => messages),
    ...makeAdminWork({ ...made, admin, reviews, conversations }),
    ...makeBlogs(made),
    notifications: makeNotifications({ ...made, admin, conversations, savedSearches, appName }),
  };
  return { rows, files };
}
