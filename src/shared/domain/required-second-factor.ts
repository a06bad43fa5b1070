import type { Role } from '#shared/vocabulary/people.ts';

export type SecondFactorPolicy = {
  /** Outside development, always. */
  adminsNeedSecondFactor: boolean;
};

/** Whether an account with this role may not be without a second factor. */
export const needsSecondFactor = (role: Role | null, { adminsNeedSecondFactor }: SecondFactorPolicy): boolean =>
  role === 'admin' && adminsNeedSecondFactor;

type Account = { role: Role | null; hasSecondFactor: boolean };

/** Whether it has to set one up before anything else. */
export const isSecondFactorDue = ({ role, hasSecondFactor }: Account, policy: SecondFactorPolicy): boolean =>
  needsSecondFactor(role, policy) && !hasSecondFactor;
