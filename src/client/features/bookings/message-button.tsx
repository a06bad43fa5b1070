import { MessageCircle } from 'lucide-react';
import { ButtonLink } from '#client/ui/links.tsx';

export type MessageButtonProps = {
  name: string;
  /** The conversation, or the tutor with whom it is. */
  to: { thread: string } | { tutor: string };
};

export function MessageButton({ name, to }: MessageButtonProps) {
  return (
    <ButtonLink
      to="/messages"
      search={to}
      variant="default"
      leftSection={<MessageCircle size={18} aria-hidden="true" />}
      aria-label={`Message ${name}`}
    >
      Message
    </ButtonLink>
  );
}
