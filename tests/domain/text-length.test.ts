import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { lengthOf, visibleLength } from '#client/ui/text-length.ts';
import { replyInput, writeReviewInput } from '#shared/contracts/engagement.ts';
import { sendMessageInput } from '#shared/contracts/messages.ts';
import { reportInput, reportProblemInput } from '#shared/contracts/moderation.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

describe('the length of a text', () => {
  // spec rest-limits.5 | S4 | Lengths are counted in characters, not UTF-16 units: an emoji is one; form and server count alike |
  //   src/client/ui/text-length.ts
  it.each([
    ['', 0, 0],
    ['  ten chars!\n', 10, 10],
    ['😀😀', 2, 2],
    ['ශ්\u200Dරී ලංකා', 10, 9],
    ['a \u2800\n  b', 7, 3],
    ['👩\u200D🏫', 3, 2],
    ['\u200B\u2060\u2800\u3164', 4, 0],
    ['\u2800 a \u200B', 5, 1],
  ])('of %j is %i characters, of which %i are seen', (text, length, visible) => {
    expect([lengthOf(text), visibleLength(text)]).toEqual([length, visible]);
  });
});

// spec rest-limits.5
describe('what a form counts, the server counts too', () => {
  const CONTRACTS: [string, (text: string) => boolean, { min: number; max: number }][] = [
    ['a review', (review) => passes(writeReviewInput, { bookingId: 'b', rating: 5, review }), LIMITS.review],
    ['a reply', (reply) => passes(replyInput, { id: 'r', reply }), { min: 1, max: LIMITS.reply }],
    ['a message', (text) => passes(sendMessageInput, { threadId: 't', clientId: crypto.randomUUID(), text }), { min: 1, max: LIMITS.message }],
    ['a problem', (text) => passes(reportProblemInput, { bookingId: 'b', kind: 'other', text }), LIMITS.problem],
    ['a report', (text) => passes(reportInput, { about: 'review', id: 'r', reason: 'other', text }), { min: 0, max: LIMITS.reportText }],
  ];
  const passes = (schema: z.ZodType, input: unknown) => schema.safeParse(input).success;
  const SIGNS = [
    'a',
    '😀',
    '\u200B',
    '\u2800',
    '\u200D',
    '\u3164',
    'a ',
    ' a',
    '\u200B a',
    'a  \n b',
    'a\u2800',
    '\u0000',
    'a\u0000',
    '\uD83D',
    'ශ්\u200Dරී ',
  ];

  it.each(CONTRACTS)('of %s', (_, isTaken, { min, max }) => {
    const lengths = [0, 1, 2, 4, 5, 6, min - 1, min, min + 1, max / 2, max - 1, max, max + 1];
    for (const sign of SIGNS) {
      for (const length of lengths.filter((value) => value >= 0)) {
        const text = sign.repeat(length);
        const isLongEnough = visibleLength(text) >= min;
        expect([sign, length, isTaken(text)]).toEqual([sign, length, isLongEnough && lengthOf(text) <= max]);
      }
    }
  });
});
