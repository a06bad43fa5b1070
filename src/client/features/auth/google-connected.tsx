import { UnstyledButton } from '@mantine/core';
import classes from './google-connected.module.css';
import type { GoogleSignUp } from './google-sign-up.ts';
import { Notice } from './notice.tsx';

export type GoogleConnectedProps = { signUp: GoogleSignUp; onLetGo?: () => void };

/** In place of name, email and password, which Google has vouched for. */
export function GoogleConnected({ signUp, onLetGo }: GoogleConnectedProps) {
  return (
    <Notice tone="success" title="Google Account Connected">
      <span>{signUp.name}</span>
      <span>{signUp.email}</span>
      {onLetGo && (
        <UnstyledButton className={classes.letGo} onClick={onLetGo}>
          Use another account
        </UnstyledButton>
      )}
    </Notice>
  );
}
