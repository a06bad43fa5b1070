import { sql } from 'drizzle-orm';
import type { ProjectionContext, Projector } from '#server/core/events.ts';

export const blogsProjector: Projector = async (context, events) => {
  for (const event of events) {
    if (event.type === 'upload.removed') await removeImage(context, event);
  }
};

/** Matches the element as `src/server/infra/rich-text.ts` writes it. A post without other content becomes an empty paragraph. */
async function removeImage({ db, now }: ProjectionContext, { ownerId, path }: { ownerId: string; path: string }): Promise<void> {
  const address = `/files/${path}`;
  const element = `<img src="${address}"`;
  const pattern = `${element.replaceAll('.', '\\.')}[^>]*>`;
  await db.execute(sql`
    update blogs set
      featured_image = case when featured_image = ${address} then '' else featured_image end,
      content = coalesce(nullif(regexp_replace(content, ${pattern}, '', 'g'), ''), '<p></p>'),
      updated_at = ${now().toISOString()}::timestamptz
    where tutor_id = (select id from tutor_profiles where user_id = ${ownerId}::uuid)
      and (featured_image = ${address} or strpos(content, ${element}) > 0)`);
}
