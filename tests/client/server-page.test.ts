import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { makeClients } from '#client/app/clients.ts';
import { makeRouter } from '#client/app/router.tsx';
import { isRenderedForNobody } from '#client/app/server-page.ts';
import { STUDENT, signIn } from '#tests/support/render.tsx';

const routerAt = (path: string) => makeRouter(makeClients('en'), { history: createMemoryHistory({ initialEntries: [path] }) });

// spec guards.15 | D Accounts, S10 1 | A page of the server is taken over as it is, but for those that a guard or the banner may lead elsewhere |
//   src/client/app/server-page.ts
describe('a page that the server has rendered', () => {
  test.each(['/', '/tutors', '/blogs', '/terms'])('is taken over at %s, whoever looks', (path) => {
    expect(isRenderedForNobody(routerAt(path))).toBe(true);
    signIn(STUDENT);
    expect(isRenderedForNobody(routerAt(path))).toBe(true);
  });

  test.each(['/', '/tutors', '/blogs'])('is rendered by the browser at %s for somebody who is led to choose a role', (path) => {
    signIn({ ...STUDENT, role: null });
    expect(isRenderedForNobody(routerAt(path))).toBe(false);
  });

  test('is taken over at /login by visitors only', () => {
    expect(isRenderedForNobody(routerAt('/login'))).toBe(true);
    signIn(STUDENT);
    expect(isRenderedForNobody(routerAt('/login'))).toBe(false);
  });
});
