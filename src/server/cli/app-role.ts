import { addressesOf } from '#db/addresses.ts';
import { grantTo, requireOtherRole } from '#db/grants.ts';
import { withDatabase } from '#db/migrate.ts';

/** The role that was given its rights on what the owner has made, or null where the app is the owner itself. */
export async function grantToApp(ownerUrl: string, appUrl: string | null): Promise<string | null> {
  if (!appUrl || appUrl === ownerUrl) return null;
  const role = roleOf(appUrl);
  await withDatabase(ownerUrl, (owner) => grantTo(owner, role));
  return role;
}

/** Before anything is changed. */
export async function requireAppRole(ownerUrl: string, appUrl: string | null): Promise<void> {
  if (appUrl && appUrl !== ownerUrl) await withDatabase(ownerUrl, (owner) => requireOtherRole(owner, roleOf(appUrl)));
}

const roleOf = (appUrl: string): string => decodeURIComponent(new URL(addressesOf(appUrl)[0] ?? '').username);
