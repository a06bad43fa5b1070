const WEB = /^https?:\/\//i;
const WEB_WITHIN = /https?:\/\/\S+/i;
/** A host with a dot, without an account before it. */
const HOST = /^[^\s/:?#@]+\.[^\s/:?#@]+(?::\d+)?(?:[/?#]|$)/;
const CLOSING = /[.,;:!?)\]}>"'’”]+$/;

/** `zoom.us/j/1` as it is meant; anything else stays as it is typed. */
export function withScheme(typed: string): string {
  const text = typed.trim();
  return !WEB.test(text) && HOST.test(text) ? `https://${text}` : text;
}

/** The link that is meant, also by one without its scheme, and by a whole invitation of Zoom or Meet. What has none stays as it is typed. */
export function toMeetingLink(typed: string): string {
  const text = typed.trim();
  if (WEB.test(text)) return text;
  const within = /\s/.test(text) ? WEB_WITHIN.exec(text) : null;
  return within ? within[0].replace(CLOSING, '') : withScheme(text);
}
