import type { Role } from '#shared/vocabulary/people.ts';

export type SecondFactorPolicy = {
  adminsNeedSecondFactor: boolean;
};

export const needsSecondFactor = (role: Role | null, { adminsNeedSecondFactor }: SecondFactorPolicy): boolean =>
  role === 'admin' && adminsNeedSecondFactor;

type Account = { role: Role | null; hasSecondFactor: boolean };

export const isSecondFactorDue = ({ role, hasSecondFactor }: Account, policy: SecondFactorPolicy): boolean =>
  needsSecondFactor(role, policy) && !hasSecondFactor;
