import { Button } from '@mantine/core';
import { CalendarPlus } from 'lucide-react';
import { ShownOnce } from './shown-once.tsx';

const COPY = {
  label: 'Copy link',
  done: 'Link copied',
  failed: 'The link could not be copied. Please select it and copy it by hand.',
} as const;

export function CalendarLink({ url }: { url: string }) {
  return (
    <ShownOnce
      label="Your secret calendar link"
      value={url}
      copy={COPY}
      actions={
        <Button component="a" variant="default" href={url.replace(/^https?:/, 'webcal:')} leftSection={<CalendarPlus size={18} />}>
          Open in calendar app
        </Button>
      }
      hint="For Google Calendar, open it on a computer, choose “Other calendars”, then “From URL”, and paste the link. Programs look for changes in their own time; Google may take some hours."
    />
  );
}
