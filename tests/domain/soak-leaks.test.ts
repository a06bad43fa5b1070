import { expect, test } from 'vitest';
import { findLeaks, type Resources } from '#bench/soak/leaks.ts';

const sample = { connections: 30, inTransaction: 0, clientSockets: 28, megabytes: 600 };
const unchanged = { first: { resident: 200, heap: 90 }, last: { resident: 210, heap: 95 } };
const CALM: Resources = {
  first: sample,
  last: sample,
  before: { ...sample, clientSockets: 0 },
  after: { ...sample, clientSockets: 0 },
  processes: [
    { pid: 1, ...unchanged },
    { pid: 2, ...unchanged },
  ],
};

// spec s13-faults.14 | S13 6 | A soak finds grown heaps and memory of processes that lived through it, grown or left sockets and connections, and
//   open transactions | bench/soak/leaks.ts
test.each<[name: string, found: Partial<Resources>, leaks: readonly RegExp[]]>([
  ['nothing in a calm one', {}, []],
  [
    'a heap that has grown',
    {
      processes: [
        { pid: 1, first: unchanged.first, last: { resident: 210, heap: 120 } },
        { pid: 2, ...unchanged },
      ],
    },
    [/^the heap of process 1/],
  ],
  [
    'memory outside the heap that has grown',
    {
      processes: [
        { pid: 1, ...unchanged },
        { pid: 2, first: unchanged.first, last: { resident: 300, heap: 95 } },
      ],
    },
    [/^the memory of process 2/],
  ],
  ['that no process can be judged', { processes: [{ pid: 1, ...unchanged }] }, [/^no two processes/]],
  ['sockets that have grown', { last: { ...sample, clientSockets: 60 } }, [/^sockets of clients have grown/]],
  ['connections that have grown', { last: { ...sample, connections: 50 } }, [/^connections of the pools have grown/]],
  ['a socket that nobody uses any more', { after: { ...sample, clientSockets: 1 } }, [/^1 sockets of clients are open after/]],
  ['a transaction that never ends', { after: { ...sample, clientSockets: 0, inTransaction: 1 } }, [/^1 connections are left/]],
])('a soak finds %s', (_, found, leaks) => {
  const problems = findLeaks({ ...CALM, ...found });
  expect(problems).toEqual(leaks.map((leak) => expect.stringMatching(leak)));
});
