import type { ErrorCode } from '#shared/errors.ts';
import { JSON_LIMITS } from '#shared/vocabulary/limits.ts';

/** `nul`: a character that PostgreSQL cannot store. */
export type JsonProblem = 'too_deep' | 'too_many_values' | 'nul';

export const JSON_REFUSALS = {
  too_deep: 'request.too_complex',
  too_many_values: 'request.too_complex',
  nul: 'request.invalid',
} as const satisfies Record<JsonProblem, ErrorCode>;

const NUL = 'u0000';
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;

export function jsonProblem(text: string): JsonProblem | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        for (at += 1; at < text.length && text.charCodeAt(at) !== 0x22; at += 1) {
          if (text.charCodeAt(at) !== BACKSLASH) continue;
          at += 1;
          if (text.charCodeAt(at) === SMALL_U && text.startsWith(NUL, at)) return 'nul';
        }
        break;
      case 0x7b: // {
      case 0x5b: // [
        depth += 1;
        if (depth > JSON_LIMITS.depth) return 'too_deep';
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1;
        break;
      case 0x2c: // ,
      case 0x3a: // :
        values += 1;
        if (values > JSON_LIMITS.values) return 'too_many_values';
        break;
    }
  }
  return null;
}
