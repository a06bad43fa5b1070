import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** What begins the ids of rules, under the headings of the document, in its order. */
const SECTIONS: Record<string, Record<string, string>> = {
  'Screens and routes': {
    guards: 'Route guards',
    bars: 'Top bar and footer',
    titles: 'Title, description, preview',
    login: 'Login',
    register: 'Register',
    callback: 'Auth callback',
    passwords: 'Forgot and reset password',
    confirm: 'Address confirmation',
    account: 'Account',
    home: 'Home',
    search: 'Tutor search',
    tutor: 'Tutor profile page',
    book: 'Booking modal',
    student: 'Student area',
    cancel: 'Cancelling by a student',
    proposals: 'Another time',
    reviews: 'Reviews',
    favourites: 'Favourites',
    messages: 'Messages',
    reports: 'Problems and reports',
    calendar: 'Calendar',
    keys: 'API keys',
    webhooks: 'Webhooks',
    'tutor-area': 'Tutor area',
    'tutor-dashboard': 'Tutor dashboard',
    profile: 'Profile editor',
    reminder: 'Profile reminder',
    verification: 'Verification, as the tutor sees it',
    'tutor-bookings': 'Tutor bookings',
    booking: 'The page of a booking',
    'days-off': 'Days off',
    blogs: 'Blogs',
    admin: 'Admin area',
    'admin-dashboard': 'Admin dashboard',
    'manage-tutors': 'Manage Tutors',
    'manage-students': 'Manage Students',
    'manage-catalogue': 'Manage Categories, Manage Subjects',
    'manage-bookings': 'Manage Bookings',
    'reports-desk': 'Reports desk',
    audit: 'Audit log',
    announcements: 'Announcements',
    export: 'CSV export',
    'failed-jobs': 'Failed jobs',
    notifications: 'Notifications',
    offline: 'Push, and without a network',
    static: 'Static pages',
  },
  Entities: { entities: '' },
  'States and transitions': {
    states: '',
    vacation: 'Vacation and verification',
    google: 'Google',
    leaving: 'Leaving',
    'delete-profile': 'Deleting a tutor profile',
    suspending: 'Suspending, and deleting by an admin',
    mail: 'Mail and jobs',
    production: 'Admins and production',
  },
  'Validation rules': { validation: '' },
  'Roles and permissions': { roles: '' },
  Calls: {
    rest: 'Conventions',
    'rest-input': 'Input variants',
    'rest-auth': 'Authentication',
    'rest-uploads': 'Uploads',
    'rest-catalogue': 'Catalogue',
    'rest-tutors': 'Tutors',
    'rest-blogs': 'Blogs over REST',
    'rest-students': 'Students',
    'rest-bookings': 'Bookings over REST',
    'rest-admin': 'Admin',
    'rest-notifications': 'Notifications',
    'rest-limits': 'Limits',
    answers: 'Handling of answers',
  },
  'Error catalogue': { errors: '' },
  'Constants and limits': { constants: '' },
  Realtime: { realtime: '', socketio: 'Socket.IO', processes: 'Several processes' },
  'What step 3 must reach': { s3: '' },
  'What step 4 must reach': { s4: '' },
  'What step 5 must reach': { s5: '', 's5-bad-input': 'Its bad input' },
  'What step 6 must reach': { s6: '', 's6-bad-input': 'Its bad input' },
  'What step 7 must reach': { s7: '', 's7-checks': 'The acceptance checks of the contract, by their numbers' },
  'What step 8 must reach': {
    's8-meant': 'Bookings that nobody meant',
    's8-load': 'Requests that hold the server',
    's8-taking-back': 'Taking an account back',
    's8-limits': 'Limits',
    's8-passwords': 'Passwords and second factor',
    's8-browser': 'What stays in the browser',
    's8-contact': 'Contact details',
    's8-development': 'Development and defaults',
    's8-last': 'The last lines of the specification',
  },
};

const INTRODUCTION = `# What the specification asks, and where it is done

Written by \`npm run specification\` from the tags in the tests (\`docs/decisions/2026-11-24-specification-from-tags.md\`).
One row per rule: where it stands in the specification, the file that does it, and the tests that fail without it. P is \`product.md\` and C is
\`calls-and-errors.md\`, the specification; D is \`decisions.md\` and R is \`rest-contract.md\`, where they settle such a rule; S2 to S8 are what
the steps ask beyond them. \`npx vitest run tests/domain/money.test.ts\` runs the tests of one file, \`npm run build && npx playwright test
tests/e2e/search.spec.ts\` those in a browser. Each call of \`rest-contract.md\` §1 and §8 is proven by \`tests/rest-coverage.ts\`.
`;

export type Rule = { id: string; source: string; text: string; files: string[]; proofs: string[] };
type Tag = { text: string; line: number; proof: string | null };
type Node = { type: string; start: number; end: number };

const ID = /^([a-z\d-]+)\.\d+$/;
const slugs = Object.values(SECTIONS).flatMap((sections) => Object.keys(sections));

