import { extractor } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';
import { catalogueNames, PUBLIC_SHARED_FILES, REFUSALS, SIGNED_IN_SHARED_FILES, sharedSentences } from './build/shared-sentences.ts';

/** The pages of the admin desk stay English; the frame around them does not. */
const ENGLISH_ONLY = [
  'src/client/routes/admin/!(route).tsx',
  'src/client/features/{admin-*,announcements,audit,catalogue,dead-letters,exports,statistics,verification}/**',
  // What of the desk is no REST call.
  'src/server/features/{announcements,audit,dead-letters,exports}/**',
];

/** What `src/client/lib/i18n.ts` loads with the pages that show it. All else of the client is `public`, which every page loads. */
const PARTS = {
  home: ['src/client/features/home/**', 'src/client/routes/index.tsx'],
  search: ['src/client/features/tutor-search/**', 'src/client/routes/tutors/index.tsx'],
  'tutor-page': [
    'src/client/features/{booking-modal,moderation,reviews,tutor-detail}/**',
    'src/client/features/booking-times/time-picker.tsx',
    'src/client/routes/{tutor_.$id,tutors/$id}.tsx',
  ],
  blogs: ['src/client/features/blogs/{blog-article,public-blogs,rich-text}.tsx', 'src/client/routes/blogs/**'],
  auth: [
    'src/client/features/auth/{auth-card,callback*,confirmed-page,email-confirmation,forgot-password-form,google-button,link-elsewhere,login-*,new-password-field}.*',
    'src/client/features/auth/{passkey-button,password-strength,problem-notice,register-*,reset-*,second-step,sign-up}.*',
    'src/client/routes/{auth.*,forgot-password,login,register,reset-password,verify-email}.tsx',
  ],
  legal: ['src/client/features/legal/**', 'src/client/routes/{terms,privacy}.tsx'],
  'signed-in': [
    'src/client/features/auth/{account-notices,confirm-identity*,logout-dialog}.tsx',
    'src/client/features/favourites/{favourite-card,favourites-list}.tsx',
    'src/client/features/{account,booking-proposals,bookings,messages,notifications,session-problems,student-dashboard}/**',
    'src/client/routes/{account,bookings.$id,messages,notifications}.tsx',
    'src/client/routes/student/**',
  ],
  areas: ['src/client/ui/dashboard-shell.tsx', 'src/client/routes/admin/route.tsx'],
  tutor: [
    'src/client/features/blogs/{blog-editor,blog-form,blog-tags-field,cover-field,draft-state,editor-toolbar,image-dialog,link-dialog}.*',
    'src/client/features/blogs/{own-blogs,pasted-images,stored-draft,use-blog-draft}.*',
    'src/client/features/{tutor-dashboard,tutor-profile}/**',
    'src/client/routes/tutor/**',
  ],
};

const pathOf = (part: string) => `<rootDir>/src/locales/${part}/{locale}`;

export default {
  sourceLocale: 'en',
  locales: ['si', 'ta'],
  catalogs: [
    { path: pathOf('public'), include: ['src/client'], exclude: [...ENGLISH_ONLY, ...Object.values(PARTS).flat()] },
    ...Object.entries(PARTS).map(([part, include]) => ({ path: pathOf(part), include, exclude: ENGLISH_ONLY })),
    { path: pathOf('shared'), include: PUBLIC_SHARED_FILES },
    { path: pathOf('refusals'), include: REFUSALS },
    { path: pathOf('server'), include: ['src/server'], exclude: ENGLISH_ONLY },
    { path: pathOf('shared-signed-in'), include: SIGNED_IN_SHARED_FILES },
  ],
  extractors: [sharedSentences, catalogueNames, extractor],
  // Line numbers would change with every edit.
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin' as const,
};
