import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Ban, CircleCheck, EllipsisVertical } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import { usePopup } from '#client/ui/use-popup.ts';
import type { ThreadView } from '#shared/contracts/messages.ts';
import classes from './conversation-head.module.css';
import menu from './message-menu.module.css';

const ROLES = { student: msg`Student`, tutor: msg`Tutor` } as const;

export type ConversationHeadProps = {
  ref: Ref<HTMLHeadingElement>;
  thread: ThreadView;
  onBack: () => void;
  onBlock: () => void;
};

export function ConversationHead({ ref, thread: { other, isBlockedByMe }, onBack, onBlock }: ConversationHeadProps) {
  return (
    <PersonHead ref={ref} person={other} onBack={onBack}>
      {other.id !== '' && <HeadMenu name={other.name} isBlockedByMe={isBlockedByMe} onBlock={onBlock} />}
    </PersonHead>
  );
}

export type PersonHeadProps = {
  ref?: Ref<HTMLHeadingElement>;
  person: Omit<ThreadView['other'], 'id'>;
  onBack: () => void;
  children?: ReactNode;
};

export function PersonHead({ ref, person: { name, profileImage, role, tutorId }, onBack, children }: PersonHeadProps) {
  const { i18n } = useLingui();
  return (
    <header className={classes.head}>
      <BackLink onBack={onBack} />
      <Avatar name={name} src={profileImage || null} size={40} alt="" loading="eager" />
      <div className={classes.who}>
        <h2 ref={ref} className={classes.name} lang={detectLang(name)} tabIndex={-1}>
          {tutorId === null ? (
            name
          ) : (
            <Link to="/tutors/$id" params={{ id: tutorId }}>
              {name}
            </Link>
          )}
        </h2>
        <p className={classes.part}>{i18n._(ROLES[role])}</p>
      </div>
      {children}
    </header>
  );
}

export function BackLink({ onBack }: Pick<ConversationHeadProps, 'onBack'>) {
  const { t } = useLingui();
  return (
    <Link
      to="/messages"
      className={classes.back}
      aria-label={t`Back to all messages`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onBack();
      }}
    >
      <ArrowLeft size={22} aria-hidden="true" />
    </Link>
  );
}

type HeadMenuProps = { name: string; isBlockedByMe: boolean; onBlock: () => void };

function HeadMenu({ name, isBlockedByMe, onBlock }: HeadMenuProps) {
  const { t } = useLingui();
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup();
  const Icon = isBlockedByMe ? CircleCheck : Ban;

  return (
    <div ref={rootRef} className={menu.menu}>
      <button {...triggerProps} className={classes.trigger} aria-label={t`More about your conversation with ${name}`}>
        <EllipsisVertical size={20} aria-hidden="true" />
      </button>
      {isOpen && (
        <ul id={panelId} className={menu.panel}>
          <li>
            <button
              type="button"
              onClick={() => {
                triggerProps.ref.current?.focus();
                close();
                onBlock();
              }}
            >
              <Icon size={18} aria-hidden="true" />
              {isBlockedByMe ? t`Unblock ${name}` : t`Block ${name}`}
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}
