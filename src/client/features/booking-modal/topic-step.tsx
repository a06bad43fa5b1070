import { ChoiceCards } from '#client/ui/choice-cards.tsx';
import type { SubjectEntryView } from '#shared/contracts/tutors.ts';
import type { BookingDraft } from './booking-draft.ts';
import classes from './booking-modal.module.css';

/** No id of a topic. */
const NONE = '';

export type TopicStepProps = { draft: BookingDraft; entry: SubjectEntryView; onChange: (draft: BookingDraft) => void };

export function TopicStep({ draft, entry, onChange }: TopicStepProps) {
  if (entry.selectedTopics.length === 0) {
    return (
      <p className={classes.hint}>{`No topics are listed for ${entry.subject.name}. You can say what you need in the notes of the last step.`}</p>
    );
  }
  const topics = entry.selectedTopics.map(({ id, name, description }) => ({ value: id, label: name, hint: description }));
  return (
    <ChoiceCards
      legend="What would you like to work on?"
      layout="stacked"
      choices={[{ value: NONE, label: 'No particular topic', hint: 'Decide together with the tutor' }, ...topics]}
      value={draft.topicId ?? NONE}
      onChange={(topicId) => onChange({ ...draft, topicId: topicId === NONE ? null : topicId })}
    />
  );
}
