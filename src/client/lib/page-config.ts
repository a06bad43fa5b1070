import { PAGE_CONFIG_ID, type PageConfig } from '#shared/page-config.ts';

let read: PageConfig | undefined;

/** What the server wrote into the page: names to show, and the zone in which every time is shown. */
export function pageConfig(): PageConfig {
  read ??= parse(document.getElementById(PAGE_CONFIG_ID)?.textContent);
  return read;
}

type Tag = { title: string } | { title?: undefined; name: 'description'; content: string };

/** For a route's `head`: the page's own title, then the product's name; without a description the page has the product's. */
export function titled(title?: string, description?: string): { meta: Tag[] } {
  const { appName } = pageConfig();
  const name: Tag = { title: title ? `${title} · ${appName}` : appName };
  return { meta: description ? [name, { name: 'description', content: description }] : [name] };
}

function parse(json: string | null | undefined): PageConfig {
  if (!json) throw new Error(`the page has no #${PAGE_CONFIG_ID}`);
  const { appName, supportEmail, supportPhone, timezone, hasGoogle, unverifiedHomeVisits }: Record<keyof PageConfig, unknown> = JSON.parse(json);
  return {
    appName: String(appName),
    supportEmail: String(supportEmail),
    supportPhone: String(supportPhone),
    timezone: String(timezone),
    hasGoogle: hasGoogle === true,
    unverifiedHomeVisits: unverifiedHomeVisits !== false,
  };
}
