/** Whom the OpenID provider of the journeys knows; each journey has people of its own. */
export const OPENID_PEOPLE = [
  { id: 'newcomer', email: 'nethmi.newcomer@example.com', isEmailVerified: true, name: 'Nethmi Jayasuriya', hasPicture: true },
  { id: 'tutor', email: 'thilini.tutor@example.com', isEmailVerified: true, name: 'Thilini Weerasinghe' },
  { id: 'known', email: 'kamal.known@example.com', isEmailVerified: true, name: 'Kamal at Google' },
  { id: 'leaver', email: 'lahiru.leaver@example.com', isEmailVerified: true, name: 'Lahiru Gunawardena' },
  { id: 'two-step', email: 'ruwan.two.step@example.com', isEmailVerified: true, name: 'Ruwan at Google' },
  { id: 'unverified', email: 'upul.unverified@example.com', isEmailVerified: false, name: 'Upul Unverified' },
] as const;
