import { lengthOf, visibleLength } from '#shared/domain/text-length.ts';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import type { ProblemKind } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

export type ReportDraft = { kind: ProblemKind | null; text: string };
export type ReportProblems = { kind?: string | undefined; text?: string | undefined };

export const NOTHING_SAID: ReportDraft = { kind: null, text: '' };

/** What is wrong with a report, as the server would say. */
export function problemsOf({ kind, text }: ReportDraft): ReportProblems {
  return { kind: kind === null ? VALIDATION.problemKind : undefined, text: textProblem(text) };
}

function textProblem(text: string): string | undefined {
  if (visibleLength(text) < LIMITS.problem.min) return VALIDATION.problemText;
  return lengthOf(text) > LIMITS.problem.max ? tooLong('Description', LIMITS.problem.max) : undefined;
}
