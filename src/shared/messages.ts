import { ENGLISH, type Texts } from './domain/texts.ts';
import type { BookingStatus } from './vocabulary/bookings.ts';

export const VALIDATION = {
  email: 'Please enter a valid email address',
  password: 'Password must be at least 6 characters',
  name: 'Name must be at least 2 characters',
  passwordsDiffer: "Passwords don't match",
  phone: 'Phone number must be 10 digits',
  role: 'Please select whether you want to join as a Student or Tutor',
  terms: 'You must agree to the Terms of Service and Privacy Policy',
  code: 'Enter the 6-digit code',
  secondStep: 'Enter the 6-digit code of your app, or a recovery code',
  passkeyName: 'Please name the passkey',
  contactNumber: 'Contact number must be at least 10 digits',
  video: 'Please enter the link of a video on YouTube',
  gender: 'Please select a valid gender',
  rating: 'Please select a rating between 1 and 5',
  reviewMissing: 'Please write a review',
  reviewShort: 'Review must be at least 10 characters long',
  replyMissing: 'Please write a reply',
  messageMissing: 'Please write a message',
  problemKind: 'Please choose what went wrong',
  problemText: 'Please describe the problem in at least 10 characters',
  reportReason: 'Please choose a reason',
  searchDate: 'Please choose a valid date',
  teachingMediums: 'Please select valid teaching languages',
  education: 'Degree, institution and year are required',
  educationYear: 'Please enter a valid year',
  experience: 'All experience fields are required',
  rateNumber: 'Rate must be a number',
  rateNegative: 'Rate cannot be negative',
  rateTooHigh: 'Rate cannot be more than Rs. 1,00,000',
  notice: 'Notice must be a whole number of hours from 0 to 168',
  buffer: 'Time between sessions must be a whole number of minutes from 0 to 120',
  notificationTitle: 'Title is required',
  notificationMessage: 'Message is required',
  blogTitle: 'Title is required',
  blogContent: 'Content is required',
  blogElements: 'Content has too many paragraphs, links and other elements. Please split it into several posts.',
  blogAmpersands: 'Content has too many special characters such as &. Please split it into several posts.',
  notifications: 'At least one notification is required',
  notificationUser: 'User ID is required',
  daysOld: 'Days must be a whole number from 0',
  audience: 'Please choose who to send it to',
  actionLabel: 'Please name the link',
  actionUrl: 'Please enter an address that begins with / or https://',
  categoryName: 'Category name is required',
  categoryColor: 'Please enter a colour such as #6366f1',
  subjectName: 'Subject name is required',
  subjectCategory: 'Category is required',
  topicName: 'Topic name is required',
  aliasLetter: 'Each other name needs at least one letter',
  translatedNameLetter: 'A translated name needs at least one letter',
  required: 'Required',
  invalid: 'Invalid input',
  invalidEmail: 'Invalid email',
} as const;

