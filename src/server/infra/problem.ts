const MAX_LENGTH = 500;
const HIDDEN = '***';

/** Without addresses, codes, tokens or parameters of statements, because it is stored. */
export function describeError(error: unknown): string {
  const messages: string[] = [];
  for (
    let current = error;
    current !== undefined && current !== null && messages.length < 4;
    current = current instanceof Error ? current.cause : null
  ) {
    messages.push(current instanceof Error ? `${current.name}: ${current.message.replace(/\nparams: [\s\S]*$/, '')}` : String(current));
  }
  return removeSecrets(messages.join(', because of ')).slice(0, MAX_LENGTH);
}

function removeSecrets(text: string): string {
  return text
    .replace(/(\w+:\/\/)[^@/\s]+@/g, `$1${HIDDEN}@`)
    .replace(/[^\s<>"'(,;:]+@(?!\W)[^\s<>"'),;:]+/g, HIDDEN)
    .replace(/\?\S+/g, `?${HIDDEN}`)
    .replace(/[A-Za-z0-9_-]{24,}/g, HIDDEN)
    .replace(/\b\d{6}\b/g, HIDDEN);
}
