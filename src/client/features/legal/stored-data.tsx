export function StoredData() {
  return (
    <dl>
      <dt>Your account</dt>
      <dd>
        Your name, email address, role, phone number and photo (if you add them), and whether you have confirmed your address. We use these to sign
        you in and to show the other person in a booking who you are. We store only a hash of your password, so nobody can read it.
      </dd>
      <dt>Your child’s first name</dt>
      <dd>
        If you are the parent or guardian of a student under 18. It appears on your bookings to tell the tutor who to expect. We do not ask for
        anything else about your child.
      </dd>
      <dt>Where you are signed in</dt>
      <dd>
        For each browser: what it calls itself, when you signed in and when it was last used, to let you recognise it and sign it out from elsewhere.
        We delete this when you sign out. We store only a hash of the token that keeps you signed in.
      </dd>
      <dt>Your bookings</dt>
      <dd>
        Subject, topics, time, price, your contact number, your notes, the address for home visits, other times that were proposed, and problems
        either of you has reported. Both of you need these for the session and can look them up later. We also store our answer to each request for 24
        hours, to avoid booking twice if the request arrives twice.
      </dd>
      <dt>Meeting links</dt>
      <dd>
        The link to an online session, which only the two of you can see. It leads to another company’s meeting service, which can see that you joined
        and has its own rules. We do not see or store anything from the meeting.
      </dd>
      <dt>Messages</dt>
      <dd>What you and the other person in a booking write to each other, when, and how many messages are unread.</dd>
      <dt>Your favorites</dt>
      <dd>Which tutors you saved and when. A tutor can see only how many students saved them.</dd>
      <dt>Your saved searches</dt>
      <dd>The words and filters of each search you save, when you saved it, and when we found a tutor, to notify you. We delete them when you do.</dd>
      <dt>Your calendar link</dt>
      <dd>
        If you make one, when you made it. We store only a hash of its secret part. Until you revoke it, anyone with the link can see your sessions
        with names, places and meeting links, but not phone numbers or notes.
      </dd>
      <dt>A tutor’s profile</dt>
      <dd>What the tutor writes, and the reviews and ratings they receive, to help students choose.</dd>
      <dt>A tutor’s days off</dt>
      <dd>When the tutor cannot be booked, and a note that only the tutor can read. Students see only that no times are available.</dd>
      <dt>Posts and likes</dt>
      <dd>
        What a tutor writes, including drafts, which only the tutor can read. For each like, who gave it, to count it once. We show only the number of
        likes.
      </dd>
      <dt>What you upload</dt>
      <dd>
        Photos and tutors’ documents. We remove the details that cameras add to photos, such as where they were taken. We use documents to verify the
        tutor. When we approve a profile, we store a copy of the education, experience and documents we checked, even if the tutor removes them later,
        until the profile is approved or checked again, or deleted.
      </dd>
      <dt>Reports</dt>
      <dd>
        What you report about a message, a review or a profile, the reason, and your own words. Only our admins see this. We do not tell the person
        you reported.
      </dd>
      <dt>What our admins do</dt>
      <dd>
        Which admin did what, when and to whom, with the person’s name at the time and the reason, so we can look into decisions later. We never
        change or delete these entries, even when an account is deleted.
      </dd>
      <dt>Notifications</dt>
      <dd>
        Updates about your bookings and account. We keep updates your browser has not received yet for 7 days. Your browser itself stores
        announcements to everyone, to show each one only once.
      </dd>
      <dt>Push notifications</dt>
      <dd>
        If you turn them on: for each browser, the address its push service gave it and the keys we use to encrypt notifications. We delete these when
        you turn notifications off or when the session you turned them on in ends.
      </dd>
      <dt>Mail</dt>
      <dd>
        We email you to confirm an address, to send a code for a new password, when your account’s security changes, about your sessions, with
        reminders a day and an hour before, and when your account is suspended or reinstated. We email tutors about reviews, missing profile details
        and the result of a review. You can turn off every kind that is not about your account itself, and we store your choice. We keep an email
        until it is delivered, or for 30 days if it cannot be. We do not send advertising.
      </dd>
      <dt>Attempts</dt>
      <dd>
        We count attempts to sign in and other requests, to stop people guessing passwords and codes or overloading the service. We store only a hash
        of the internet address or email address they came from, for as long as the limit lasts.
      </dd>
    </dl>
  );
}
