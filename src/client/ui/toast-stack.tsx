import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { randomId, useMediaQuery, useViewportSize } from '@mantine/hooks';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { translated } from '#shared/domain/texts.ts';
import { StoredLink } from './stored-link.tsx';
import classes from './toast-stack.module.css';
import { DEFAULT_POSITION, MAX_TOASTS, showToasts, TOAST_TABLE, type Toast, toastPosition } from './toasts.ts';

const ICONS = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert, info: Info } as const;

/** Title, five lines of a message and its link, on the narrowest phone. */
const MAX_HEIGHT = 360;

const SHARE_OF_SMALL_SCREEN = 0.2;
/** One line and its button. */
const MIN_HEIGHT = 56;

/** Phones, and 200% zoom: there one toast at a time has to leave the page in sight. */
const SMALL_SCREEN = '(max-width: 47.99em), (max-height: 30rem)';

/** Above dialogs, below menus. */
const Z_INDEX = `calc(var(--mantine-z-index-popover) - 1)`;

export function ToastStack() {
  const { t, i18n } = useLingui();
  const dismissLabel = t`Dismiss`;
  const isSmall = useMediaQuery(SMALL_SCREEN, false, { getInitialValueInEffect: false });
  const { height } = useViewportSize();
  useEffect(() => showToasts((toast) => show(i18n, toast, dismissLabel)), [i18n, dismissLabel]);
  useEffect(noteActs, []);

  return (
    <Notifications
      position={DEFAULT_POSITION}
      limit={isSmall ? 1 : MAX_TOASTS}
      containerWidth={400}
      notificationMaxHeight={isSmall ? Math.max(height * SHARE_OF_SMALL_SCREEN, MIN_HEIGHT) : MAX_HEIGHT}
      zIndex={Z_INDEX}
      withinPortal={false}
      classNames={{ root: classes.root }}
    />
  );
}

const shownErrors = new Set<string>();
/** What the person has seen, and then acted again. */
const answeredErrors = new Set<string>();

function noteActs(): () => void {
  const listening = new AbortController();
  const note = () => {
    for (const id of shownErrors) answeredErrors.add(id);
    shownErrors.clear();
  };
  for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, note, { capture: true, signal: listening.signal });
  return () => listening.abort();
}

/**
 * An error waits to be read, until what the person did next has succeeded or failed as well. On a small screen the newest of the others is
 * what has just been done or has just happened.
 */
function makeRoom(kind: Toast['kind']): void {
  const isOutcome = kind === 'success' || kind === 'error';
  const isSmall = window.matchMedia(SMALL_SCREEN).matches;
  const { notifications: shown, queue } = notificationsStore.getState();
  for (const { id = '', color } of [...shown, ...queue]) {
    const isRead = color === TOAST_TABLE.error.color ? (isOutcome && answeredErrors.has(id)) || (isSmall && kind === 'error') : isSmall;
    if (isRead) notifications.hide(id);
  }
}

function show(i18n: I18n, { kind, title, message, link, duration }: Toast, dismissLabel: string): void {
  makeRoom(kind);
  const Icon = ICONS[kind];
  const { color } = TOAST_TABLE[kind];
  const autoClose = duration ?? TOAST_TABLE[kind].autoClose;
  const id = randomId();
  if (kind === 'error') shownErrors.add(id);
  const data = {
    id,
    position: toastPosition.now(),
    color,
    title,
    icon: <Icon size={18} aria-hidden="true" />,
    // The region around it is live: a role of `alert` would be read out twice.
    role: 'group',
    withBorder: true,
    closeButtonProps: { 'aria-label': dismissLabel, size: 44 },
    classNames: { root: classes.toast, title: classes.title, description: classes.message },
    onClose: () => {
      shownErrors.delete(id);
      answeredErrors.delete(id);
    },
    // Mantine pauses on hover; on focus only where toasts are stacked.
    onFocus: () => notifications.update({ ...data, autoClose: false }),
    onBlur: () => notifications.update({ ...data, autoClose }),
    message: (
      <>
        <Text span inherit lineClamp={5} style={{ whiteSpace: 'pre-line' }}>
          {translated(i18n, message)}
        </Text>
        {link && <StoredLink label={link.label} url={link.href} className={classes.link} onFollow={() => notifications.hide(id)} />}
      </>
    ),
  };
  notifications.show({ ...data, autoClose });
}
