/** Sentences of validation: the contracts answer them, the forms show them beside the field. */
export const VALIDATION = {
  email: 'Please enter a valid email address',
  password: 'Password must be at least 6 characters',
  name: 'Name must be at least 2 characters',
  passwordsDiffer: "Passwords don't match",
  phone: 'Phone number must be 10 digits',
  role: 'Please select whether you want to join as a Student or Tutor',
  terms: 'You must agree to the Terms of Service and Privacy Policy',
  code: 'Enter the 6-digit code',
  contactNumber: 'Contact number must be at least 10 digits',
  gender: 'Please select a valid gender',
  teachingMediums: 'Please select valid teaching languages',
  education: 'Degree, institution and year are required',
  educationYear: 'Please enter a valid year',
  experience: 'All experience fields are required',
  rateNumber: 'Rate must be a number',
  rateNegative: 'Rate cannot be negative',
  rateTooHigh: 'Rate cannot be more than Rs. 1,00,000',
  notificationTitle: 'Title is required',
  notificationMessage: 'Message is required',
  blogTitle: 'Title is required',
  blogContent: 'Content is required',
  required: 'Required',
  invalid: 'Invalid input',
  invalidEmail: 'Invalid email',
} as const;

/** Sentences of success. */
export const SUCCESS = {
  login: 'Login Successful.',
  register: 'Welcome aboard! Your registration is complete.',
  logout: 'Logged out successfully',
  codeSent: 'If there is an account with this address, a 6-digit code is on its way to it.',
  passwordReset: 'Password reset successful. Please login with your new password.',
  passwordChanged: 'Password changed successfully',
  emailConfirmed: 'Email address confirmed successfully',
  linkSent: 'Confirmation link sent successfully',
  emailChangeAsked: 'Open the link that we have sent to your new address to confirm it.',
  detailsSaved: 'Your details were saved successfully',
  photoUploaded: 'Profile image uploaded successfully!',
  sessionEnded: 'Signed out there successfully',
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
  blogCreated: 'Blog created successfully',
  blogUpdated: 'Blog updated successfully',
  blogDeleted: 'Blog deleted successfully',
  meetingLinkSaved: 'Meeting link saved successfully',
  bookingRequested: 'Booking request sent successfully',
  notificationDeleted: 'Notification deleted successfully',
  notificationCreated: 'Notification created successfully',
  notificationsRead: 'Notifications marked as read',
  notificationsDeleted: 'Notifications deleted successfully',
} as const;

/** Beside every price of a booking, until payments are taken online. */
export const NO_PAYMENT = 'No payment is taken online yet.';

/** The tutor's toast after a move, `calls-and-errors.md` §8. */
export const bookingMoved = (status: string): string => `Booking ${status} successfully`;

/** After documents were uploaded, `calls-and-errors.md` §8. */
export const imagesUploaded = (count: number): string => `${count} image(s) uploaded successfully!`;

/** A text or list that is longer than the contract §2.10 allows. */
export const tooLong = (field: string, characters: number): string => `${field} cannot be longer than ${characters} characters`;
export const tooMany = (field: string, entries: number): string => `${field} cannot have more than ${entries} entries`;
