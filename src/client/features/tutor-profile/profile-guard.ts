import { redirect } from '@tanstack/react-router';
import { type Account, requireViewer } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';

/** The page that says itself why it cannot be seen. */
export const PROFILE_EDITOR = '/tutor/profile';

type Guarded = Parameters<typeof requireViewer>[0];
type Where = { href: string; cause: 'preload' | 'enter' | 'stay' };

/** The guard of the profile editor: it says its own sentence, on entering only, while it leads to the login or home. */
export async function requireProfileOwner(context: Guarded, { href, cause }: Where): Promise<{ me: Account<'tutor'> }> {
  const say = (sentence: string) => cause === 'enter' && toast.error(sentence);
  if (!(await context.session.known())) say('Please login to access this page');
  const { me } = await requireViewer(context, href);
  if (me.role === 'tutor') return { me: { ...me, role: me.role } };
  say('Only tutors can access this page');
  throw redirect({ to: '/', replace: true });
}
