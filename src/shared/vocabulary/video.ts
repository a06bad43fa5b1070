const ID = /^[A-Za-z0-9_-]{11}$/;
const HOSTS = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be', 'www.youtube-nocookie.com', 'youtube-nocookie.com'];
const ID_IN_PATH = /^\/(?:shorts|embed|live)\/([^/]+)/;

/** The id of a video on YouTube, from the id itself or a link in any of its forms; null for anything else. */
export function toVideoId(text: string): string | null {
  const typed = text.trim();
  if (ID.test(typed)) return typed;
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !HOSTS.includes(url.hostname)) return null;
  const id = url.hostname === 'youtu.be' ? url.pathname.split('/')[1] : (ID_IN_PATH.exec(url.pathname)?.[1] ?? findWatched(url));
  return id && ID.test(id) ? id : null;
}

const findWatched = ({ pathname, searchParams }: URL): string | null => (pathname.replace(/\/$/, '') === '/watch' ? searchParams.get('v') : null);

export const videoLink = (id: string): string => `https://youtu.be/${id}`;
