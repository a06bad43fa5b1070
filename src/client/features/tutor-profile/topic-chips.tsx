import { Button, Skeleton } from '@mantine/core';
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { Loading } from '#client/ui/page-state.tsx';
import { ERRORS } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './topic-chips.module.css';
import { useSubjectTopics } from './use-teaching-catalogue.ts';

type Topic = { id: string; name: string };

export type TopicChipsProps = {
  subject: { id: string; name: string };
  chosen: readonly Topic[];
  /** Of the contract, for whoever looks for the field. */
  path: string;
  error?: string;
  onChange: (topics: Topic[]) => void;
};

const TOO_MANY = ERRORS['tutor.too_many_topics'].message;

/** The topics of a subject, those already chosen among them whether or not they are still offered. */
export function TopicChips({ subject, chosen, path, error, onChange }: TopicChipsProps) {
  const id = useId();
  const { topics, isPending, problem, isRetrying, retry } = useSubjectTopics(subject.id);
  // A chosen topic that is no longer offered stays in sight when it is taken off, to be put back.
  const [before] = useState(chosen);
  // It holds for this list: another one, from wherever it comes, is not refused.
  const [refused, setRefused] = useState<readonly Topic[] | null>(null);
  const shown = withoutDoubles([...topics, ...before, ...chosen]);
  const said = error ?? (refused === chosen || chosen.length > LIMITS.topicsPerSubject ? TOO_MANY : undefined);

  function toggle(topic: Topic): void {
    const isChosen = chosen.some((other) => other.id === topic.id);
    const isFull = !isChosen && chosen.length >= LIMITS.topicsPerSubject;
    setRefused(isFull ? chosen : null);
    if (isFull) return;
    onChange(isChosen ? chosen.filter((other) => other.id !== topic.id) : [...chosen, { id: topic.id, name: topic.name }]);
  }

  return (
    <fieldset className={classes.topics} aria-describedby={said ? `${id}-error` : undefined} data-path={path} tabIndex={-1}>
      <legend>Topics</legend>
      <p className={classes.count}>{`${chosen.length} of ${LIMITS.topicsPerSubject} chosen`}</p>
      <div className={classes.chips}>
        {shown.map((topic) => (
          <label key={topic.id}>
            <input type="checkbox" checked={chosen.some((other) => other.id === topic.id)} onChange={() => toggle(topic)} />
            <Check size={16} aria-hidden="true" />
            <span>{topic.name}</span>
          </label>
        ))}
      </div>
      {isPending && !problem && (
        <Loading label={`Loading topics of ${subject.name}…`}>
          <div className={classes.chips}>
            {[88, 120, 104].map((width) => (
              <Skeleton key={width} height={44} width={width} radius="xl" />
            ))}
          </div>
        </Loading>
      )}
      {!isPending && shown.length === 0 && <p className={classes.note}>This subject has no topics to choose from yet.</p>}
      {problem && (
        <div className={classes.failed} role="alert">
          <p>{problem}</p>
          <Button variant="default" size="sm" loading={isRetrying} onClick={retry}>
            Try Again
          </Button>
        </div>
      )}
      <p id={`${id}-error`} className={classes.error} role="alert">
        {said}
      </p>
    </fieldset>
  );
}

function withoutDoubles(topics: readonly Topic[]): Topic[] {
  return topics.filter(({ id }, index) => topics.findIndex((other) => other.id === id) === index);
}
