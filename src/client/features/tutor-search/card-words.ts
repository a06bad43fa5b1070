export { detectLang as langOf } from '#client/ui/detect-lang.ts';

const LONGEST_NAME = 100;

/** With an ellipsis where it is cut. */
export function shortened(name: string): string {
  const letters = Array.from(name);
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join('').trimEnd()}…` : name;
}

export function reviewsInWords(count: number): string {
  if (count === 0) return 'No reviews yet';
  return count === 1 ? '1 review' : `${count.toLocaleString('en-IN')} reviews`;
}

export function studentsInWords(count: number): string {
  if (count === 0) return 'No students yet';
  return count === 1 ? '1 student' : `${count.toLocaleString('en-IN')} students`;
}
