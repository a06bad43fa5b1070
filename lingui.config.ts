import { formatter } from '@lingui/format-po';

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
  ],
  // Line numbers would change with every edit.
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin' as const,
};
