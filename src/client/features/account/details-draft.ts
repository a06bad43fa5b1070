import type { Viewer } from '#shared/contracts/auth.ts';

export type Details = { name: string; phone: string; isGuardian: boolean; childName: string };

const STORED = 'account-draft';

export function detailsOf({ name, phone, childName }: Viewer): Details {
  return { name, phone, isGuardian: childName !== '', childName };
}

export function isSame(one: Details, other: Details): boolean {
  return one.name === other.name && one.phone === other.phone && one.isGuardian === other.isGuardian && one.childName === other.childName;
}

/** What is to be sent: the child's name of a guardian only, and nothing that was not touched. */
export function changesOf(typed: Details, stored: Details): { name?: string; phone?: string; childName?: string } {
  const childName = typed.isGuardian ? typed.childName : '';
  return {
    ...(typed.name !== stored.name && { name: typed.name }),
    ...(typed.phone !== stored.phone && { phone: typed.phone }),
    ...(childName !== stored.childName && { childName }),
  };
}

/** What was typed over `before` stays; the rest is what is stored now. */
export function rebased(typed: Details, before: Details, stored: Details): Details {
  return {
    name: typed.name === before.name ? stored.name : typed.name,
    phone: typed.phone === before.phone ? stored.phone : typed.phone,
    isGuardian: typed.isGuardian === before.isGuardian ? stored.isGuardian : typed.isGuardian,
    childName: typed.childName === before.childName ? stored.childName : typed.childName,
  };
}

/** What this person had typed before the page was loaded anew. */
export function readDraft(userId: string): Details | null {
  try {
    const draft: Partial<Record<keyof Details | 'userId', unknown>> = JSON.parse(sessionStorage.getItem(STORED) ?? '{}');
    if (draft.userId !== userId) return null;
    return { name: text(draft.name), phone: text(draft.phone), isGuardian: draft.isGuardian === true, childName: text(draft.childName) };
  } catch {
    return null;
  }
}

export function keepDraft(userId: string, draft: Details): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ userId, ...draft }));
  } catch {}
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {}
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
