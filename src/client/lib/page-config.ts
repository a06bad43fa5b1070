import { PAGE_CONFIG_ID, type PageConfig } from '#shared/page-config.ts';

let config: PageConfig | undefined;

export function pageConfig(): PageConfig {
  config ??= parse(document.getElementById(PAGE_CONFIG_ID)?.textContent);
  return config;
}

/** For the server, which has no page to read it from. */
export function setPageConfig(given: PageConfig): void {
  config = given;
}

type Tag = { title: string } | { title?: undefined; name: 'description'; content: string };

export function pageTitle(title?: string, description?: string): { meta: Tag[] } {
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
