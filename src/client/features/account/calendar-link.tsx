import { Button, TextInput } from '@mantine/core';
import { CalendarPlus, Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '#client/ui/copy-text.ts';
import { toast } from '#client/ui/toasts.ts';
import classes from './calendar-feed.module.css';

const COPIED_MS = 2000;

/** The address while it can be seen: it is never shown again. */
export function CalendarLink({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false);
  const copier = useRef<HTMLButtonElement>(null);

  const place = useRef<HTMLDivElement>(null);

  // It appears above the button that made it, which a phone may have at the top edge.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
    copier.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(setCopied, COPIED_MS, false);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    if (await copyText(url)) setCopied(true);
    else toast.error('The link could not be copied. Please select it and copy it by hand.');
  }

  return (
    <div ref={place} className={classes.link}>
      <TextInput
        label="Your secret calendar link"
        description="Copy it now: it is shown only this once."
        readOnly
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={classes.buttons}>
        <Button ref={copier} leftSection={isCopied ? <Check size={18} /> : <Copy size={18} />} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
        <Button component="a" variant="default" href={url.replace(/^https?:/, 'webcal:')} leftSection={<CalendarPlus size={18} />}>
          Open in calendar app
        </Button>
      </div>
      <p className={classes.hint}>
        For Google Calendar, open it on a computer, choose “Other calendars”, then “From URL”, and paste the link. Programs look for changes in their
        own time; Google may take some hours.
      </p>
      <p className={classes.said} role="status">
        {isCopied ? 'Link copied' : ''}
      </p>
    </div>
  );
}
