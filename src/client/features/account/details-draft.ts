import { DRAFT } from '#client/lib/drafts/draft-keys.ts';
import { forgetInTab, keepInTab, keptInTab, textOf } from '#client/lib/drafts/tab-storage.ts';
import type { Viewer } from '#shared/contracts/auth.ts';

export type Details = { name: string; phone: string; isGuardian: boolean; childName: string };

const STORED = `${DRAFT}details`;

export function detailsOf({ name, phone, childName }: Viewer): Details {
  return { name, phone, isGuardian: childName !== '', childName };
}

export function isSame(one: Details, other: Details): boolean {
  return one.name === other.name && one.phone === other.phone && one.isGuardian === other.isGuardian && one.childName === other.childName;
}

export function changesOf(typed: Details, stored: Details): { name?: string; phone?: string; childName?: string } {
  const childName = typed.isGuardian ? typed.childName : '';
  return {
    ...(typed.name !== stored.name && { name: typed.name }),
    ...(typed.phone !== stored.phone && { phone: typed.phone }),
    ...(childName !== stored.childName && { childName }),
  };
}

/** Keeps what was typed since `before` and takes the rest from `stored`. */
export function rebased(typed: Details, before: Details, stored: Details): Details {
  return {
    name: typed.name === before.name ? stored.name : typed.name,
    phone: typed.phone === before.phone ? stored.phone : typed.phone,
    isGuardian: typed.isGuardian === before.isGuardian ? stored.isGuardian : typed.isGuardian,
    childName: typed.childName === before.childName ? stored.childName : typed.childName,
  };
}

export function readDraft(forUser: string, stored: Details): Details {
  const { userId, name, phone, isGuardian, childName } = keptInTab(STORED);
  if (userId !== forUser) return stored;
  return {
    name: textOf(name, stored.name),
    phone: textOf(phone, stored.phone),
    isGuardian: typeof isGuardian === 'boolean' ? isGuardian : stored.isGuardian,
    childName: textOf(childName, stored.childName),
  };
}

/** Only what differs: the rest may change elsewhere before it is read again. */
export function keepDraft(userId: string, typed: Details, stored: Details): void {
  keepInTab(STORED, {
    userId,
    ...(typed.name !== stored.name && { name: typed.name }),
    ...(typed.phone !== stored.phone && { phone: typed.phone }),
    ...(typed.isGuardian !== stored.isGuardian && { isGuardian: typed.isGuardian }),
    ...(typed.childName !== stored.childName && { childName: typed.childName }),
  });
}

export function forgetDraft(): void {
  forgetInTab(STORED);
}
