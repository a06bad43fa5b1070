/** `S.`, `K. M.`, `A` */
const INITIALS = /^(\p{L}\p{M}*\.)+$|^\p{L}$/u;

export function getFirstName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.find((word) => !INITIALS.test(word)) ?? name.trim();
}
