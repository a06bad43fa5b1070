/** Of what people wrote: Sinhala and Tamil letters need more line height, and each language a voice that can read it. */
export function detectLang(text: string): 'si' | 'ta' | 'en' | undefined {
  if (/\p{Script=Sinhala}/u.test(text)) return 'si';
  if (/\p{Script=Tamil}/u.test(text)) return 'ta';
  return /\p{Script=Latin}/u.test(text) ? 'en' : undefined;
}
