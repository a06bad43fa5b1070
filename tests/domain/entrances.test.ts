import { describe, expect, it } from 'vitest';
import { type Entrance, entranceOf, pathOf } from '#server/request-routing.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const CLIENT = { accept: 'application/json, text/plain, */*', authorization: 'Bearer abc' };

type Case = [method: string, path: string, headers: typeof BROWSER | typeof CLIENT, entrance: Entrance];

describe('which entrance answers a request', () => {
  // spec socketio.1
  it.each<Case>([
    ['GET', '/trpc/tutors.search', CLIENT, 'trpc'],
    ['POST', '/trpc/bookings.request', CLIENT, 'trpc'],
    ['GET', '/trpcs', BROWSER, 'page'],
    ['GET', '/api/auth/google', BROWSER, 'edge'],
    ['GET', '/api/auth/google/callback', BROWSER, 'edge'],
    ['PUT', '/api/auth/google/update-role', CLIENT, 'rest'],
    ['GET', '/api', BROWSER, 'rest'],
    ['GET', '/api/students/bookings', CLIENT, 'rest'],
    ['GET', '/api/nothing/here', BROWSER, 'rest'],
    ['GET', '/apiary', BROWSER, 'page'],
    ['GET', '/files/photos/a.png', BROWSER, 'edge'],
    ['GET', '/socket.io/', BROWSER, 'socket.io'],
    ['POST', '/socket.io', CLIENT, 'socket.io'],
    ['GET', '/socket.io.js', BROWSER, 'page'],
    ['GET', '/healthz', BROWSER, 'edge'],
    ['GET', '/.well-known/security.txt', BROWSER, 'edge'],
    ['GET', '/', BROWSER, 'page'],
    ['GET', '/tutors/018f', BROWSER, 'page'],
    ['GET', '/tutors/018f/dilini-wickramasinghe', BROWSER, 'page'],
    ['GET', '/assets/index-1.js', BROWSER, 'page'],
  ])('%s %s', (method, path, headers, entrance) => {
    expect(entranceOf(method, path, headers)).toBe(entrance);
  });

  // spec rest-notifications.2 | D Routes | The same path is a page to a browser | src/server/request-routing.ts
  describe('/notifications is a page and an API path', () => {
    it.each<[string, string, { accept?: string; authorization?: string }, Entrance]>([
      ['GET', '/notifications', BROWSER, 'page'],
      ['GET', '/notifications', CLIENT, 'rest'],
      ['GET', '/notifications', { ...BROWSER, authorization: 'Bearer abc' }, 'rest'],
      ['GET', '/notifications', { accept: '*/*' }, 'rest'],
      ['GET', '/notifications', {}, 'rest'],
      ['GET', '/notifications/unread-count', BROWSER, 'rest'],
      ['POST', '/notifications', BROWSER, 'rest'],
      ['DELETE', '/notifications', BROWSER, 'rest'],
    ])('%s %s with %j', (method, path, headers, entrance) => {
      expect(entranceOf(method, path, headers)).toBe(entrance);
    });
  });

  it('does not count the query to the path', () => {
    expect(pathOf('/tutors?search=a?b')).toBe('/tutors');
    expect(pathOf(undefined)).toBe('/');
  });
});
