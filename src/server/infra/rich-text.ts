import type { RichText } from '#server/core/ports.ts';

// being built
export function createRichText(): RichText {
  return { clean: (html) => html.replace(/<[^>]*>/g, '') };
}
