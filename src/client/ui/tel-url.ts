/** Without what only separates the digits for the eye. */
export const toTelUrl = (phone: string): string => `tel:${phone.replaceAll(/[\s().-]/g, '')}`;
