import { type OffsetSpan, setOffsetSpan } from '#shared/domain/zone.ts';
import { PAGE_CONFIG_ID, type PageConfig } from '#shared/page-config.ts';

let config: PageConfig | undefined;

export function pageConfig(): PageConfig {
  config ??= read();
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

function read(): PageConfig {
  const found = parse(document.getElementById(PAGE_CONFIG_ID)?.textContent);
  if (found.zoneOffset) setOffsetSpan(found.timezone, found.zoneOffset);
  return found;
}

function parse(json: string | null | undefined): PageConfig {
  if (!json) throw new Error(`the page has no #${PAGE_CONFIG_ID}`);
  const { appName, supportEmail, supportPhone, timezone, zoneOffset, hasGoogle, unverifiedHomeVisits }: Record<keyof PageConfig, unknown> =
    JSON.parse(json);
  return {
    appName: String(appName),
    supportEmail: String(supportEmail),
    supportPhone: String(supportPhone),
    timezone: String(timezone),
    zoneOffset: toSpan(zoneOffset),
    hasGoogle: hasGoogle === true,
    unverifiedHomeVisits: unverifiedHomeVisits !== false,
  };
}

function toSpan(value: unknown): OffsetSpan | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { offset, from, until }: Partial<Record<keyof OffsetSpan, unknown>> = value;
  return { offset: Number(offset), from: Number(from), until: Number(until) };
}
