import type { OffsetSpan } from './domain/zone.ts';

export type PageConfig = {
  appName: string;
  supportEmail: string;
  supportPhone: string;
  timezone: string;
  /** Lets pages convert times without Intl (`setOffsetSpan`). */
  zoneOffset?: OffsetSpan;
  hasGoogle: boolean;
  unverifiedHomeVisits: boolean;
  /** The site's own URL, because link previews need absolute addresses. */
  publicUrl?: string;
  /** Retention periods in days that the operator has changed. */
  retention?: { webhookLog: number; failedJobs: number };
};

export const PAGE_CONFIG_ID = 'vidya-config';

export function withPageConfig(html: string, config: PageConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const name = escaped(config.appName);
  return html
    .replace('<html', () => (config.zoneOffset ? `<html data-zone-offset="${config.zoneOffset.offset}"` : '<html'))
    .replace(/<title>.*?<\/title>/s, () => `<title>${name}</title>`)
    .replace(/(<meta property="og:(?:site_name|title)" content=")Vidya/g, (_, start) => `${start}${name}`)
    .replace(/(<meta property="og:image" content=")(?=\/)/, (_, start) => `${start}${escaped(config.publicUrl ?? '')}`)
    .replace('</head>', () => `  <script type="application/json" id="${PAGE_CONFIG_ID}">${json}</script>\n  </head>`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
