import { z } from '@hono/zod-openapi';
import {
  createCategoryInput,
  createSubjectInput,
  createTopicInput,
  updateCategoryInput,
  updateSubjectInput,
  updateTopicInput,
} from '#shared/contracts/catalogue.ts';
import { colorFrom, orderFrom } from '#shared/domain/category-look.ts';
import { CATEGORY_COLOR } from '#shared/vocabulary/content.ts';
import { CATEGORY, SUBJECT, TOPIC } from './examples.ts';
import { body, flag, idOf, pathId, type Sent, something, text } from './reading.ts';
import { count, id } from './shapes.ts';

export const categoryParams = z.object({ id: pathId('The id of a category.', CATEGORY.id) });
export const subjectParams = z.object({ id: pathId('The id of a subject.', SUBJECT.id) });
export const topicParams = z.object({ id: pathId('The id of a topic.', TOPIC.id) });

const tutors = count.openapi({ example: 14 });
export const tutorCount = z.object({ tutorCount: tutors });
export const subjectTutorCounts = z.array(
  z.object({ subjectId: id.openapi({ example: SUBJECT.id }), subjectName: z.string().openapi({ example: SUBJECT.name }), tutorCount: tutors }),
);
export const topicTutorCounts = z.array(
  z.object({
    topicId: id.openapi({ example: TOPIC.id }),
    topicName: z.string().openapi({ example: TOPIC.name }),
    topicDescription: z.string().openapi({ example: TOPIC.description }),
    tutorCount: tutors,
  }),
);

const CATEGORY_SENT = { name: 'Mathematics', description: CATEGORY.description, icon: 'Calculator', color: '#6366f1', order: 1 };
const SUBJECT_SENT = { name: SUBJECT.name, description: SUBJECT.description, category: CATEGORY.id };
const TOPIC_SENT = { name: TOPIC.name, description: TOPIC.description, subject: SUBJECT.id };
const LOOK = {
  icon: { description: 'The name of an icon of Lucide; `BookOpen` where a new category has none.' },
  color: { description: `\`#rgb\` or \`#rrggbb\`; anything else becomes \`${CATEGORY_COLOR}\`, as does its absence in a new category.` },
  order: { description: 'A number, also as text; what is none is 0.' },
};
const CATEGORY_FIELD = {
  category: { description: 'The id of a category. Null, an empty text, and in a new subject its absence are refused with `Category is required`.' },
};
const SUBJECT_FIELD = { subject: { description: 'The id of a subject, or an object that bears one.' } };

export const createCategoryBody = body('CreateSubjectCategory', {
  contract: createCategoryInput,
  example: CATEGORY_SENT,
  fields: LOOK,
  read: categoryIn,
});
export const updateCategoryBody = body('UpdateSubjectCategory', {
  contract: updateCategoryInput.omit({ id: true }),
  example: { name: 'Mathematics', isActive: true },
  fields: LOOK,
  read: categoryIn,
});

/** The document names the category as it always has; without one the call is refused, as the form refuses it. */
export const createSubjectBody = body('CreateSubject', {
  contract: createSubjectInput,
  documented: createSubjectInput.extend({ category: updateSubjectInput.shape.category }),
  example: SUBJECT_SENT,
  fields: CATEGORY_FIELD,
  read: subjectIn,
});
/** An absent key keeps its value, also that of a subject whose category was deleted. */
export const updateSubjectBody = body('UpdateSubject', {
  contract: updateSubjectInput.omit({ id: true }),
  example: { isActive: false },
  fields: CATEGORY_FIELD,
  read: subjectIn,
});

export const createTopicBody = body('CreateTopic', { contract: createTopicInput, example: TOPIC_SENT, fields: SUBJECT_FIELD, read: topicIn });
export const updateTopicBody = body('UpdateTopic', {
  contract: updateTopicInput.omit({ id: true }),
  example: { name: 'Differentiation and its uses' },
  fields: SUBJECT_FIELD,
  read: (sent) => ({ ...topicIn(sent), subject: something(idOf(sent.subject)) }),
});

const described = ({ name, description, isActive }: Sent) => ({ name: text(name), description: text(description), isActive: flag(isActive) });

/** What is no order is 0, what is no colour the colour of all; what is absent stays absent. */
function categoryIn(sent: Sent) {
  const { icon, color, order } = sent;
  return {
    ...described(sent),
    icon: text(icon),
    color: color === undefined ? undefined : colorFrom(color),
    order: order === undefined ? undefined : orderFrom(order),
  };
}

function subjectIn(sent: Sent) {
  const { category } = sent;
  return { ...described(sent), category: category === null ? null : idOf(category) };
}

function topicIn(sent: Sent) {
  return { ...described(sent), subject: idOf(sent.subject) };
}
