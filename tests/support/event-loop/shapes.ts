import { LIMITS, SOCKETS, TRPC_BYTES } from '#shared/vocabulary/limits.ts';

const KB = 1024;

/** Bodies that are hard to read, as long as asked for. */
export const SHAPES: Record<string, (bytes: number) => string> = {
  'arrays in arrays': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'objects in objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
  'an array of numbers': (bytes) => `[${'1,'.repeat(bytes / 2 - 2)}1]`,
  'an array of empty objects': (bytes) => `[${'{},'.repeat(bytes / 3 - 2)}{}]`,
  'an object of many keys': (bytes) => `{${Array.from({ length: bytes / 14 }, (_, index) => `"k${index}":1`).join()}}`,
  'one long string': (bytes) => `{"json":{"email":"${'a'.repeat(bytes - 40)}"}}`,
  'one long string for every field': (bytes) =>
    JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, '<b'.repeat(bytes / FIELDS.length / 2 - 12)]))),
  'escaped quotes': (bytes) => `{"json":{"email":"${'\\"'.repeat(bytes / 2 - 20)}"}}`,
  backslashes: (bytes) => `{"json":{"email":"${'\\\\'.repeat(bytes / 2 - 20)}"}}`,
  'a string that does not end': (bytes) => `{"json":{"email":"${'\\'.repeat(bytes - 40)}`,
  'a number of many digits': (bytes) => `{"json":{"page":${'9'.repeat(bytes - 40)}}}`,
  'an annotated bigint': (bytes) => `{"json":{"page":"${'9'.repeat(bytes - 90)}"},"meta":{"values":{"page":["bigint"]}}}`,
  'references into a set': (bytes) => {
    const count = Math.floor(bytes / 24);
    const references = Object.fromEntries(Array.from({ length: count }, (_, index) => [`s.${index}`, [`t.${index}`]]));
    return JSON.stringify({ json: { s: Array(count).fill(null) }, meta: { values: { s: ['set'] }, referentialEqualities: references } }).slice(
      0,
      bytes,
    );
  },
  'a map of pairs': (bytes) => `{"json":[${'[1,2],'.repeat(bytes / 6 - 20)}[1,2]],"meta":{"values":["map"]}}`,
  'dates that are not there': (bytes) =>
    `{"json":{},"meta":{"values":{${Array.from({ length: bytes / 22 }, (_, index) => `"a.${index}":["Date"]`).join()}}}}`,
  'dates at long paths': (bytes) => `{"json":{},"meta":{"values":{"${'a.'.repeat(bytes / 2 - 40)}b":["Date"]}}}`,
  'the key __proto__': (bytes) => `{"json":{"__proto__":{"a":"${'a'.repeat(bytes - 80)}"}},"meta":{"values":{"__proto__.a":["Date"]}}}`,
  'dots and escapes': (bytes) => `{"json":{},"meta":{"values":{"${'\\\\.'.repeat(bytes / 3 - 40)}":["Date"]}}}`,
  'a batch of twenty': (bytes) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index, { json: { email: 'a'.repeat(bytes / 20 - 60) } }]))),
};

/** HTML that is hard to clean, as long as a post may be. */
export const CONTENTS: Record<string, string> = Object.fromEntries(
  Object.entries({
    'tags that are not closed': '<b>',
    'lists in lists': '<ul><li>',
    'quotes in quotes': '<blockquote><p>a',
    paragraphs: '<p>a</p>',
    'tags that do not end': '<b',
    attributes: '<a href="https://vidya.lk/" title="a" class="b">a</a>',
    entities: '&amp;&lt;',
    comments: '<!-- a -->',
    'closing tags': '</b>',
    text: 'a',
    images: '<img src="/files/blogs/a.webp" alt="">',
  }).map(([name, piece]) => [name, piece.repeat(Math.floor(LIMITS.blog.sent / piece.length)).slice(0, LIMITS.blog.sent)]),
);

const FIELDS = ['name', 'email', 'password', 'phone', 'bio', 'title', 'content', 'message', 'url', 'cursor', 'search', 'otp'];

type Target = { name: string; path: string; bytes: number; isSignedIn: boolean; method?: string };

/** Where they are sent, with the most bytes that are taken there. */
export const TARGETS: readonly Target[] = [
  { name: 'tRPC, anonymous', path: '/trpc/auth.login', bytes: TRPC_BYTES.anonymous, isSignedIn: false },
  { name: 'tRPC, anonymous, a batch', path: `/trpc/${Array(20).fill('auth.login').join()}?batch=1`, bytes: TRPC_BYTES.anonymous, isSignedIn: false },
  { name: 'tRPC, signed in', path: '/trpc/tutors.saveProfile', bytes: TRPC_BYTES.signedIn, isSignedIn: true },
  { name: 'tRPC, a blog', path: '/trpc/blogs.create', bytes: TRPC_BYTES.blog, isSignedIn: true },
  { name: 'REST, login', path: '/api/auth/login', bytes: LIMITS.messageBytes, isSignedIn: false },
  { name: 'REST, register', path: '/api/auth/register', bytes: LIMITS.messageBytes, isSignedIn: false },
  { name: 'REST, a profile', path: '/api/tutors/profile', method: 'PUT', bytes: LIMITS.messageBytes, isSignedIn: true },
  { name: 'REST, a blog', path: '/api/tutors/blogs', bytes: LIMITS.messageBytes, isSignedIn: true },
  { name: 'REST, a notification', path: '/notifications', bytes: LIMITS.messageBytes, isSignedIn: true },
];

export const SOCKET_BYTES = SOCKETS.frameBytes;
/** Node refuses longer request lines. */
export const URL_BYTES = 14 * KB;
