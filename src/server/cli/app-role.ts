import { addressesOf } from '#db/addresses.ts';
import { grantTo, requireOtherRole } from '#db/grants.ts';
import { withDatabase } from '#db/migrate.ts';

/** Grants the app's role its rights, and returns its name; null where the app connects as the owner. */
export async function grantToApp(ownerUrl: string, appUrl: string | null): Promise<string | null> {
  if (!appUrl || appUrl === ownerUrl) return null;
  const role = roleOf(appUrl);
  await withDatabase(ownerUrl, (owner) => grantTo(owner, role));
  return role;
}

/** Checked before anything is changed. */
export async function requireAppRole(ownerUrl: string, appUrl: string | null): Promise<void> {
  if (appUrl && appUrl !== ownerUrl) await withDatabase(ownerUrl, (owner) => requireOtherRole(owner, roleOf(appUrl)));
}

const roleOf = (appUrl: string): string => decodeURIComponent(new URL(addressesOf(appUrl)[0] ?? '').username);
