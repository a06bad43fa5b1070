import { beforeEach, describe, expect, test } from 'vitest';
import { UNKNOWN_ID, useRest } from '#tests/rest/app.ts';
import { type ApiClient, answerOf, apiClient, fieldErrorAnswer } from '#tests/support/api-client.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, anAdmin, aSubject, aTopic } from '#tests/support/factories.ts';
import { expectNoWrites } from '#tests/support/table-contents.ts';

const database = useDatabase();
const rest = useRest(database);
let api: ApiClient;
beforeEach(async () => {
  api = apiClient(rest, await rest.tokenOf(await anAdmin(database.db)));
});

const path = ({ id }: { id: string }) => ({ path: { id } });

describe('the catalogue', () => {
  test('has each subject once, whatever the case of its name', async () => {
    const { name, categoryId } = await aSubject(database.db);
    const answer = await expectNoWrites(database, () =>
      api.POST('/api/subjects', { body: { name: ` ${name.toUpperCase()} `, category: `${categoryId}` } }),
    );
    expect(answerOf(answer)).toEqual(fieldErrorAnswer('name', 409, 'subject.name_taken', 'A subject with this name already exists'));
  });

  test('rejects an unknown category of a subject', async () => {
    const subject = await aSubject(database.db);
    const body = { category: UNKNOWN_ID, name: 'Moved' };
    const answer = await expectNoWrites(database, () => api.PUT('/api/subjects/{id}', { params: path(subject), body }));
    expect(answerOf(answer)).toEqual(fieldErrorAnswer('category', 400, 'subject.category_unknown', 'Category not found'));
  });

  test('has each category once, also after a change of its name', async () => {
    const [first, other] = [await aCategory(database.db), await aCategory(database.db)];
    const body = { name: first.name.toLowerCase(), description: 'Changed' };
    const answer = await expectNoWrites(database, () => api.PUT('/api/subject-categories/{id}', { params: path(other), body }));
    expect(answerOf(answer)).toEqual(fieldErrorAnswer('name', 409, 'category.name_taken', 'A category with this name already exists'));
  });

  test('has each topic of a subject once, also after a change of its name or subject', async () => {
    const [topic, other] = [await aTopic(database.db), await aTopic(database.db)];
    const nameTaken = fieldErrorAnswer('name', 409, 'topic.name_taken', 'This subject already has a topic with this name');
    const body = { name: topic.name.toUpperCase(), subject: topic.subjectId };
    expect(answerOf(await expectNoWrites(database, () => api.PUT('/api/topics/{id}', { params: path(other), body })))).toEqual(nameTaken);
  });

  test('rejects an unknown subject of a topic', async () => {
    const topic = await aTopic(database.db);
    const body = { name: 'Moved', subject: UNKNOWN_ID };
    const answer = await expectNoWrites(database, () => api.PUT('/api/topics/{id}', { params: path(topic), body }));
    expect(answerOf(answer)).toEqual(fieldErrorAnswer('subject', 404, 'subject.not_found', 'Subject not found'));
  });

  test('answers what was written', async () => {
    const { data: category } = await api.POST('/api/subject-categories', { body: { name: 'Sciences', order: 3 } });
    const { data: subject } = await api.POST('/api/subjects', { body: { name: 'Physics', category: category?.id } });
    const { data: topic } = await api.POST('/api/topics', { body: { name: 'Waves', subject: `${subject?.id}` } });
    const { data: topics } = await apiClient(rest).GET('/api/topics/subject/{subjectId}', { params: { path: { subjectId: `${subject?.id}` } } });
    // The other names are answered to admins only.
    expect(topics).toEqual([{ ...topic, aliases: undefined }]);
    const { data: subjects } = await apiClient(rest).GET('/api/subjects', { params: { query: { category: category?.id } } });
    expect(subjects).toEqual([{ ...subject, aliases: undefined }]);
    expect(subject?.category).toEqual({ _id: category?.id, id: category?.id, name: 'Sciences', icon: 'BookOpen', color: '#6366f1', order: 3 });
  });
});
