import { detectLang } from '#client/ui/detect-lang.ts';

export type Piece = { position: number; text: string; href: string | null };

/** Ends at a bidi control, which could make the shown address differ from the one that opens. */
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"“”\p{Bidi_Control}]+/giu;
const CLOSING = /[.,;:!?'’)\]}…]+$/;

export type LinkedTextProps = { text: string; className?: string };

export function LinkedText({ text, className }: LinkedTextProps) {
  const pieces = splitLinks(text);
  return (
    <p className={className} dir="auto" lang={detectLang(text)}>
      {pieces.map(({ position, text, href }) =>
        href === null ? (
          <span key={position}>{text}</span>
        ) : (
          <a key={position} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {text}
          </a>
        ),
      )}
    </p>
  );
}

export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const address = trimAddress(match);
    const href = toHref(address);
    if (href === null) continue;
    if (index > end) pieces.push({ position: end, text: text.slice(end, index), href: null });
    pieces.push({ position: index, text: address, href });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ position: end, text: text.slice(end), href: null });
  return pieces;
}

/** A closing bracket belongs to the address if the address has opened it. */
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
