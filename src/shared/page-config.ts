import type { OffsetSpan } from './domain/zone.ts';

export type PageConfig = {
  appName: string;
  supportEmail: string;
  supportPhone: string;
  timezone: string;
  /** So that pages need no Intl to tell the time. */
  zoneOffset?: OffsetSpan;
  hasGoogle: boolean;
  unverifiedHomeVisits: boolean;
  /** Social previews need absolute URLs. */
  publicUrl?: string;
  /** Days, where the operator has set others. */
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
