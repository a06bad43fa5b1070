import { Trans } from '@lingui/react/macro';

export function StoredData() {
  return (
    <dl>
      <dt>
        <Trans>Your account</Trans>
      </dt>
      <dd>
        <Trans>
          Your name, email address, role, phone number and photo (if you add them), your language, and whether you have confirmed your address. We use
          these to sign you in, to write to you, and to show the other person in a booking who you are. We store only a hash of your password, so
          nobody can read it.
        </Trans>
      </dd>
      <dt>
        <Trans>Your child’s first name</Trans>
      </dt>
      <dd>
        <Trans>
          If you are the parent or guardian of a student under 18. It appears on your bookings to tell the tutor who to expect. We do not ask for
          anything else about your child.
        </Trans>
      </dd>
      <dt>
        <Trans>Where you are signed in</Trans>
      </dt>
      <dd>
        <Trans>
          For each browser: what it calls itself, when you signed in and when it was last used, to let you recognise it and sign it out from
          elsewhere. We delete this when you sign out. We store only a hash of the token that keeps you signed in.
        </Trans>
      </dd>
      <dt>
        <Trans>Your bookings</Trans>
      </dt>
      <dd>
        <Trans>
          Subject, topics, time, price, your contact number, your notes, the address for home visits, other times that were proposed, and problems
          either of you has reported. Both of you need these for the session and can look them up later. We also store our answer to each request for
          24 hours, to avoid booking twice if the request arrives twice.
        </Trans>
      </dd>
      <dt>
        <Trans>Meeting links</Trans>
      </dt>
      <dd>
        <Trans>
          The link to an online session, which only the two of you can see. It leads to another company’s meeting service, which can see that you
          joined and has its own rules. We do not see or store anything from the meeting.
        </Trans>
      </dd>
      <dt>
        <Trans>Messages</Trans>
      </dt>
      <dd>
        <Trans>What you and the other person in a booking write to each other, when, and how many messages are unread.</Trans>
      </dd>
      <dt>
        <Trans>Your favorites</Trans>
      </dt>
      <dd>
        <Trans>Which tutors you saved and when. A tutor can see only how many students saved them.</Trans>
      </dd>
      <dt>
        <Trans>Your saved searches</Trans>
      </dt>
      <dd>
        <Trans>
          The words and filters of each search you save, when you saved it, and when we found a tutor, to notify you. We delete them when you do.
        </Trans>
      </dd>
      <dt>
        <Trans>Your calendar link</Trans>
      </dt>
      <dd>
        <Trans>
          If you make one, when you made it. We store only a hash of its secret part. Until you revoke it, anyone with the link can see your sessions
          with names, places and meeting links, but not phone numbers or notes.
        </Trans>
      </dd>
      <dt>
        <Trans>A tutor’s profile</Trans>
      </dt>
      <dd>
        <Trans>What the tutor writes, and the reviews and ratings they receive, to help students choose.</Trans>
      </dd>
      <dt>
        <Trans>A tutor’s days off</Trans>
      </dt>
      <dd>
        <Trans>When the tutor cannot be booked, and a note that only the tutor can read. Students see only that no times are available.</Trans>
      </dd>
      <dt>
        <Trans>Posts and likes</Trans>
      </dt>
      <dd>
        <Trans>
          What a tutor writes, including drafts, which only the tutor can read. For each like, who gave it, to count it once. We show only the number
          of likes.
        </Trans>
      </dd>
      <dt>
        <Trans>What you upload</Trans>
      </dt>
      <dd>
        <Trans>
          Photos and tutors’ documents. We remove the details that cameras add to photos, such as where they were taken. We use documents to verify
          the tutor. When we approve a profile, we store a copy of the education, experience and documents we checked, even if the tutor removes them
          later, until the profile is approved or checked again, or deleted.
        </Trans>
      </dd>
      <dt>
        <Trans>Reports</Trans>
      </dt>
      <dd>
        <Trans>
          What you report about a message, a review or a profile, the reason, and your own words. Only our admins see this. We do not tell the person
          you reported.
        </Trans>
      </dd>
      <dt>
        <Trans>What our admins do</Trans>
      </dt>
      <dd>
        <Trans>
          Which admin did what, when and to whom, with the person’s name at the time and the reason, so we can look into decisions later. We never
          change or delete these entries, even when an account is deleted.
        </Trans>
      </dd>
      <dt>
        <Trans>Notifications</Trans>
      </dt>
      <dd>
        <Trans>
          Updates about your bookings and account. We keep updates your browser has not received yet for 7 days. Your browser itself stores
          announcements to everyone, to show each one only once.
        </Trans>
      </dd>
      <dt>
        <Trans>Push notifications</Trans>
      </dt>
      <dd>
        <Trans>
          If you turn them on: for each browser, the address its push service gave it and the keys we use to encrypt notifications. We delete these
          when you turn notifications off or when the session you turned them on in ends.
        </Trans>
      </dd>
      <dt>
        <Trans>Mail</Trans>
      </dt>
      <dd>
        <Trans>
          We email you to confirm an address, to send a code for a new password, when your account’s security changes, about your sessions, with
          reminders a day and an hour before, and when your account is suspended or reinstated. We email tutors about reviews, missing profile details
          and the result of a review. You can turn off every kind that is not about your account itself, and we store your choice. We keep an email
          until it is delivered, or for 30 days if it cannot be. We do not send advertising.
        </Trans>
      </dd>
      <dt>
        <Trans>Attempts</Trans>
      </dt>
      <dd>
        <Trans>
          We count attempts to sign in and other requests, to stop people guessing passwords and codes or overloading the service. We store only a
          hash of the internet address or email address they came from, for as long as the limit lasts.
        </Trans>
      </dd>
    </dl>
  );
}
