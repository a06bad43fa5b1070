import { Skeleton } from '@mantine/core';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { Switch } from '#client/ui/switch.tsx';
import form from './account-form.module.css';
import classes from './push-switch.module.css';
import { canBePushedTo, usePush } from './use-push.ts';

const NOT_SHOWN = 'Failed to fetch push notifications';
const LABEL = 'Push notifications on this browser';

/** Whether this browser tells of bookings and messages while no page is open. */
export function PushSwitch() {
  return canBePushedTo() ? <SupportedSwitch /> : <Unsupported />;
}

function SupportedSwitch() {
  const { config, publicKey, isDenied, isOn, wanted, problem, turn } = usePush();

  if (config.error && !config.data) {
    return (
      <ErrorState
        title="Error Loading Push Notifications"
        message={errorMessageWithReason(config.error, NOT_SHOWN)}
        isRetrying={config.isFetching}
        onRetry={() => void config.refetch()}
      />
    );
  }
  if (publicKey === null) return <p className={form.note}>Push notifications are not set up on this site.</p>;
  if (isOn === undefined) {
    return (
      <Loading label="Loading push notifications…">
        <Skeleton height={88} />
      </Loading>
    );
  }
  return (
    <>
      <p className={form.note}>
        You hear of bookings, reminders and messages on this device while no page of ours is open. A notification says what has happened, and no more.
      </p>
      <Switch
        label={<strong className={classes.label}>{LABEL}</strong>}
        aria-describedby="push-state"
        aria-busy={wanted !== null}
        checked={wanted ?? (isOn && !isDenied)}
        disabled={isDenied}
        onChange={({ currentTarget }) => void turn(currentTarget.checked)}
      />
      <p id="push-state" className={problem && !isDenied ? form.problem : form.note} role="status">
        {isDenied ? BLOCKED : problem || stateOf(isOn, wanted)}
      </p>
    </>
  );
}

const BLOCKED =
  'Your browser blocks notifications of this site. Allow them in its settings for this site, behind the icon beside the address, and come back here.';

function stateOf(isOn: boolean, wanted: boolean | null): string {
  if (wanted !== null) return wanted ? 'Turning them on…' : 'Turning them off…';
  return isOn ? 'On. They end when you log out.' : 'Off.';
}

function Unsupported() {
  return (
    <p className={form.note}>
      {isApplePhone()
        ? 'On an iPhone or iPad, add this site to your Home Screen first: tap Share, then Add to Home Screen, and open it from there.'
        : 'This browser does not support push notifications.'}
    </p>
  );
}

/** An iPad says that it is a Mac; only its screen can be touched. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
