export function StoredData() {
  return (
    <dl>
      <dt>Your account</dt>
      <dd>
        Your name, email address, role, phone number and photo if you give them, and whether the address was confirmed: so that you can sign in, and
        the other person of a booking knows who you are. Of your password only a hash is kept, from which it cannot be read back.
      </dd>
      <dt>Your child’s first name</dt>
      <dd>
        If you are the parent or guardian of a student under 18. It stands on your bookings, so that the tutor knows whom to expect. We ask for
        nothing else about the child.
      </dd>
      <dt>Where you are signed in</dt>
      <dd>
        For each browser what it calls itself, when you signed in, and when it was last used: so that you can recognise it, and sign it out from
        elsewhere. It goes when you sign out. Of the token that keeps you signed in only a hash is kept.
      </dd>
      <dt>Your bookings</dt>
      <dd>
        Subject, topics, time, price, your contact number, your notes, and for home visits the address you write, other times that were proposed, and
        problems that one of you has reported: so that the session can take place, and both of you can look it up later. What your request was
        answered is kept for 24 hours more, so that one that arrives twice books once.
      </dd>
      <dt>Meeting links</dt>
      <dd>
        The link of an online session, seen by the two of you. It leads to a meeting service of its own, which learns that you came and has rules of
        its own; we see and keep nothing of the meeting.
      </dd>
      <dt>Messages</dt>
      <dd>What you and the other side of a booking have written to each other, when, and how much of it was not read: so that both can read it.</dd>
      <dt>Your favourites</dt>
      <dd>Which tutors you keep, and since when. A tutor learns at most how many students do so.</dd>
      <dt>Your saved searches</dt>
      <dd>
        Words and filters of each search that you save, when you did, and when a tutor was found: so that we can write to you then. They go when you
        delete them.
      </dd>
      <dt>Your calendar link</dt>
      <dd>
        If you make one, when you did. Of its secret part only a hash is kept. Whoever knows the link reads your sessions with names, places and
        meeting links, but without phone numbers and notes, until you revoke it.
      </dd>
      <dt>A tutor’s profile</dt>
      <dd>What the tutor writes into it, and the reviews and ratings the tutor receives: so that students can choose.</dd>
      <dt>A tutor’s days off</dt>
      <dd>When the tutor cannot be booked, and a note about it that only the tutor reads. Students see only that nothing is offered then.</dd>
      <dt>Posts and likes</dt>
      <dd>
        What a tutor writes, drafts included, which only the tutor reads. Of a like, who gave it, so that it counts once; shown is only how many.
      </dd>
      <dt>What you upload</dt>
      <dd>
        Photos and a tutor’s documents. Photos are drawn anew, without what a camera writes into them, such as the place where they were taken.
        Documents serve to verify the tutor. With the approval we keep a copy of what was looked at: education, experience and documents, also when
        the tutor has taken them off the profile, until it is approved or reviewed anew, or the profile is deleted.
      </dd>
      <dt>Reports</dt>
      <dd>
        What you report of a message, a review or a profile, why, and in your words: so that our admins can look at it. The person it is about is not
        told.
      </dd>
      <dt>What our admins do</dt>
      <dd>
        Who of them did what, when, and to whom, with the name that person had then and the reason: so that a decision can be looked into later. These
        entries are never changed and never removed, also when an account is deleted.
      </dd>
      <dt>Notifications</dt>
      <dd>
        News about your bookings and your account. Those that your browser has yet to hear of are kept ready for 7 days. Announcements to everyone are
        kept by your browser itself, so that it shows each of them once.
      </dd>
      <dt>Push notifications</dt>
      <dd>
        If you turn them on, for each browser the address that its maker’s push service has given it, and the keys with which we encrypt for it: so
        that it can tell you of bookings and messages while no page of ours is open. They go when you turn it off, and with the session in which you
        turned it on.
      </dd>
      <dt>Mail</dt>
      <dd>
        We write to you to confirm an address, to send the code for a new password, when something about the safety of your account has changed, about
        your sessions, with a reminder a day and an hour before, when your account is suspended or active again, and to a tutor about a review, about
        what a profile lacks, or when we have looked at it. What is not about the account itself you can do without, and which kinds you do without is
        kept until you want them again. A mail is kept until it has been delivered. A mail that could not be delivered is kept for 30 days. We send no
        advertising.
      </dd>
      <dt>Attempts</dt>
      <dd>
        So that nobody can guess passwords and codes or flood the service, attempts are counted. Of the internet address or email address they came
        from only a hash is kept, for as long as the limit lasts.
      </dd>
    </dl>
  );
}