export const SUCCESS = {
  login: 'Login Successful.',
  register: 'Welcome aboard! Your registration is complete.',
  logout: 'Logged out successfully',
  codeSent: 'If there is an account with this address, a 6-digit code is on its way to it.',
  passwordReset: 'Password reset successful. Please login with your new password.',
  passwordChanged: 'Password changed successfully',
  identityConfirmed: 'Thank you, it is you.',
  totpOff: 'The authenticator app was removed',
  passkeyRenamed: 'Passkey renamed successfully',
  passkeyRemoved: 'Passkey removed successfully',
  emailConfirmed: 'Email address confirmed successfully',
  addressDisowned: 'Nobody can sign in to this account any more',
  emailChangeDisowned: 'Your address will not be used',
  termsAgreed: 'Thank you. We have recorded that you agree.',
  linkSent: 'Confirmation link sent successfully',
  emailChangeRequested: 'Open the link that we have sent to your new address to confirm it.',
  detailsSaved: 'Your details were saved successfully',
  photoUploaded: 'Profile image uploaded successfully!',
  sessionEnded: 'Signed out there successfully',
  accountSuspended: 'Account suspended successfully',
  accountReinstated: 'Account reinstated successfully',
  studentDeleted: 'Student deleted successfully',
  accountDeleted: 'Your account was deleted successfully',
  profileSubmitted: 'Profile updated successfully! Your profile is now complete and submitted for admin review.',
  profileDraft: 'Profile draft saved successfully! Complete all sections to submit for review.',
  profileSaved: 'Profile updated successfully!',
  profileDeleted: 'Your tutor profile was deleted successfully',
  subjectRemoved: 'Subject removed successfully',
  availabilitySaved: 'Availability updated successfully',
  vacationOn: 'Vacation mode enabled successfully! You are now unavailable for new bookings.',
  vacationOff: 'Vacation mode disabled successfully! You are now available for new bookings.',
  daysOffAdded: 'Days off added successfully',
  daysOffRemoved: 'Days off removed successfully',
  documentUploaded: 'Document uploaded successfully',
  documentDeleted: 'Document deleted successfully',
  imageDeleted: 'Image deleted successfully!',
  tutorVerified: 'Tutor verified successfully',
  tutorUnverified: 'Tutor unverified successfully',
  tutorRejected: 'Tutor rejected successfully',
  tutorReviewed: 'Changes marked as reviewed successfully',
  tutorReminded: 'Profile reminder sent successfully',
  tutorDeleted: 'Tutor deleted successfully',
  blogCreated: 'Blog created successfully',
  blogUpdated: 'Blog updated successfully',
  blogDeleted: 'Blog deleted successfully',
  meetingLinkSaved: 'Meeting link saved successfully',
  bookingRequested: 'Booking request sent successfully',
  bookingCancelled: 'Booking cancelled successfully',
  reminderSent: 'Reminder sent successfully',
  timeProposed: 'New time proposed successfully',
  proposalAccepted: 'Booking moved successfully',
  proposalDeclined: 'New time declined successfully',
  proposalWithdrawn: 'Proposal withdrawn successfully',
  problemReported: 'Problem reported successfully',
  reported: 'Report sent successfully',
  reportChanged: 'Report updated successfully',
  reviewHidden: 'Review hidden successfully',
  reviewShown: 'Review shown again successfully',
  reviewSubmitted: 'Your review has been submitted successfully.',
  reviewRemoved: 'Review removed successfully',
  replySent: 'Reply sent successfully',
  categoryCreated: 'Category created successfully',
  categoryUpdated: 'Category updated successfully',
  categoryStatus: 'Category status updated successfully',
  categoryDeleted: 'Category deleted successfully',
  categoriesReordered: 'Categories reordered successfully',
  subjectCreated: 'Subject created successfully',
  subjectUpdated: 'Subject updated successfully',
  subjectStatus: 'Subject status updated successfully',
  subjectDeleted: 'Subject deleted successfully',
  topicCreated: 'Topic created successfully',
  topicUpdated: 'Topic updated successfully',
  topicStatus: 'Topic status updated successfully',
  topicDeleted: 'Topic deleted successfully',
  searchSaved: 'Search saved.',
  searchDeleted: 'Saved search deleted.',
  favouriteAdded: 'Tutor added to favorites.',
  favouriteRemoved: 'Tutor removed from favorites.',
  calendarLinkCreated: 'Calendar link created successfully',
  calendarLinkRevoked: 'Calendar link revoked successfully',
  apiKeyCreated: 'API key created successfully',
  apiKeyRevoked: 'API key revoked successfully',
  webhookAdded: 'Webhook added successfully',
  webhookSaved: 'Webhook saved successfully',
  webhookRemoved: 'Webhook removed successfully',
  webhookSecretRenewed: 'Secret renewed successfully',
  webhookReplayed: 'It is being sent again',
  pushOn: 'Push notifications are on in this browser',
  pushOff: 'Push notifications are off in this browser',
  announcementSent: 'Announcement sent successfully',
  announcementWithdrawn: 'Announcement withdrawn successfully',
  jobRetried: 'The job is tried again now',
  jobDiscarded: 'Failed job discarded successfully',
  notificationDeleted: 'Notification deleted successfully',
  notificationCreated: 'Notification created successfully',
  notificationsCreated: 'Notifications created successfully',
  notificationsRead: 'Notifications marked as read',
  notificationsDeleted: 'Notifications deleted successfully',
} as const;

