import { Hono } from 'hono';
import { createCaller } from '#server/api/router.ts';
import type { Client, Ctx, Session } from '#server/core/context.ts';
import type { FileStore, Previews } from '#server/core/ports.ts';
import { pathOfImage } from '#shared/domain/image-rules.ts';
import { withLocale } from '#shared/domain/locale-paths.ts';
import { previewPath, toTutorPreview } from '#shared/domain/tutor-preview.ts';
import { DomainError } from '#shared/errors.ts';
import { LOCALES, type Locale } from '#shared/vocabulary/locales.ts';
import { toErrorAnswer } from './error-answer.ts';

type Services = {
  config: { publicUrl: string };
  contextOf: (session: Session, client: Client) => Ctx;
  files: FileStore;
  now: () => Date;
  previews: Previews;
};
type Env = { Variables: { client: Client } };

const FOR_A_YEAR = 'public, max-age=31536000, immutable';
/** For the URL of an earlier version, which may be outdated soon. */
const FOR_A_MINUTE = 'public, max-age=60';

export function createPreviewRoutes({ config, contextOf, files, now, previews }: Services): Hono<Env> {
  /** Only photos of our own store are read: the URL of a photo may belong to another site. */
  async function readPhoto(photoUrl: string): Promise<Uint8Array | null> {
    const path = photoUrl === '' ? null : pathOfImage(photoUrl, config.publicUrl);
    return path !== null && files.canRead(path, {}, now()) ? files.read(path) : null;
  }

  const routes = new Hono<Env>();
  const answerIn = (locale: Locale) =>
    routes.get(`/previews${withLocale('/tutors/:id/:file', locale)}`, async (c) => {
      try {
        const ctx = contextOf({ state: 'none' }, c.var.client);
        const profile = await createCaller(ctx).tutors.byId({ id: c.req.param('id') ?? '' });
        const t = await ctx.namedTextsIn(locale);
        const preview = toTutorPreview(profile, t.nameOf);
        if (!preview) throw new DomainError('tutor.not_found');
        const path = previewPath(preview, locale);
        if (c.req.path !== path) return c.body(null, 302, { Location: path, 'Cache-Control': FOR_A_MINUTE });
        const picture = await previews.draw(preview, () => readPhoto(preview.photoUrl), t);
        return c.body(new Uint8Array(picture), 200, { 'Content-Type': 'image/png', 'Cache-Control': FOR_A_YEAR });
      } catch (error) {
        return toErrorAnswer(error);
      }
    });
  for (const locale of LOCALES) answerIn(locale);
  return routes;
}
