/** What the page must know before its first request. */
export type PageConfig = {
  appName: string;
  supportEmail: string;
  supportPhone: string;
  timezone: string;
  hasGoogle: boolean;
  /** Whether home visits of tutors who are not verified can be booked. */
  unverifiedHomeVisits: boolean;
  /** Where people open the product; a social preview needs whole addresses. */
  publicUrl?: string;
};

/** The element of the page that holds its configuration as JSON. */
export const PAGE_CONFIG_ID = 'vidya-config';

/** index.html as it is served: with the configuration in its head, the product's name in its title, and a preview that other sites can show. */
export function withPageConfig(html: string, config: PageConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const name = escaped(config.appName);
  return html
    .replace(/<title>.*?<\/title>/s, () => `<title>${name}</title>`)
    .replace(/(<meta property="og:(?:site_name|title)" content=")Vidya/g, (_, start) => `${start}${name}`)
    .replace(/(<meta property="og:image" content=")(?=\/)/, (_, start) => `${start}${escaped(config.publicUrl ?? '')}`)
    .replace('</head>', () => `  <script type="application/json" id="${PAGE_CONFIG_ID}">${json}</script>\n  </head>`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
