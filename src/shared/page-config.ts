/** What the page must know before its first request. */
export type PageConfig = { appName: string; supportEmail: string; supportPhone: string; timezone: string; hasGoogle: boolean };

/** The element of the page that holds its configuration as JSON. */
export const PAGE_CONFIG_ID = 'vidya-config';

/** index.html as it is served: with the configuration in its head, and the product's name as its title. */
export function withPageConfig(html: string, config: PageConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const name = config.appName.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return html
    .replace(/<title>.*?<\/title>/s, () => `<title>${name}</title>`)
    .replace('</head>', () => `  <script type="application/json" id="${PAGE_CONFIG_ID}">${json}</script>\n  </head>`);
}
