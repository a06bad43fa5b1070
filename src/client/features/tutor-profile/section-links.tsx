import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { focusTarget } from './checklist.ts';
import classes from './section-links.module.css';

/** The headings of the page, by the id of their section. */
export const SECTION_TITLES = {
  personal: msg`Personal information`,
  photo: msg`Profile image`,
  bio: msg`Bio`,
  education: msg`Education`,
  experience: msg`Experience`,
  teaching: msg`Subjects, rates and hours`,
  'booking-rules': msg`Before and between sessions`,
  locations: msg`Available locations`,
  documents: msg`Verification documents`,
  'days-off': msg`Days off`,
  'delete-profile': msg`Delete profile`,
} satisfies Record<string, MessageDescriptor>;

export type SectionId = keyof typeof SECTION_TITLES;

/** The page is fifteen screens long on a phone, and most visits are for one section. */
export function SectionLinks() {
  const { t, i18n } = useLingui();
  return (
    <nav aria-label={t`Sections of your profile`}>
      <ul className={classes.list}>
        {Object.entries(SECTION_TITLES).map(([id, title]) => (
          <li key={id}>
            <Button
              component="a"
              href={`#${id}`}
              variant="default"
              radius="xl"
              fw={500}
              onClick={(event) => {
                // Without an address of its own, so that Back leaves the page.
                event.preventDefault();
                focusTarget(`#${id}`);
              }}
            >
              {i18n._(title)}
            </Button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
