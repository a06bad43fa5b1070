import { Button } from '@mantine/core';
import { focusTarget } from './checklist.ts';
import classes from './section-links.module.css';

/** The headings of the page, by the id of their section. */
export const SECTION_TITLES = {
  personal: 'Personal information',
  photo: 'Profile image',
  bio: 'Bio',
  education: 'Education',
  experience: 'Experience',
  teaching: 'Subjects, rates and hours',
  'booking-rules': 'Before and between sessions',
  locations: 'Available locations',
  documents: 'Verification documents',
  'days-off': 'Days off',
  'delete-profile': 'Delete profile',
} as const;

export type SectionId = keyof typeof SECTION_TITLES;

/** The page is fifteen screens long on a phone, and most visits are for one section. */
export function SectionLinks() {
  return (
    <nav aria-label="Sections of your profile">
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
              {title}
            </Button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
