/** A field of a form. `fileName` is null where it holds a text. `bytes` is a view into the body. */
export type Part = { name: string; fileName: string | null; bytes: Uint8Array };

/** More than any form of ours has. */
const MOST_PARTS = 20;
/** Bytes of the headers of one part: a name, the name of a file and its type. */
const MOST_HEADERS = 4096;
/** RFC 2046, 5.1.1. */
const LONGEST_BOUNDARY = 70;
const LINE = Buffer.from('\r\n');
const END_OF_HEADERS = Buffer.from('\r\n\r\n');
const DASHES = Buffer.from('--');

/** The boundary that a Content-Type names; null where there is none that a form may have. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\\]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  return boundary !== undefined && boundary.length <= LONGEST_BOUNDARY ? boundary : null;
}

/**
 * The parts of a `multipart/form-data` body (RFC 7578), null where it is none, or has more than 20 parts or 4 KiB of headers in one.
 * Nothing is copied: `Request.formData()` copies each file twice, and holds the event loop for tens of milliseconds at 12 MB.
 */
export function parseMultipart(body: Buffer, boundary: string): Part[] | null {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: Part[] = [];
  let at = startsWith(body, 0, delimiter.subarray(LINE.length)) ? delimiter.length - LINE.length : after(body.indexOf(delimiter), delimiter);
  while (at !== -1 && !startsWith(body, at, DASHES)) {
    if (!startsWith(body, at, LINE) || parts.length === MOST_PARTS) return null;
    const head = body.subarray(at, at + LINE.length + MOST_HEADERS + END_OF_HEADERS.length);
    const headersEnd = head.indexOf(END_OF_HEADERS);
    const next = headersEnd === -1 ? -1 : body.indexOf(delimiter, at + headersEnd + END_OF_HEADERS.length);
    const field = next === -1 ? null : fieldOf(head.subarray(LINE.length, headersEnd).toString());
    if (!field) return null;
    parts.push({ ...field, bytes: body.subarray(at + headersEnd + END_OF_HEADERS.length, next) });
    at = after(next, delimiter);
  }
  return at === -1 ? null : parts;
}

const after = (index: number, what: Buffer): number => (index === -1 ? -1 : index + what.length);

const startsWith = (body: Buffer, at: number, what: Buffer): boolean => body.subarray(at, at + what.length).equals(what);

function fieldOf(headers: string): Pick<Part, 'name' | 'fileName'> | null {
  const [, parameters] = /^content-disposition:[ \t]*form-data[ \t]*(;.*)$/im.exec(headers) ?? [];
  if (parameters === undefined) return null;
  const values = new Map<string, string>();
  for (const [, key = '', quoted, plain = ''] of parameters.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g))
    values.set(key.toLowerCase(), quoted === undefined ? plain : unquote(quoted));
  const name = values.get('name');
  if (name === undefined) return null;
  return { name, fileName: decodeExtended(values.get('filename*')) ?? values.get('filename') ?? null };
}

/** Browsers write a quote as %22, older programs as \"; a backslash before anything else is one of a Windows path. */
function unquote(text: string): string {
  return text.replaceAll('\\"', '"').replace(/%22|%0D|%0A/gi, (escaped) => decodeURIComponent(escaped));
}

/** `UTF-8''n%C3%A4me.pdf` (RFC 5987); null where it is none. */
function decodeExtended(text: string | undefined): string | null {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(text ?? '') ?? [];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
