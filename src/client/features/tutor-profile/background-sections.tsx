import { Textarea, TextInput } from '@mantine/core';
import { tooMany, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { EntryList } from './entry-list.tsx';
import { EntryProblem, entryErrors } from './entry-problem.tsx';
import classes from './fields.module.css';
import { emptyEducation, emptyExperience, type SectionProps } from './profile-draft.ts';

export type BackgroundProps = SectionProps & { onRemoved: (list: 'education' | 'experience') => void };

export function EducationSection({ draft, errors, change, onRemoved }: BackgroundProps) {
  return (
    <EntryList
      name="Education"
      addLabel="Add education"
      empty="Degrees, diplomas and certificates that show what you know."
      entries={draft.education}
      most={LIMITS.education}
      full={tooMany('Education', LIMITS.education)}
      make={emptyEducation}
      onChange={(education) => {
        if (education.length < draft.education.length) onRemoved('education');
        change({ education });
      }}
    >
      {({ degree, institution, year }, index, changeEntry) => {
        const wrong = entryErrors(errors, VALIDATION.education, { path: `education.${index}`, fields: ['degree', 'institution', 'year'] });
        return (
          <div className={classes.grid}>
            <TextInput
              className={classes.wide}
              label="Degree or qualification"
              autoComplete="off"
              {...wrong.of('degree')}
              value={degree}
              onChange={(event) => changeEntry({ degree: event.currentTarget.value })}
            />
            <TextInput
              label="Institution"
              autoComplete="off"
              {...wrong.of('institution')}
              value={institution}
              onChange={(event) => changeEntry({ institution: event.currentTarget.value })}
            />
            <TextInput
              label="Year"
              placeholder="2019"
              inputMode="numeric"
              autoComplete="off"
              {...wrong.of('year')}
              value={year}
              onChange={(event) => changeEntry({ year: event.currentTarget.value })}
            />
            <EntryProblem {...wrong.problem} />
          </div>
        );
      }}
    </EntryList>
  );
}

export function ExperienceSection({ draft, errors, change, onRemoved }: BackgroundProps) {
  return (
    <EntryList
      name="Experience"
      addLabel="Add experience"
      empty="Where you have taught or worked, and what you did there."
      entries={draft.experience}
      most={LIMITS.experience}
      full={tooMany('Experience', LIMITS.experience)}
      make={emptyExperience}
      onChange={(experience) => {
        if (experience.length < draft.experience.length) onRemoved('experience');
        change({ experience });
      }}
    >
      {({ title, company, duration, description }, index, changeEntry) => {
        const wrong = entryErrors(errors, VALIDATION.experience, {
          path: `experience.${index}`,
          fields: ['title', 'company', 'duration', 'description'],
        });
        return (
          <div className={classes.grid}>
            <TextInput
              className={classes.wide}
              label="Title"
              placeholder="Mathematics Teacher"
              autoComplete="off"
              {...wrong.of('title')}
              value={title}
              onChange={(event) => changeEntry({ title: event.currentTarget.value })}
            />
            <TextInput
              label="School or company"
              autoComplete="off"
              {...wrong.of('company')}
              value={company}
              onChange={(event) => changeEntry({ company: event.currentTarget.value })}
            />
            <TextInput
              label="Duration"
              placeholder="2020 - 2023"
              autoComplete="off"
              {...wrong.of('duration')}
              value={duration}
              onChange={(event) => changeEntry({ duration: event.currentTarget.value })}
            />
            <Textarea
              className={classes.wide}
              label="Description"
              rows={3}
              {...wrong.of('description')}
              value={description}
              onChange={(event) => changeEntry({ description: event.currentTarget.value })}
            />
            <EntryProblem {...wrong.problem} />
          </div>
        );
      }}
    </EntryList>
  );
}
