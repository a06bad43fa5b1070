import { Anchor, VisuallyHidden } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import classes from './api-keys.module.css';

/** Answered by the server, not a page of the app. */
export function ReferenceLink() {
  return (
    <p className={classes.reference}>
      <Anchor href="/api/docs" target="_blank" rel="noopener">
        Read the API reference
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        <ExternalLink size={16} aria-hidden="true" />
      </Anchor>
    </p>
  );
}
