import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AuditEntry, AuditPage } from '#shared/contracts/audit.ts';
import { auditSentence } from '#shared/domain/audit-text.ts';
import { AUDIT_ACTIONS } from '#shared/vocabulary/audit.ts';
import { type Answers, networkError } from '#tests/support/fake-api.ts';
import { ADMIN } from '#tests/support/render.tsx';
import { listLinks, visit } from '#tests/support/visit.ts';

const entry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id: `entry-${overrides.action ?? ''}${overrides.subject?.name ?? ''}`,
  actor: { id: 'admin-1', name: 'Ayesha Farook' },
  action: 'tutor.verified',
  subject: { id: 'tutor-1', name: 'Nimal Silva' },
  details: {},
  createdAt: new Date('2026-11-23T04:30:00Z'),
  ...overrides,
});
const ENTRIES = [
  entry(),
  entry({ action: 'tutor.rejected', details: { reason: 'The papers are not legible.' } }),
  entry({
    action: 'category.updated',
    subject: { id: null, name: 'Science' },
    details: { before: { name: 'Sciences', order: 1, isActive: true }, after: { name: 'Science', order: 1, isActive: false } },
  }),
];
const open = (answers: Answers = {}, path = '/admin/audit') =>
  visit(path, ADMIN, { 'audit.list': (): AuditPage => ({ entries: ENTRIES, nextCursor: null }), ...answers });
const listEntries = () => within(screen.getByRole('list', { name: 'Entries' })).getAllByRole('listitem');

describe('the audit log', () => {
  // spec audit.1
  test('says in sentences what was done and when, with the reason and the changes', async () => {
    await open();
    await screen.findByText('Ayesha Farook verified the tutor Nimal Silva.');
    expect(listEntries().map((item) => item.textContent)).toEqual([
      'Ayesha Farook verified the tutor Nimal Silva.Mon, 23 Nov 2026, 10:00 AM',
      'Ayesha Farook rejected the tutor Nimal Silva.Mon, 23 Nov 2026, 10:00 AMReasonThe papers are not legible.',
      'Ayesha Farook changed the category Science.Mon, 23 Nov 2026, 10:00 AMNameBefore: Sciences After: ScienceIs activeBefore: Yes After: No',
    ]);
    expect(listEntries().map((item) => within(item).queryAllByRole('group').length)).toEqual([0, 1, 1]);
    await screen.findByText('Times are in Colombo time.', { exact: false });
  });

  // spec audit.2
  test('is searched and filtered by its address', async () => {
    const { user, api, at } = await open({ 'audit.list': () => ({ entries: [], nextCursor: null }) }, '/admin/audit?action=student.deleted&q=%25_');
    await screen.findByText('Nothing found');
    expect(api.inputsOf('audit.list')[0]).toMatchObject({ action: 'student.deleted', search: '%_' });
    expect(listLinks(screen.getByRole('main'))).toContainEqual(['Show every entry', '/admin/audit']);
    const search = screen.getByRole('searchbox', { name: 'Search by name' });
    await user.clear(search);
    await user.type(search, 'nimal');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(at()).toBe('/admin/audit?action=student.deleted&q=nimal'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Every action');
    await waitFor(() => expect(at()).toBe('/admin/audit?q=nimal'));
    await waitFor(() => expect(api.inputsOf('audit.list').at(-1)).toMatchObject({ search: 'nimal' }));
  });

  test('lists every action where the address names one that there is not', async () => {
    const { api } = await open({ 'audit.list': () => ({ entries: [], nextCursor: null }) }, '/admin/audit?action=tutor.praised');
    await screen.findByText('No entries yet');
    expect(api.inputsOf('audit.list')).toEqual([expect.not.objectContaining({ action: expect.anything() })]);
  });

  // spec admin.4
  test('says what could not be read, and loads more at its end', async () => {
    let list: (input: { cursor?: string | null }) => Promise<AuditPage> = () => Promise.reject(networkError());
    const { user } = await open({ 'audit.list': (input) => list(input ?? {}) });
    await screen.findByText('Failed to fetch the audit log');
    list = async ({ cursor }) =>
      cursor ? { entries: [entry({ action: 'student.deleted' })], nextCursor: null } : { entries: ENTRIES, nextCursor: '1.entry' };
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Ayesha Farook verified the tutor Nimal Silva.');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('Ayesha Farook deleted the student Nimal Silva.');
    expect(listEntries()).toHaveLength(4);
  });

  // spec audit.1
  test.each(AUDIT_ACTIONS)('has a sentence for %s', (action) => {
    expect(auditSentence(entry({ action }))).toMatch(/^Ayesha Farook [a-z].+\.$/);
  });
});
