import { BOOKING, BOOKING_CLOCK, PROPOSALS } from '#shared/vocabulary/limits.ts';

const { unanswered, unansweredNotice, unansweredLeastMinutes, completedAfter, reminders } = BOOKING_CLOCK;

export const BOOKINGS = `
## The life of a booking

**What can be booked.** A session of 1, 2 or 3 hours inside one published slot of the tutor for the subject, which starts with the slot or a whole number of hours after it. It begins at the earliest tomorrow and at the latest ${BOOKING.daysAhead} days from today, that day included: days of the calendar in Colombo, judged by the start, so that a session of tomorrow morning can be booked late this evening. Neither the tutor nor the student may have a pending or confirmed booking at that time, whatever its subject, and the tutor is neither on vacation nor has blocked that time. \`GET /api/tutors/{id}/availability\` answers the starts at which the tutor is free; what the student has booked with others it does not know.

**Who moves it.** A booking is \`pending\` when it is asked for. Any other move than these answers 409. A tutor who cancels a confirmed booking without a reason gets 400 \`booking.reason_missing\`, and a student who asks for anything but \`cancelled\` 403 \`booking.only_tutors_move\`.

| Who | From | To | When |
|---|---|---|---|
| its tutor | \`pending\` | \`confirmed\` | before the start |
| its tutor | \`pending\` | \`cancelled\` | always |
| its tutor | \`confirmed\` | \`completed\` | after the end |
| its tutor | \`confirmed\` | \`cancelled\` | before the start, with a \`cancellationReason\` |
| its student | \`pending\`, \`confirmed\` | \`cancelled\` | before the start |
| the platform | \`pending\` | \`cancelled\` | where nobody answers, see below |
| the platform | \`confirmed\` | \`completed\` | ${completedAfter} hours after the end, where the tutor has not said so |
| the platform | \`pending\`, \`confirmed\` | \`cancelled\` | before the end, when one of the two leaves or is suspended, or the profile of the tutor is deleted |

\`completed\` and \`cancelled\` are final. Admins see every booking and move none; no call lets an admin cancel one.

**Which call.** Tutors use \`PATCH /api/tutors/bookings/{id}\`, which also takes a \`meetingLink\`, or \`PATCH /api/bookings/{id}/status\`, which does not. Students cancel with the latter, with a reason if they like, or with \`DELETE /api/bookings/{id}\`, which keeps the booking as cancelled.

**Without an answer** a request is cancelled with the reason \`No response from tutor\`, ${unanswered} hours after it was made; or ${unansweredNotice} hours before its start where that is earlier, though not before it has stood ${unansweredLeastMinutes} minutes; and never later than its start.

**When it is confirmed**, an online session gets its \`meetingLink\`: the one that the tutor sends, else one that is made. The \`address\` of a home visit is shown to both, and the student is shown how to reach the tutor: the phone, and the email address that the tutor has chosen to show. While a booking is pending, and once it is cancelled, \`tutor.phone\` and \`tutor.user.email\` are empty, but for admins. Both parties are reminded ${reminders.join(' hours and ')} hour before the start.

**Refunds.** What a cancellation gives back under our terms is recorded, but no money moves; of it this API shows only \`cancellationCharges\`, what was retained, in the figures of a tutor. The tutor, the platform, and a student whose request is still pending give back everything. A student who cancels a confirmed session gets back 100% more than 24 hours before the start, 50% from 24 hours to 2 hours before it, both included, and nothing later.

**Another time.** Until ${PROPOSALS.notice} hours before the start of a confirmed session either party may propose another time, and the other may accept it. That is done on the site only. A booking that was moved shows its new times here, and webhooks are told \`booking.rescheduled\`.

**Afterwards** the student may review a completed booking with \`POST /api/ratings\`.`;
