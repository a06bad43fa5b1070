import { MessageCircle } from 'lucide-react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import classes from './profile-sidebar.module.css';

export type MessageLinkProps = { tutorId: string };

/** The way to the conversation of a student with a tutor, once there is one. */
export function MessageLink({ tutorId }: MessageLinkProps) {
  const { data: hasThread } = trpc.messages.hasWithTutor.useQuery({ tutorId });
  if (!hasThread) return null;
  return (
    <ButtonLink
      to="/messages"
      search={{ tutor: tutorId }}
      variant="light"
      fullWidth
      className={classes.message}
      leftSection={<MessageCircle size={18} />}
    >
      Message Tutor
    </ButtonLink>
  );
}
