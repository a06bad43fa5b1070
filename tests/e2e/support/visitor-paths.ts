type Visited = { tutorId: string; googleToken: string };

/** Pages of visitors that need no data but these, with what they answer to addresses that lead nowhere. */
export const visitorPaths = ({ tutorId, googleToken }: Visited): string[] => [
  '/',
  '/tutors?category=all',
  `/tutors/${tutorId}`,
  '/tutors/nobody',
  '/login',
  '/login?error=Login%20failed.%20Please%20try%20again.',
  '/register',
  `/register?isGoogleAuth=true&token=${googleToken}&email=a%40example.com&name=Nethmi`,
  '/forgot-password',
  '/reset-password?email=a%40example.com',
  '/verify-email?token=nothing',
  '/privacy',
  '/terms',
  '/nowhere',
];
