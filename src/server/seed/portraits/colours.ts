export const SKINS = ['#f0c8a4', '#e2ae80', '#d09768', '#bb8055', '#a36b45', '#8a5738', '#73452c'] as const;
export const HAIRS = { black: '#231c1f', brown: '#3d2a22', auburn: '#6a3f2a', grey: '#7d7a7c' } as const;
export type HairColour = keyof typeof HAIRS;

/** `share` of the other colour in the one. */
export function mixed(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [Number.parseInt(one.slice(at, at + 2), 16), Number.parseInt(other.slice(at, at + 2), 16)];
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

export const darker = (colour: string, share = 0.18): string => mixed(colour, '#1d1013', share);
export const lighter = (colour: string, share = 0.25): string => mixed(colour, '#ffffff', share);
