import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { AuditEntry, AuditPage } from '#shared/contracts/audit.ts';
import { auditSentence } from '#shared/domain/audit-words.ts';
import { AUDIT_ACTIONS } from '#shared/vocabulary/content.ts';
import { type Answers, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, fill, press, shown, texts, until } from '#tests/support/render.tsx';
import { linksOf, visit } from '#tests/support/visit.ts';

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: `entry-${more.action ?? ''}${more.subject?.name ?? ''}`,
  actor: { id: 'admin-1', name: 'Ayesha Farook' },
  action: 'tutor.verified',
  subject: { id: 'tutor-1', name: 'Nimal Silva' },
  details: {},
  createdAt: new Date('2026-11-23T04:30:00Z'),
  ...more,
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
const audit = (more: Answers = {}, path = '/admin/audit') =>
  visit(path, ADMIN, { 'audit.list': (): AuditPage => ({ entries: ENTRIES, nextCursor: null }), ...more });
const inputs = (api: { calls: { path: string; input: unknown }[] }) =>
  api.calls.filter(({ path }) => path === 'audit.list').map(({ input }) => input);

describe('the audit log', () => {
  // spec audit.1
  it('tells in sentences what was done, when, and on request why and how', async () => {
    await audit();
    await shown('Ayesha Farook verified the tutor Nimal Silva.');
    expect(texts('ol[aria-label=Entries] > li')).toEqual([
      'Ayesha Farook verified the tutor Nimal Silva.Mon, 23 Nov 2026, 10:00 AM',
      'Ayesha Farook rejected the tutor Nimal Silva.Mon, 23 Nov 2026, 10:00 AMReasonThe papers are not legible.',
      'Ayesha Farook changed the category Science.Mon, 23 Nov 2026, 10:00 AMNameBefore: Sciences After: ScienceIs activeBefore: Yes After: No',
    ]);
    expect(texts('ol[aria-label=Entries] details')).toHaveLength(2);
    await shown('Times are in Colombo time.');
  });

  // spec audit.2
  it('is searched and filtered, by what stands in the address', async () => {
    const { api, at } = await audit({ 'audit.list': () => ({ entries: [], nextCursor: null }) }, '/admin/audit?action=student.deleted&q=%25_');
    await shown('Nothing found');
    expect(inputs(api)[0]).toMatchObject({ action: 'student.deleted', search: '%_' });
    expect(linksOf('main')).toContainEqual(['Show every entry', '/admin/audit']);
    await fill('Search by name', 'nimal');
    await press('Search');
    await until(() => expect(at()).toBe('/admin/audit?action=student.deleted&q=nimal'));
    const select = document.querySelector('select');
    await act(async () => {
      if (select) select.value = '';
      select?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await until(() => expect(at()).toBe('/admin/audit?q=nimal'));
    await until(() => expect(inputs(api).at(-1)).toMatchObject({ search: 'nimal' }));
  });

  // spec admin.4
  it('goes on where it ends, and says what could not be read', async () => {
    let list: (input: { cursor?: string | null }) => Promise<AuditPage> = () => Promise.reject(networkError());
    await audit({ 'audit.list': (input) => list(input ?? {}) });
    await shown('Failed to fetch the audit log');
    list = async ({ cursor }) =>
      cursor ? { entries: [entry({ action: 'student.deleted' })], nextCursor: null } : { entries: ENTRIES, nextCursor: '1.entry' };
    await press('Try Again');
    await shown('verified the tutor Nimal Silva.');
    await press('Show more');
    await shown('Ayesha Farook deleted the student Nimal Silva.');
    expect(texts('ol[aria-label=Entries] > li')).toHaveLength(4);
  });

  // spec audit.1
  it.each(AUDIT_ACTIONS)('has a sentence for %s', (action) => {
    expect(auditSentence(entry({ action }))).toMatch(/^Ayesha Farook [a-z].+\.$/);
  });
});
