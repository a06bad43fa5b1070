import { LIMITS, SOCKETS, TRPC_BYTES } from '#shared/vocabulary/limits.ts';

const KB = 1024;

export const SOCKET_BYTES = SOCKETS.frameBytes;
/** Node refuses longer request lines. */
export const URL_BYTES = 14 * KB;
const FLOOD_BYTES = 1024 * KB;

const HARD_TEXTS: Record<string, string> = {
  spaces: ' ',
  'line breaks': '\n',
  'at signs': 'a@',
  dots: 'a.',
  hyphens: 'a-',
  slashes: 'http://',
  digits: '1',
  brackets: '[(',
  'percent signs': '%2',
  'combining marks': '\u0301\u0323',
  'letters that grow': '\ufdfa',
  'emoji in families': '👩\u200d',
};

const FIELDS = ['name', 'email', 'password', 'phone', 'bio', 'title', 'content', 'message', 'url', 'cursor', 'search', 'otp'];

export const SHAPES: Record<string, (bytes: number) => string> = {
  'arrays in arrays': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'objects in objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
  'an array of numbers': (bytes) => `[${'1,'.repeat(bytes / 2 - 2)}1]`,
  'an array of empty objects': (bytes) => `[${'{},'.repeat(bytes / 3 - 2)}{}]`,
  'an object of many keys': (bytes) => `{${Array.from({ length: bytes / 14 }, (_, index) => `"k${index}":1`).join()}}`,
  'one long string': (bytes) => `{"json":{"email":"${'a'.repeat(bytes - 40)}"}}`,
  'one long string for every field': (bytes) =>
    JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, '<b'.repeat(bytes / FIELDS.length / 2 - 12)]))),
  ...Object.fromEntries(
    Object.entries(HARD_TEXTS).map(([name, piece]) => [
      `${name} in every field`,
      (bytes: number) => {
        const text = piece.repeat(bytes / FIELDS.length / Buffer.byteLength(JSON.stringify(piece).slice(1, -1)) - 14);
        return JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, `${text}!`])));
      },
    ]),
  ),
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

export const PACKETS: Record<string, (bytes: number) => string> = {
  'many packets': (bytes) =>
    Array(Math.floor(bytes / 2))
      .fill('2')
      .join('\u001e'),
  'many messages': (bytes) =>
    Array(Math.floor(bytes / 3))
      .fill('40')
      .join('\u001e'),
  'many attachments': (bytes) => `451${'1'.repeat(bytes / 2)}-["a"]`,
  'placeholders in arrays': (bytes) => `451-["a",${'['.repeat(bytes / 2 - 60)}{"_placeholder":true,"num":0}${']'.repeat(bytes / 2 - 60)}]`,
  'a long name': (bytes) => `40/${'a'.repeat(bytes - 10)}`,
};

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
    'numbered entities': '&#38;',
    ampersands: '&',
    'nested tags': '<blockquote>',
    'many attributes': 'a b="" ',
    'tags in attributes': '<a href="<a href=',
    'sections that do not end': '<![CDATA[',
    scripts: '<script>a</script>',
    'scripts that do not end': '<script>',
    'text areas': '<textarea>',
    'links to ourselves': '<a href="javascript:&#9;">',
    'white space': '  \n',
    'combining marks': '\u0301\u0323',
    images: '<img src="/files/blogs/a.webp" alt="">',
  }).map(([name, piece]) => [name, piece.repeat(Math.floor(LIMITS.blog.sent / piece.length)).slice(0, LIMITS.blog.sent)]),
);

type Target = { name: string; path: string; bytes: number; isSignedIn: boolean; method?: string };

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

export const QUERIES: Record<string, string> = Object.fromEntries(
  Object.entries({
    'parameters without a value': 'a&',
    'the same parameter': 'search=a&',
    'the same parameter in brackets': 'a[]=1&',
    'empty parameters': '&',
    'equals signs': '=',
    'encoded letters': 'search=%41&',
    'percent signs': '%',
    'encoded halves of characters': '%e2%',
    spaces: '+',
    commas: 'subjects=,,,,',
  }).map(([name, piece]) => [name, `search=${piece.repeat(URL_BYTES / piece.length)}`.slice(0, URL_BYTES)]),
);

const BOUNDARY = 'a'.repeat(70);

const filesOf = (count: number) =>
  `${['photo', 'documents', 'document']
    .flatMap((name) => Array<string>(count).fill(name))
    .slice(0, 20)
    .map(
      (name, index, { length }) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${index}.pdf"\r\n\r\n%PDF-${'a'.repeat(LIMITS.multipartBytes / length - 300)}\r\n`,
    )
    .join('')}--${BOUNDARY}--\r\n`;

export const FORMS: Record<string, { boundary: string; body: () => string }> = {
  'a long boundary that nearly comes': { boundary: 'a'.repeat(8_000), body: () => 'a'.repeat(LIMITS.multipartBytes) },
  'a boundary that nearly comes': { boundary: BOUNDARY, body: () => `\r\n--${BOUNDARY.slice(1)}b`.repeat(LIMITS.multipartBytes / 74) },
  'a header that does not end': { boundary: BOUNDARY, body: () => `--${BOUNDARY}\r\n${'a'.repeat(LIMITS.multipartBytes - 100)}` },
  'a name that does not end': {
    boundary: BOUNDARY,
    body: () => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${'a'.repeat(LIMITS.multipartBytes - 200)}`,
  },
  'a long name': {
    boundary: BOUNDARY,
    body: () =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${'%22'.repeat(LIMITS.multipartBytes / 3 - 200)}"\r\n\r\na\r\n--${BOUNDARY}--\r\n`,
  },
  'many headers': {
    boundary: BOUNDARY,
    body: () => `--${BOUNDARY}\r\n${'a: b\r\n'.repeat(LIMITS.multipartBytes / 6 - 40)}\r\na\r\n--${BOUNDARY}--\r\n`,
  },
  'a long field': {
    boundary: BOUNDARY,
    body: () => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'a'.repeat(LIMITS.multipartBytes - 300)}\r\n--${BOUNDARY}--\r\n`,
  },
  'a file for each call': { boundary: BOUNDARY, body: () => filesOf(1) },
  'twenty files': { boundary: BOUNDARY, body: () => filesOf(7) },
  'many parts': {
    boundary: BOUNDARY,
    body: () => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(LIMITS.multipartBytes / 130),
  },
};

/** Frames below the messages, each masked by zeros. */
export const FRAMES: Record<string, Buffer> = Object.fromEntries(
  Object.entries({
    'pings without a word': [[0x89, 0x80, 0, 0, 0, 0]],
    'pongs without a word': [[0x8a, 0x80, 0, 0, 0, 0]],
    'empty messages': [[0x81, 0x80, 0, 0, 0, 0]],
    'empty binary messages': [[0x82, 0x80, 0, 0, 0, 0]],
    'a message in empty pieces': [
      [0x01, 0x80, 0, 0, 0, 0],
      [0x00, 0x80, 0, 0, 0, 0],
    ],
  }).map(([name, [first = [], next = first]]) => [
    name,
    Buffer.concat([Buffer.from(first), ...Array.from({ length: FLOOD_BYTES / 6 }, () => Buffer.from(next))]),
  ]),
);
