import { AUDIT_ACTIONS, type AuditAction } from '#shared/vocabulary/audit.ts';

export type AuditSearch = { action?: string; q?: string };

/** Not in the route, whose code every page loads: the actions are the longest list of all. */
export function toAuditInput({ action, q = '' }: AuditSearch): { action: AuditAction | undefined; search: string } {
  return { action: AUDIT_ACTIONS.find((one) => one === action), search: q };
}
