import { extractor } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';
import { SHARED_FILES, sharedSentences } from './build/shared-sentences.ts';

/** The admin desk stays English. */
const ENGLISH_ONLY = ['src/client/routes/admin/**', 'src/client/features/{admin-*,audit,moderation,verification}/**'];

export default {
  sourceLocale: 'en',
  locales: ['si', 'ta'],
  catalogs: [
    {
      path: '<rootDir>/src/client/lib/locales/public/{locale}',
      include: ['src/client'],
      exclude: ENGLISH_ONLY,
    },
    { path: '<rootDir>/src/client/lib/locales/shared/{locale}', include: SHARED_FILES },
  ],
  extractors: [sharedSentences, extractor],
  // Line numbers would change with every edit.
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin' as const,
};
