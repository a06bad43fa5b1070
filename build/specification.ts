import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** The prefixes of rule ids, by headings, in the order of the document. */
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
    's10-pages': 'Public pages rendered on the server',
    's11-search': 'Search that understands what people type',
    's12-ways': 'Ways in: photos, phone numbers, sign-up, top bar',
    's12-next': 'What is next: bookings of both sides',
    's12-money': 'Money said once and rightly',
    's12-desk': 'The day of an admin',
    's12-seen': 'Mended after use',
    's12-agenda': 'Month, agenda and toasts',
    's12-hours': 'Hours of a tutor: base week, notice, time between sessions',
    's12-earned': 'What a tutor earned',
    's12-look': 'Cards, introduction, sharing, similar tutors, shorter home',
    's13-health': 'Operated for real: health',
    's13-telemetry': 'Operated for real: logs, metrics, traces',
    's13-backup': 'Operated for real: backup and restore',
    's13-deploy': 'Operated for real: deploying and releases',
    's13-jobs': 'Operated for real: jobs',
    's13-privacy': 'Operated for real: privacy',
    's13-faults': 'Operated for real: faults and soak',
    's14-http': 'As fast as the bare stack: HTTP and its measurements',
    's14-live': 'As fast as the bare stack: live start and dashboards',
    's14-bookings': 'As fast as the bare stack: bookings and jobs',
    's14-scale': 'As fast as the bare stack: many machines',
    's15-addresses': 'Languages: addresses',
    's15-choice': 'Languages: the choice',
    's15-accept-language': 'Languages: what a browser or a program asks for',
    's15-catalogues': 'Languages: catalogues',
    's15-dates': 'Languages: dates',
    's15-refusals': 'Languages: refusals and labels',
    's15-notifications': 'Languages: notifications',
    's15-mails': 'Languages: mails',
    's15-screens': 'Languages: screens',
    's15-tags': 'Languages: what pages and previews say of themselves',
    's15-files': 'Languages: files and calendars',
    's15-names': 'Languages: names of subjects and places',
    's15-pages': 'Languages: pages',
    's15-rest-languages': 'Languages: REST, pushes, and the way back from Google',
  },
};

const INTRODUCTION = `# What the specification asks, and where it is done

Written by \`npm run specification\` from the tags in the tests (\`docs/decisions/2026-11-24-specification-from-tags.md\`).
One row per rule: where it stands in the specification, the file that does it, and the tests that fail without it. P is \`product.md\` and C is
\`calls-and-errors.md\`, the specification; D is \`decisions.md\` and R is \`rest-contract.md\`, where they settle such a rule; S2 to S14 are what
the steps ask beyond them. \`npx vitest run tests/domain/money.test.ts\` runs the tests of one file, \`npm run build && npx playwright test
tests/e2e/search.spec.ts\` those in a browser, \`npm run\` the benches. Each call of \`rest-contract.md\` §1 and §8 is proven by \`tests/rest-coverage.ts\`.
`;

export type Rule = { id: string; source: string; text: string; files: string[]; proofs: Proof[] };
type Proof = { path: string; title: string };
type Tag = { text: string; line: number; title: string | null };
type Node = { type: string; start: number; end: number };

const SLUGS = Object.values(SECTIONS).flatMap((sections) => Object.keys(sections));

/** All tagged rules in the order of the document, and the problems of the tags. */
export function readSpecification(scripts: readonly string[], read: (path: string) => string): { rules: Rule[]; problems: string[] } {
  const rules = new Map<string, Rule>();
  const proofsById = new Map<string, Proof[]>();
  const problems: string[] = [];
  for (const path of scripts) {
    for (const { text, line, title } of tagsIn(path, read(path))) {
      const report = (problem: string) => problems.push(`${path}:${line}: ${problem}: ${text}`);
      const [head = '', source, rule, paths, ...rest] = text.split(' | ');
      const ids = head.split(', ');
      for (const id of ids) {
        if (!SLUGS.includes(/^([a-z\d-]+)\.\d+$/.exec(id)?.[1] ?? '')) report(`"${id}" begins with no section`);
        const proofs = proofsById.get(id) ?? [];
        // The test that states the rule comes first.
        proofsById.set(id, source ? [{ path, title: title ?? '' }, ...proofs] : [...proofs, { path, title: title ?? '' }]);
      }
      if (title === null) report('stands above no test');
      if (source === undefined) continue;
      if (!source || !rule || !paths || rest.length > 0 || ids.length > 1) report('is not "id | source | rule | file"');
      if (rules.has(head)) report('is stated twice');
      const files = paths?.split(', ') ?? [];
      for (const file of files) if (!existsSync(file)) report(`there is no file "${file}"`);
      rules.set(head, { id: head, source, text: rule ?? '', files, proofs: [] });
    }
  }
  for (const [id, proofs] of proofsById) {
    const rule = rules.get(id);
    if (rule) rule.proofs = proofs;
    else problems.push(`${proofs[0]?.path}: cites "${id}", which is stated nowhere`);
  }
  const position = ({ id }: Rule) => SLUGS.indexOf(id.split('.')[0] ?? '') * 10_000 + Number(id.split('.')[1]);
  return { rules: [...rules.values()].sort((a, b) => position(a) - position(b)), problems };
}

