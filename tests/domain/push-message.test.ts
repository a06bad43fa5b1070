import { expect, test } from 'vitest';
import { PUSH_KINDS, pushMessageIn } from '#shared/domain/push-message.ts';

const message = { kind: 'message.received', title: 'New Message', url: '/messages' };

// spec offline.5
test.each(PUSH_KINDS)('%s is read', (kind) => {
  expect(pushMessageIn(JSON.stringify({ ...message, kind, more: 1 }))).toEqual({ ...message, kind });
});

// spec offline.5, s6-bad-input.7
test.each([
  ['', 'no JSON'],
  ['null', 'nothing'],
  ['"text"', 'a text'],
  [JSON.stringify({ ...message, kind: 'custom' }), 'another kind'],
  [JSON.stringify({ ...message, title: '' }), 'no title'],
  [JSON.stringify({ ...message, title: 7 }), 'a number for a title'],
  [JSON.stringify({ ...message, url: 'https://elsewhere.test/' }), 'another site'],
  [JSON.stringify({ ...message, url: '//elsewhere.test/' }), 'another host'],
  [JSON.stringify({ ...message, url: '/\\elsewhere.test/' }), 'another host for browsers'],
  [JSON.stringify({ ...message, url: '/\t/elsewhere.test/' }), 'another host once a tab is left out'],
  [JSON.stringify({ ...message, url: 'javascript:alert(1)' }), 'a script'],
  [JSON.stringify({ ...message, url: 'bookings' }), 'a relative path'],
])('%s is none of ours: %s', (text) => {
  expect(pushMessageIn(text)).toBeNull();
});
