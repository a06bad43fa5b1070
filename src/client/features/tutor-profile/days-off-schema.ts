import { z } from 'zod';
import { pageConfig } from '#client/lib/page-config.ts';
import { type DaysOffDraft, findErrors } from './days-off-draft.ts';

/** Import lazily: Zod is loaded after the first paint. */
export const daysOffSchema = z.custom<DaysOffDraft>().superRefine((draft, context) => {
  for (const [field, message] of Object.entries(findErrors(draft, pageConfig().timezone)))
    context.addIssue({ code: 'custom', path: [field], message });
});
