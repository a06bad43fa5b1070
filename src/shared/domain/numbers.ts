/** Before each pair of digits that has three more after it. */
const GROUP_STARTS = /\B(?=(?:\d{2})*\d{3}$)/g;

/** `12,34,567.50`. Without Intl: its first use loads its data, which takes a slow phone a quarter of a second. */
export function formatNumber(value: number, decimals = 0): string {
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(GROUP_STARTS, ',');
  return `${value < 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}
