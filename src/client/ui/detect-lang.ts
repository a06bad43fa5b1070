/** Sinhala and Tamil letters need more line height, and a voice that can read them. */
export function detectLang(text: string): 'si' | 'ta' | undefined {
  if (/\p{Script=Sinhala}/u.test(text)) return 'si';
  return /\p{Script=Tamil}/u.test(text) ? 'ta' : undefined;
}
