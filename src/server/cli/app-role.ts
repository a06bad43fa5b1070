import { addressesOf } from '#db/addresses.ts';
import { grantTo } from '#db/grants.ts';
import { withDatabase } from '#db/migrate.ts';

/** The role that was given its rights on what the owner has made, or null where the app is the owner itself. */
export async function grantToApp(ownerUrl: string, appUrl: string | null): Promise<string | null> {
  if (!appUrl || appUrl === ownerUrl) return null;
  const role = decodeURIComponent(new URL(addressesOf(appUrl)[0] ?? '').username);
  await withDatabase(ownerUrl, (owner) => grantTo(owner, role));
  return role;
}
