import { NOT_PAGES } from '#shared/vocabulary/offline.ts';

export type Entrance = 'trpc' | 'rest' | 'socket.io' | 'edge' | 'page';

type Headers = { readonly accept?: string | undefined; readonly authorization?: string | undefined };

export function entranceOf(method: string, path: string, { accept = '', authorization = '' }: Headers): Entrance {
  if (isAt(path, '/trpc')) return 'trpc';
  if (path === '/api/auth/google' || path === '/api/auth/google/callback') return 'edge';
  if (method === 'GET' && path === '/notifications' && accept.includes('text/html') && authorization === '') return 'page';
  if (isAt(path, '/api') || isAt(path, '/notifications')) return 'rest';
  if (isAt(path, '/socket.io')) return 'socket.io';
  return NOT_PAGES.some((folder) => isAt(path, folder)) ? 'edge' : 'page';
}

export function pathOf(target: string | undefined): string {
  return target?.split('?', 1)[0] ?? '/';
}

function isAt(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