/** Every rule that is tagged in tests and benches, in the order of the document, and what is wrong with the tags. */
export function readSpecification(): { rules: Rule[]; problems: string[] } {
  const rules = new Map<string, Rule>();
  const problems: string[] = [];
  const proofs = new Map<string, string[]>();
  for (const path of ['tests', 'bench'].flatMap(scriptsOf)) {
    for (const { text, line, proof } of tagsOf(path, readFileSync(path, 'utf8'))) {
      const complain = (problem: string) => problems.push(`${path}:${line}: ${problem}: ${text}`);
      if (!proof) complain('stands above no test');
      const [ids = '', source, rule, paths, ...rest] = text.split(' | ');
      const isRule = source !== undefined;
      const cited = ids.split(', ');
      for (const id of cited) {
        if (!slugs.includes(ID.exec(id)?.[1] ?? '')) complain(`"${id}" begins with no section`);
        // What states the rule comes first.
        if (proof) proofs.set(id, isRule ? [proof, ...(proofs.get(id) ?? [])] : [...(proofs.get(id) ?? []), proof]);
      }
      if (!isRule) continue;
      if (!rule || !paths || rest.length > 0 || cited.length > 1) complain('is not "id | source | rule | file"');
      if (rules.has(ids)) complain('is stated twice');
      const files = paths?.split(', ') ?? [];
      for (const file of files) if (!existsSync(file)) complain(`no file "${file}"`);
      rules.set(ids, { id: ids, source, text: rule ?? '', files, proofs: [] });
    }
  }
  for (const [id, found] of proofs) {
    const rule = rules.get(id);
    if (rule) rule.proofs = found;
    else problems.push(`${found[0]}: cites "${id}", which is stated nowhere`);
  }
  return { rules: [...rules.values()].sort(inOrder), problems };
}

function inOrder(a: Rule, b: Rule): number {
  const [[slugA = '', numberA], [slugB = '', numberB]] = [a.id.split('.'), b.id.split('.')];
  return slugs.indexOf(slugA) - slugs.indexOf(slugB) || Number(numberA) - Number(numberB);
}

function scriptsOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort();
}

/** The tags of one file, each with the test, the group of tests, or the bench below it. */
export function tagsOf(path: string, code: string): Tag[] {
  if (!code.includes('// spec ')) return [];
  const { program, comments } = parseSync(path, code);
  const tests = testsIn(program, code);
  const tags: (Tag & { end: number })[] = [];
  for (const { type, value, start, end } of comments) {
    const last = tags.at(-1);
    if (type !== 'Line') continue;
    if (value.startsWith(' spec ')) {
      tags.push({ text: value.slice(' spec '.length).trim(), line: code.slice(0, start).split('\n').length, proof: null, end });
    } else if (last && value.startsWith('   ') && code.slice(last.end, start).trim() === '') {
      last.text += ` ${value.trim()}`;
      last.end = end;
    }
  }
  return tags.map(({ end, ...tag }) => {
    const below = comments.reduce((at, comment) => (comment.start >= at && code.slice(at, comment.start).trim() === '' ? comment.end : at), end);
    const test = tests.find(({ start }) => start >= below && code.slice(below, start).trim() === '');
    if (test) return { ...tag, proof: `\`${path}\`: ${test.title}` };
    return { ...tag, proof: path.startsWith('bench/') && program.start >= end ? `\`${path}\`` : null };
  });
}

/** The calls of `test`, `describe` and `it`, with their titles as they are written. */
function testsIn(program: object, code: string): { start: number; title: string }[] {
  const tests: { start: number; title: string }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    if ('type' in node && node.type === 'CallExpression') {
      // As the parser builds it.
      const { start, arguments: [title] = [] } = node as Node & { arguments: Node[] };
      if (title && /^(test|describe|it)\b/.test(code.slice(start, start + 10)) && !tests.some((test) => test.start === start))
        tests.push({ start, title: code.slice(title.start, title.end) });
    }
    Object.values(node).forEach(visit);
  };
  visit(program);
  return tests;
}

export function toMarkdown(rules: readonly Rule[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const tables = Object.entries(SECTIONS).flatMap(([heading, sections]) => [
    `\n## ${heading}\n`,
    ...Object.entries(sections).flatMap(([slug, title]) => [
      title === '' ? '' : `\n### ${title}\n`,
      '| Rule | Where it stands | File that does it | Test that fails without it |\n|---|---|---|---|',
      ...rules
        .filter(({ id }) => id.split('.')[0] === slug)
        .map(
          ({ text, source, files, proofs }) =>
            `| ${[text, source, files.map((file) => `\`${file}\``).join(', '), proofs.join('; ')].map(cell).join(' | ')} |`,
        ),
    ]),
  ]);
  return `${INTRODUCTION}${tables.join('\n')}\n`;
}

if (process.argv[1] === import.meta.filename) {
  const { rules, problems } = readSpecification();
  writeFileSync('docs/specification.md', toMarkdown(rules));
  process.stdout.write(`docs/specification.md: ${rules.length} rules\n${problems.map((problem) => `${problem}\n`).join('')}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
