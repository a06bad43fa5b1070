const LONGEST = 500;
const HIDDEN = '***';

/** What has gone wrong, in words that may be kept: without addresses, codes, tokens, or what a statement was called with. */
export function problemOf(error: unknown): string {
  const told: string[] = [];
  for (let at = error; at !== undefined && at !== null && told.length < 4; at = at instanceof Error ? at.cause : null) {
    told.push(at instanceof Error ? `${at.name}: ${at.message.replace(/\nparams: [\s\S]*$/, '')}` : String(at));
  }
  return withoutSecrets(told.join(', because of ')).slice(0, LONGEST);
}

function withoutSecrets(text: string): string {
  return text
    .replace(/(\w+:\/\/)[^@/\s]+@/g, `$1${HIDDEN}@`)
    .replace(/[^\s<>"'(,;:]+@(?!\W)[^\s<>"'),;:]+/g, HIDDEN)
    .replace(/\?\S+/g, `?${HIDDEN}`)
    .replace(/[A-Za-z0-9_-]{24,}/g, HIDDEN)
    .replace(/\b\d{6}\b/g, HIDDEN);
}
