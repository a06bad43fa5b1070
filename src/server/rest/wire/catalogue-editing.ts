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
import { body, flag, idOf, pathId, type Sent, something, text } from './reading.ts';

export const catalogueParams = z.object({ id: pathId });
export const subjectParams = z.object({ subjectId: pathId });

export const tutorCount = z.object({ tutorCount: z.number() });
export const subjectTutorCounts = z.array(z.object({ subjectId: z.string(), subjectName: z.string(), tutorCount: z.number() }));
export const topicTutorCounts = z.array(
  z.object({ topicId: z.string(), topicName: z.string(), topicDescription: z.string(), tutorCount: z.number() }),
);

export const createCategoryBody = body('CreateSubjectCategory', { contract: createCategoryInput, read: categoryIn });
export const updateCategoryBody = body('UpdateSubjectCategory', { contract: updateCategoryInput.omit({ id: true }), read: categoryIn });

export const createSubjectBody = body('CreateSubject', { contract: createSubjectInput, read: subjectIn });
/** An absent key keeps its value; null or an empty text as category takes the subject out of its category. */
export const updateSubjectBody = body('UpdateSubject', { contract: updateSubjectInput.omit({ id: true }), read: subjectIn });

export const createTopicBody = body('CreateTopic', { contract: createTopicInput, read: topicIn });
export const updateTopicBody = body('UpdateTopic', {
  contract: updateTopicInput.omit({ id: true }),
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
