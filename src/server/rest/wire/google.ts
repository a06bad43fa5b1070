import { chooseRoleInput, type Viewer } from '#shared/contracts/auth.ts';
import { toUser } from './auth.ts';
import { body, something, trimmed } from './reading.ts';

const restChoice = chooseRoleInput.pick({ role: true, phone: true });

export const updateRoleBody = body('UpdateRole', {
  contract: restChoice,
  example: { role: 'tutor', phone: '0812345678' },
  read: ({ role, phone }) => ({ role: trimmed(role), phone: something(phone) }),
});

/** So that an address stays under 2 kB for whoever cannot read more. */
const MOST_CHARACTERS = 2000;

/** The user as a value in an address, which reads the same decoded once or twice; a name that is too long is cut. */
export function userInAddress(viewer: Viewer, site: string): string {
  const letters = [...viewer.name];
  for (let length = letters.length; ; length -= 1) {
    const user = toUser({ ...viewer, name: letters.slice(0, length).join('') }, site);
    const value = encodeURIComponent(JSON.stringify(user).replaceAll('%', '\\u0025'));
    if (value.length <= MOST_CHARACTERS || length === 0) return value;
  }
}
