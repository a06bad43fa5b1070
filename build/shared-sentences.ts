import { parseSync, traverse } from '@babel/core';
import type { TemplateLiteral } from '@babel/types';
import type { ExtractorType } from '@lingui/conf';

// Lingui's macros cannot stand in `src/shared` and `src/server`: seed, benches and commands run without Vite.

/** Constants whose texts people read, by file. */
const CONSTANTS: Record<string, readonly string[]> = {
  'src/shared/errors.ts': ['ERRORS'],
  'src/shared/messages.ts': ['VALIDATION', 'SUCCESS', 'NO_PAYMENT'],
  'src/shared/contracts/api-keys.ts': ['WRONG'],
  'src/shared/contracts/webhooks.ts': ['WRONG'],
  'src/shared/domain/deletion.ts': ['RETAINED_DATA', 'NO_END'],
  'src/shared/domain/filter-text.ts': ['PART_NAMES'],
  'src/shared/domain/mail-kinds.ts': ['MAIL_KIND_TEXT'],
  'src/shared/domain/profile-completeness.ts': ['ITEMS'],
  'src/shared/domain/rates.ts': ['MODE_LABELS', 'METHOD_LABELS'],
  'src/shared/domain/search-text.ts': ['MODE_LABELS'],
  'src/shared/domain/zone.ts': ['ZONE_CITIES'],
  'src/shared/vocabulary/bookings.ts': ['NO_RESPONSE', 'PARTY_UNAVAILABLE'],
  'src/shared/vocabulary/weekdays.ts': ['WEEKDAYS'],
  'src/shared/vocabulary/people.ts': ['MEDIUM_NAMES', 'GENDERS', 'UNKNOWN_STUDENT', 'UNKNOWN_TUTOR', 'ANONYMOUS'],
  'src/shared/vocabulary/places.ts': ['TRANSLATED_PLACES'],
  'src/shared/vocabulary/search.ts': ['EXAM_NAMES'],
  'src/shared/vocabulary/verification.ts': ['CHECK_LABELS'],
};
/** Keys of these constants that are not texts. */
const NO_TEXTS = ['item', 'kind', 'roles', 'tables'];

/** The categories and subjects of the demo catalogue. Admins translate what they add later. */
const FIRST_CATALOGUE = 'src/seed/data/catalogue.json';

/** Sentences that are shown after a call or in a form. */
export const REFUSALS = ['src/shared/errors.ts', 'src/shared/messages.ts', 'src/shared/contracts', 'src/shared/domain/booking-lifecycle.ts'];
/** Sentences that visitors see too. */
export const PUBLIC_SHARED_FILES = [
  ...['filter-text', 'notice', 'rates', 'relative-time', 'saved-search', 'search-text', 'zone'].map((name) => `src/shared/domain/${name}.ts`),
  'src/shared/domain/cancellation-copy.ts',
  'src/shared/vocabulary',
  'src/client/features/tutor-search/match-reasons.ts',
  FIRST_CATALOGUE,
];
export const SIGNED_IN_SHARED_FILES = [
  'booking-agenda',
  'booking-month',
  'calendar-text',
  'deletion',
  'device-name',
  'live-update-copy',
  'mail-kinds',
  'months',
  'notification-copy',
  'profile-completeness',
].map((name) => `src/shared/domain/${name}.ts`);

const TAG = 't';
/** Functions whose first argument is the name of a field in a sentence; the first three are of contracts. */
const TAKES_FIELD = ['filled', 'requiredText', 'text', 'tooLong', 'tooMany'];
const TAKES_FIELD_ELSEWHERE = TAKES_FIELD.slice(3);

/** The only sentences of a router are what its procedures answer where they fail or refuse. */
const ROUTER = /[.]router[.]ts$/;

const isCovered = (filename: string): boolean => /(?:src\/(?:shared|server)\/.*|match-reasons)\.ts$/.test(filename.replaceAll('\\', '/'));

/** Names of subjects and categories are sent and searched in English, and translated where they are shown. */
export const catalogueNames: ExtractorType = {
  match: (filename) => filename.replaceAll('\\', '/').endsWith(FIRST_CATALOGUE),
  extract(filename, json, onMessageExtracted) {
    const categories: { name: string; subjects: { name: string }[] }[] = JSON.parse(json);
    for (const { name } of categories.flatMap((category) => [category, ...category.subjects])) {
      onMessageExtracted({ id: name, message: name, context: undefined, comment: undefined, origin: [filename, 1] });
    }
    return Promise.resolve();
  },
};

/** The English text of a constant is its id, and that of a tagged sentence with `{0}`, `{1}` for its values: see `src/shared/domain/texts.ts`. */
export const sharedSentences: ExtractorType = {
  match: isCovered,
  extract(filename, code, onMessageExtracted) {
    const names = Object.entries(CONSTANTS).find(([file]) => filename.replaceAll('\\', '/').endsWith(file))?.[1] ?? [];
    const program = parseSync(code, { filename, configFile: false, babelrc: false, parserOpts: { plugins: ['typescript'] } });
    if (!program) throw new Error(`${filename} could not be parsed`);
    const fieldFunctions = filename.includes('contracts') ? TAKES_FIELD : TAKES_FIELD_ELSEWHERE;
    const add = (text: string, { loc }: { loc?: { start: { line: number } } | null | undefined }, comment?: string) =>
      onMessageExtracted({ id: text, message: text, context: undefined, comment, origin: [filename, loc?.start.line ?? 1] });
    traverse(program, {
      TaggedTemplateExpression({ node }) {
        if (node.tag.type === 'Identifier' && node.tag.name === TAG) add(toId(node.quasi), node, describeValues(node.quasi, code));
      },
      CallExpression({ node: { callee, arguments: values } }) {
        const [field] = values;
        if (callee.type === 'Identifier' && fieldFunctions.includes(callee.name) && field?.type === 'StringLiteral') add(field.value, field);
      },
      StringLiteral({ node }) {
        if (ROUTER.test(filename) && node.value.includes(' ')) add(node.value, node);
      },
      VariableDeclarator(declarator) {
        const { id, init } = declarator.node;
        if (id.type !== 'Identifier' || !names.includes(id.name)) return;
        if (init?.type === 'StringLiteral') add(init.value, init);
        declarator.traverse({
          ArrayExpression({ node }) {
            for (const element of node.elements) if (element?.type === 'StringLiteral') add(element.value, element);
          },
          ObjectProperty(property) {
            const { key, value } = property.node;
            if (key.type === 'Identifier' && NO_TEXTS.includes(key.name)) property.skip();
            else if (value.type === 'StringLiteral') add(value.value, value);
          },
        });
      },
    });
    return Promise.resolve();
  },
};

const toId = ({ quasis }: TemplateLiteral): string =>
  quasis.map(({ value }, index) => `${index > 0 ? `{${index - 1}}` : ''}${value.cooked ?? value.raw}`).join('');

/** For translators: `{0}` is `price`. */
function describeValues({ expressions }: TemplateLiteral, code: string): string | undefined {
  if (expressions.length === 0) return undefined;
  return expressions.map(({ start, end }, index) => `{${index}}: ${code.slice(start ?? 0, end ?? 0)}`).join(', ');
}
