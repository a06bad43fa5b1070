import type { Page } from '@playwright/test';
import type { Connection } from '#db/client.ts';

const TABLES = [
  ...['users', 'tutor_profiles', 'tutor_education', 'tutor_experience', 'subject_categories', 'subjects', 'topics', 'places', 'place_names'],
  ...['bookings', 'booking_topics', 'reviews', 'blogs', 'messages'],
];
const COLUMNS = new Set([
  ...['name', 'email', 'child_name', 'bio', 'headline', 'available_locations', 'degree', 'institution', 'title', 'company', 'duration'],
  ...['description', 'district', 'subject_name', 'notes', 'address', 'cancellation_reason', 'review', 'reply', 'content', 'excerpt', 'tags', 'text'],
]);
/** Longer ones are no names, not even those of tests. */
const NAME_LENGTH = 160;
const ADDRESSES = /https?:\/\/\S*|\S+@\S+|\/api\/\S+/g;
/** Of other products, of exams, of formats and of keys: they are written so in each language. */
const NAMES =
  /\b(?:Vidya|English|Google Calendar|Google|Apple Calendar|Outlook|YouTube|Instagram|Facebook|LinkedIn|webhook|API|CSV|GIF|JPG|PDF|PNG|ZIP|ABRSM|Cambridge|Edexcel|MS Office|Trinity)\b/gi;
const INITIALS = /^[A-Z]{1,2}$/;
const WORDS = /[A-Za-z]{2,}(?:[\s,'’-]+[A-Za-z]{2,})*/;
const ALL_WORDS = new RegExp(WORDS, 'g');
const SPECIAL = /[$()*+.?[\\\]^{|}]/g;
const OTHER_SCRIPT = /[\p{Script=Sinhala}\p{Script=Tamil}]/u;

/** What people wrote, which stays as it is in each language. */
type Data = { names: readonly string[]; texts: string };

async function readData({ sql }: Connection): Promise<Data> {
  const found: string[] = [];
  for (const table of TABLES) {
    for (const { row } of await sql<{ row: Record<string, unknown> }[]>`select to_jsonb(t) as row from ${sql(table)} t`) {
      for (const [column, value] of Object.entries(row)) if (COLUMNS.has(column)) found.push(...[value].flat().map(String));
    }
  }
  const names = new Set(found.flatMap((text) => [text, ...text.split(/,\s*/)]).filter((text) => text.length <= NAME_LENGTH && /[A-Za-z]/.test(text)));
  return { names: [...names].sort((one, other) => other.length - one.length), texts: plain([...new Set(found)].join('\n')) };
}

const plain = (text: string): string => text.replace(/<[^>]*>|[#*_>\s]+/g, ' ').replace(/\s+/g, ' ');

const withoutName = (text: string, name: string): string =>
  text.includes(name) ? text.replace(new RegExp(`(?<![A-Za-z])${name.replace(SPECIAL, String.raw`\$&`)}(?![A-Za-z])`, 'g'), '|') : text;

type Reader = (page: Page) => Promise<string[]>;

/**
 * Finds what a page says in English, to eyes and to screen readers. What is stored now and `others` do not count, nor a lone term within a
 * sentence of the language.
 */
export async function readerOfEnglish(connection: Connection, others: readonly string[] = []): Promise<Reader> {
  const { names, texts } = await readData(connection);
  return async (page) => (await page.evaluate(readTexts)).filter((text) => isEnglish(text, [...others, ...names], texts));
}

function isEnglish(text: string, names: readonly string[], texts: string): boolean {
  const words = plain(text.replace(ADDRESSES, ' ')).replace(/…$/, '').trim();
  if (!WORDS.test(words) || INITIALS.test(words) || (words.includes(' ') && texts.includes(words))) return false;
  const rest = names.reduce(withoutName, words.replace(NAMES, '|'));
  return rest.match(ALL_WORDS)?.some((part) => !OTHER_SCRIPT.test(text) || /\s/.test(part)) ?? false;
}

/** In the page. Other languages are marked, and so is what a person wrote in one. */
function readTexts(): string[] {
  const shown = new Set([document.title]);
  const ofOthers = 'script, style, noscript, template, [lang="en"]';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, textContent } = walker.currentNode;
    if (parent && !parent.closest(ofOthers) && parent.checkVisibility()) shown.add(textContent ?? '');
  }
  const attributes = ['aria-label', 'title', 'placeholder', 'alt'];
  for (const element of document.body.querySelectorAll(attributes.map((name) => `[${name}]`).join())) {
    if (!element.closest(ofOthers)) for (const name of attributes) shown.add(element.getAttribute(name) ?? '');
  }
  return [...shown].map((text) => text.replace(/\s+/g, ' ').trim());
}
