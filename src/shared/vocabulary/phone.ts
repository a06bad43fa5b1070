/** Includes the invisible marks around a number that was copied from contacts. */
const SEPARATORS = /[\s\p{Cf}().‐-―−-]/gu;
const ABROAD = /^(?:\+|00)?940?(\d{9})$/;

/** `+94 77 123 4567` becomes `0771234567`; anything but a number of Sri Lanka is left unchanged. */
export function toTenDigits(phone: string): string {
  const dense = phone.replace(SEPARATORS, '').replace(ABROAD, '0$1');
  return TEN_DIGITS.test(dense) ? dense : phone;
}

const TEN_DIGITS = /^\d{10}$/;

export function isPhone(phone: string): boolean {
  return TEN_DIGITS.test(toTenDigits(phone));
}
