import { detectLang } from '#client/ui/detect-lang.ts';

/** A piece of a text; with an address it is a link. */
export type Piece = { text: string; href: string | null };

/** A mark of direction ends it, too: it could show another address than the one that is opened. */
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"“”\p{Bidi_Control}]+/giu;
/** What ends the sentence, not the address. */
const CLOSING = /[.,;:!?'’)\]}…]+$/;

export type LinkedTextProps = { text: string; className?: string };

/** A text as it was written, its web addresses as links. */
export function LinkedText({ text, className }: LinkedTextProps) {
  let position = 0;
  return (
    <p className={className} dir="auto" lang={detectLang(text)}>
      {splitLinks(text).map((piece) => {
        const key = position;
        position += piece.text.length;
        return piece.href === null ? (
          <span key={key}>{piece.text}</span>
        ) : (
          <a key={key} href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {piece.text}
          </a>
        );
      })}
    </p>
  );
}

/** Nothing but http and https becomes a link. */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const address = trimAddress(match);
    const href = toHref(address);
    if (href === null) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), href: null });
    pieces.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null });
  return pieces;
}

/** A bracket that the address has opened belongs to it. */
function trimAddress(match: string): string {
  const address = match.replace(CLOSING, '');
  const hasOpenBracket = address.split('(').length > address.split(')').length;
  return hasOpenBracket && match.charAt(address.length) === ')' ? `${address})` : address;
}

function toHref(address: string): string | null {
  const absolute = /^www\./i.test(address) ? `https://${address}` : address;
  const url = URL.canParse(absolute) ? new URL(absolute) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && url.username === '' && url.password === '';
  return isWeb ? url.href : null;
}
