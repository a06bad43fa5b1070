import { formatNumber } from '#shared/domain/numbers.ts';
import { SUCCESS } from '#shared/messages.ts';

export type EntryKind = 'category' | 'subject' | 'topic';

/** Wording: `calls-and-errors.md` §8. */
export const TEXTS = {
  category: {
    created: SUCCESS.categoryCreated,
    updated: SUCCESS.categoryUpdated,
    status: SUCCESS.categoryStatus,
    notSaved: 'Failed to save category',
    notSwitched: 'Failed to update category status',
    notDeleted: 'Failed to delete category',
    deleteTitle: 'Delete category',
    deleteQuestion: 'Are you sure you want to delete this category?',
  },
  subject: {
    created: SUCCESS.subjectCreated,
    updated: SUCCESS.subjectUpdated,
    status: SUCCESS.subjectStatus,
    notSaved: 'Failed to save subject',
    notSwitched: 'Failed to update subject status',
    notDeleted: 'Failed to delete subject',
    deleteTitle: 'Delete subject',
    deleteQuestion: 'Are you sure you want to delete this subject? This will also delete all associated topics.',
  },
  topic: {
    created: SUCCESS.topicCreated,
    updated: SUCCESS.topicUpdated,
    status: SUCCESS.topicStatus,
    notSaved: 'Failed to save topic',
    notSwitched: 'Failed to update topic status',
    notDeleted: 'Failed to delete topic',
    deleteTitle: 'Delete topic',
    deleteQuestion: 'Are you sure you want to delete this topic?',
  },
} as const satisfies Record<EntryKind, Record<string, string>>;

export const formatCount = (count: number, noun: string): string => `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`;
