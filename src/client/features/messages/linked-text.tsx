import { detectLang } from '#client/ui/detect-lang.ts';
import { linksIn } from './links-in.ts';

export type LinkedTextProps = { text: string; className?: string };

/** A text as it was written, its web addresses to be followed. */
export function LinkedText({ text, className }: LinkedTextProps) {
  let at = 0;
  return (
    <p className={className} dir="auto" lang={detectLang(text)}>
      {linksIn(text).map((piece) => {
        const key = at;
        at += piece.text.length;
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
