/** A piece of a text; with an address it is a link. */
export type Piece = { text: string; href: string | null };

/** A mark of direction ends it, too: it could show another address than the one that is opened. */
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"“”\p{Bidi_Control}]+/giu;
/** What ends the sentence, not the address. */
const CLOSING = /[.,;:!?'’)\]}…]+$/;

/** A text in pieces, its web addresses apart from the rest. Nothing but http and https becomes a link. */
export function linksIn(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimmed(found);
    const href = hrefOf(address);
    if (href === null) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), href: null });
    pieces.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null });
  return pieces;
}

/** A bracket that the address has opened belongs to it. */
function trimmed(found: string): string {
  const bare = found.replace(CLOSING, '');
  const isOpen = bare.split('(').length > bare.split(')').length;
  return isOpen && found.charAt(bare.length) === ')' ? `${bare})` : bare;
}

function hrefOf(address: string): string | null {
  const written = /^www\./i.test(address) ? `https://${address}` : address;
  const url = URL.canParse(written) ? new URL(written) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && url.username === '' && url.password === '';
  return isWeb ? url.href : null;
}