export const NO_PAYMENT = 'No payment is taken online yet.';

export function bookingStatusChanged(status: BookingStatus, t: Texts = ENGLISH): string {
  const sentences: Record<BookingStatus, string> = {
    pending: t`Booking pending successfully`,
    confirmed: t`Booking confirmed successfully`,
    cancelled: t`Booking cancelled successfully`,
    completed: t`Booking completed successfully`,
  };
  return sentences[status];
}

export const imagesUploaded = (count: number, t: Texts = ENGLISH): string => t`${count} image(s) uploaded successfully!`;

export const jobsRetried = (count: number): string => (count === 1 ? '1 job is tried again now' : `${count} jobs are tried again now`);

export function accountsChanged(status: 'active' | 'suspended', done: number, chosen: number): string {
  if (done === chosen && done === 1) return status === 'suspended' ? SUCCESS.accountSuspended : SUCCESS.accountReinstated;
  if (done === chosen) return status === 'suspended' ? `${done} accounts suspended successfully` : `${done} accounts reinstated successfully`;
  if (done === 0) return status === 'suspended' ? 'No account was suspended' : 'No account was reinstated';
  const count = done === 1 ? `1 of ${chosen} accounts was` : `${done} of ${chosen} accounts were`;
  return status === 'suspended' ? `${count} suspended` : `${count} reinstated`;
}

export function reportsChanged(done: number, chosen: number): string {
  if (chosen === 1) return SUCCESS.reportChanged;
  if (done === chosen) return `${done} reports updated successfully`;
  if (done === 0) return 'None of these reports was changed. They had been changed meanwhile, or another report on the same session is open.';
  const first = done === 1 ? `1 of ${chosen} reports was changed.` : `${done} of ${chosen} reports were changed.`;
  return chosen - done === 1
    ? `${first} The other had been changed meanwhile, or another report on the same session is open.`
    : `${first} The others had been changed meanwhile, or other reports on the same sessions are open.`;
}

export function chosenJobsRetried(done: number, chosen: number): string {
  if (chosen === 1) return SUCCESS.jobRetried;
  if (done === chosen) return jobsRetried(done);
  if (done === 0) return 'None of these jobs is tried again. They were already tried again or discarded, or newer jobs do the same.';
  const first = done === 1 ? `1 of ${chosen} jobs is tried again now.` : `${done} of ${chosen} jobs are tried again now.`;
  return chosen - done === 1
    ? `${first} The other was already tried again or discarded, or a newer job does the same.`
    : `${first} The others were already tried again or discarded, or newer jobs do the same.`;
}

export function chosenJobsDiscarded(done: number, chosen: number): string {
  if (chosen === 1) return SUCCESS.jobDiscarded;
  if (done === chosen) return `${done} failed jobs discarded successfully`;
  if (done === 0) return 'None of these jobs was discarded. They were already tried again or discarded.';
  const first = done === 1 ? `1 of ${chosen} failed jobs was discarded.` : `${done} of ${chosen} failed jobs were discarded.`;
  return chosen - done === 1
    ? `${first} The other was already tried again or discarded.`
    : `${first} The others were already tried again or discarded.`;
}

export const tooLong = (field: string, characters: number, t: Texts = ENGLISH): string => t`${field} cannot be longer than ${characters} characters`;
export const tooMany = (field: string, entries: number, t: Texts = ENGLISH): string => t`${field} cannot have more than ${entries} entries`;