/** The files that may have tags. */
export function taggedScripts(): string[] {
  return ['bench', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .sort(),
  );
}

/** The tags of one file, each with the title of the test or the group of tests below it; a bench is tagged at its head. */
function tagsIn(path: string, code: string): Tag[] {
  if (!code.includes('// spec ')) return [];
  const { program, comments } = parseSync(path, code);
  const tests = testsIn(program, code);
  const isBlank = (start: number, end: number) => code.slice(start, end).trim() === '';
  const tags: (Tag & { end: number })[] = [];
  for (const { value, start, end } of comments) {
    const last = tags.at(-1);
    if (value.startsWith(' spec ')) {
      tags.push({ text: value.slice(' spec '.length).trim(), line: code.slice(0, start).split('\n').length, title: null, end });
    } else if (last && value.startsWith('   ') && isBlank(last.end, start)) {
      last.text += ` ${value.trim()}`;
      last.end = end;
    }
  }
  return tags.map(({ end, ...tag }) => {
    const below = comments.reduce((position, { start, end }) => (start >= position && isBlank(position, start) ? end : position), end);
    const test = tests.find(({ start }) => start >= below && isBlank(below, start));
    if (test) return { ...tag, title: test.title };
    return { ...tag, title: path.startsWith('bench/') && program.start >= end ? '' : null };
  });
}

/** The calls of `test`, `it` and `describe`, with their titles as they are written. */
function testsIn(program: object, code: string): { start: number; title: string }[] {
  const titles = new Map<number, string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'CallExpression') {
      // The parser gives every call its arguments.
      const { start, arguments: [title] = [] } = node as Node & { arguments: Node[] };
      // The outermost call comes first: of `test.each(rows)(title, …)` it has the title.
      if (title && !titles.has(start) && /^(test|it|describe)\b/.test(code.slice(start, start + 10)))
        titles.set(start, code.slice(title.start, title.end));
    }
    Object.values(node).forEach(visit);
  };
  visit(program);
  return [...titles].map(([start, title]) => ({ start, title }));
}

export function toMarkdown(rules: readonly Rule[]): string {
  const sections = Object.entries(SECTIONS).map(([heading, titles]) => {
    const tables = Object.entries(titles).map(([slug, title]) => {
      const rows = rules.filter(({ id }) => id.startsWith(`${slug}.`)).map(toRow);
      const table = `| Rule | Where it stands | File that does it | Test that fails without it |\n|---|---|---|---|\n${rows.join('\n')}\n`;
      return title ? `### ${title}\n\n${table}` : table;
    });
    return `## ${heading}\n\n${tables.join('\n')}`;
  });
  return [INTRODUCTION, ...sections].join('\n');
}

function toRow({ text, source, files, proofs }: Rule): string {
  const titlesByPath = new Map<string, string[]>();
  for (const { path, title } of proofs) titlesByPath.set(path, [...(titlesByPath.get(path) ?? []), title]);
  const tests = [...titlesByPath].map(([path, titles]) => [`\`${path}\``, titles.join(', ')].filter(Boolean).join(': '));
  const cells = [text, source, files.map((file) => `\`${file}\``).join(', '), tests.join('; ')];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

if (process.argv[1] === import.meta.filename) {
  const { rules, problems } = readSpecification(taggedScripts(), (path) => readFileSync(path, 'utf8'));
  writeFileSync('docs/specification.md', toMarkdown(rules));
  process.stdout.write(`${[`docs/specification.md: ${rules.length} rules`, ...problems].join('\n')}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
