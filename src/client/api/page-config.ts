import { PAGE_CONFIG_ID, type PageConfig } from '#shared/page-config.ts';

let read: PageConfig | undefined;

/** What the server wrote into the page: names to show, and the zone in which every time is shown. */
export function pageConfig(): PageConfig {
  read ??= parse(document.getElementById(PAGE_CONFIG_ID)?.textContent);
  return read;
}

/** For a route's `head`: the page's own title, then the product's name. */
export function titled(title?: string): { meta: { title: string }[] } {
  const { appName } = pageConfig();
  return { meta: [{ title: title ? `${title} · ${appName}` : appName }] };
}

function parse(json: string | null | undefined): PageConfig {
  if (!json) throw new Error(`the page has no #${PAGE_CONFIG_ID}`);
  const { appName, supportEmail, supportPhone, timezone, hasGoogle }: Record<keyof PageConfig, unknown> = JSON.parse(json);
  return {
    appName: String(appName),
    supportEmail: String(supportEmail),
    supportPhone: String(supportPhone),
    timezone: String(timezone),
    hasGoogle: hasGoogle === true,
  };
}
