import { Trans, useLingui } from '@lingui/react/macro';
import { MessagesSquare } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Account } from '#client/lib/session/session.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import type { Role } from '#shared/vocabulary/people.ts';
import { Conversation } from './conversation.tsx';
import classes from './messages-page.module.css';
import { useOutboxMessages } from './outbox.ts';
import { ThreadList, useThreads } from './thread-list.tsx';
import { ThreadWithTutor } from './thread-with-tutor.tsx';

export type MessagesPageProps = {
  me: Account<Role>;
  threadId?: string;
  tutorId?: string;
  onChosen: (threadId: string) => void;
  onFound: (threadId: string) => void;
  onBack: () => void;
  onReport: (messageId: string) => void;
};

export function MessagesPage({ me, ...props }: MessagesPageProps) {
  const { t } = useLingui();
  if (me.role !== 'admin') return <Conversations me={me} role={me.role} {...props} />;
  return (
    <div className={classes.alone}>
      <h1>
        <Trans>Messages</Trans>
      </h1>
      <Empty
        icon={<MessagesSquare size={26} />}
        title={t`Messages are between students and tutors`}
        text={t`Admins do not have conversations.`}
        action={
          <ButtonLink to="/">
            <Trans>Back to Home</Trans>
          </ButtonLink>
        }
      />
    </div>
  );
}

type ConversationsProps = Omit<MessagesPageProps, 'me'> & { me: Account; role: 'student' | 'tutor' };

function Conversations({ me, role, threadId, tutorId, onChosen, onFound, onBack, onReport }: ConversationsProps) {
  const { t } = useLingui();
  const now = useMinuteClock();
  const root = useAvailableHeight();
  const pages = useThreads();
  const unsent = useOutboxMessages(me.id);
  const [wasChosen, setChosen] = useState(false);

  const lookedForTutorId = threadId === undefined && role === 'student' ? tutorId : undefined;
  const isOpen = threadId !== undefined || lookedForTutorId !== undefined;
  useOnePane(threadId, isOpen);
  const isEmpty = pages.data?.pages.every(({ threads }) => threads.length === 0) ?? false;

  const choose = (chosen: string) => {
    setChosen(true);
    onChosen(chosen);
  };

  return (
    <div ref={root} className={classes.page} data-open={isOpen || undefined} data-empty={(isEmpty && !isOpen) || undefined}>
      <div className={classes.side}>
        <h1 className={classes.title}>
          <Trans>Messages</Trans>
        </h1>
        <div className={classes.threads}>
          {isEmpty ? <NoThreads role={role} isAside={isOpen} /> : <ThreadList pages={pages} unsent={unsent} now={now} onChosen={choose} />}
        </div>
      </div>
      {!(isEmpty && !isOpen) && (
        <div className={classes.main}>
          {threadId !== undefined && (
            <Conversation key={threadId} userId={me.id} threadId={threadId} takesFocus={wasChosen} onReport={onReport} onBack={onBack} />
          )}
          {lookedForTutorId !== undefined && (
            <ThreadWithTutor
              key={lookedForTutorId}
              userId={me.id}
              tutorId={lookedForTutorId}
              onFound={(foundId) => {
                setChosen(true);
                onFound(foundId);
              }}
              onBack={onBack}
            />
          )}
          {!isOpen && <Empty icon={<MessagesSquare size={26} />} title={t`Choose a conversation`} text={t`Your messages will appear here.`} />}
        </div>
      )}
    </div>
  );
}

type NoThreadsProps = { role: 'student' | 'tutor'; isAside: boolean };

function NoThreads({ role, isAside }: NoThreadsProps) {
  const { t } = useLingui();
  if (isAside)
    return (
      <p className={classes.none}>
        <Trans>No messages yet</Trans>
      </p>
    );
  return role === 'student' ? (
    <Empty
      icon={<MessagesSquare size={26} />}
      title={t`No messages yet`}
      text={t`Book a session, and you and your tutor can message each other here.`}
      action={
        <ButtonLink to="/tutors">
          <Trans>Find Tutors</Trans>
        </ButtonLink>
      }
    />
  ) : (
    <Empty
      icon={<MessagesSquare size={26} />}
      title={t`No messages yet`}
      text={t`When a student books a session with you, you can message each other here.`}
      action={
        <ButtonLink to="/tutor/bookings">
          <Trans>View Bookings</Trans>
        </ButtonLink>
      }
    />
  );
}

/** The same as in the style sheet. */
const TWO_PANES = '(min-width: 48em)';

/** With one pane, going back restores the scroll position of the list and focuses the conversation that was open. */
function useOnePane(threadId: string | undefined, isOpen: boolean): void {
  const previous = useRef({ threadId, isOpen });
  const scrollTop = useRef(0);

  useLayoutEffect(() => {
    if (previous.current.isOpen === isOpen || window.matchMedia(TWO_PANES).matches) return;
    if (isOpen) scrollTop.current = window.scrollY;
    window.scrollTo({ top: isOpen ? 0 : scrollTop.current, behavior: 'instant' });
  }, [isOpen]);

  useEffect(() => {
    const previousId = previous.current.threadId;
    previous.current = { threadId, isOpen };
    if (previousId === undefined || isOpen || document.activeElement !== document.body) return;
    const row = [...document.querySelectorAll<HTMLElement>('[data-thread]')].find(({ dataset }) => dataset.thread === previousId);
    (row ?? document.getElementById('content'))?.focus();
  }, [threadId, isOpen]);
}

const MIN_HEIGHT_PX = 320;
/** An on-screen keyboard takes more of the height than the bars of a browser. */
const KEYBOARD_SHARE = 0.8;

/** Sets `--room` to the height between the top of the element and the keyboard of a phone. */
function useAvailableHeight(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const viewport = window.visualViewport;

    const measure = () => {
      const height = viewport ? viewport.height * viewport.scale : window.innerHeight;
      const top = element.getBoundingClientRect().top + window.scrollY;
      element.style.setProperty('--room', `${Math.max(height - top, MIN_HEIGHT_PX)}px`);
      // The browser scrolled the page to show the field, which is now visible anyway.
      const isTyping = height < window.innerHeight * KEYBOARD_SHARE && element.contains(document.activeElement);
      if (isTyping) window.scrollTo({ top: 0, behavior: 'instant' });
    };

    measure();
    // A banner above may come or go.
    const observer = new ResizeObserver(measure);
    if (element.parentElement) observer.observe(element.parentElement);
    viewport?.addEventListener('resize', measure);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      viewport?.removeEventListener('resize', measure);
      window.removeEventListener('resize', measure);
    };
  }, []);

  return root;
}
