import { extractor } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';
import { catalogueNames, PUBLIC_SHARED_FILES, SIGNED_IN_SHARED_FILES, sharedSentences } from './build/shared-sentences.ts';

/** The admin desk stays English. */
const ENGLISH_ONLY = [
  'src/client/routes/admin/**',
  'src/client/features/{admin-*,announcements,audit,catalogue,dead-letters,exports,statistics,verification}/**',
  // What of the desk is no REST call.
  'src/server/features/{announcements,audit,dead-letters,exports}/**',
];

/** What `src/client/lib/i18n.ts` loads with parts of the product. All else of the client is `public`. */
const PARTS = {
  legal: ['src/client/features/legal/**', 'src/client/routes/{terms,privacy}.tsx'],
  'signed-in': [
    'src/client/features/{account,booking-proposals,bookings,messages,notifications,session-problems,student-dashboard}/**',
    'src/client/routes/{account,bookings.$id,messages,notifications}.tsx',
    'src/client/routes/student/**',
  ],
  tutor: ['src/client/features/{tutor-dashboard,tutor-profile}/**', 'src/client/routes/tutor/**'],
};

const pathOf = (part: string) => `<rootDir>/src/locales/${part}/{locale}`;

export default {
  sourceLocale: 'en',
  locales: ['si', 'ta'],
  catalogs: [
    { path: pathOf('public'), include: ['src/client'], exclude: [...ENGLISH_ONLY, ...Object.values(PARTS).flat()] },
    ...Object.entries(PARTS).map(([part, include]) => ({ path: pathOf(part), include, exclude: ENGLISH_ONLY })),
    { path: pathOf('shared'), include: PUBLIC_SHARED_FILES },
    { path: pathOf('server'), include: ['src/server'], exclude: ENGLISH_ONLY },
    { path: pathOf('shared-signed-in'), include: SIGNED_IN_SHARED_FILES },
  ],
  extractors: [sharedSentences, catalogueNames, extractor],
  // Line numbers would change with every edit.
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin' as const,
};
