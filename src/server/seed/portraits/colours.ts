export const SKINS = ['#f0c8a4', '#e2ae80', '#d09768', '#bb8055', '#a36b45', '#8a5738', '#73452c'] as const;
export const HAIRS = { black: '#231c1f', brown: '#3d2a22', auburn: '#6a3f2a', grey: '#7d7a7c', silver: '#c3c0bd' } as const;
export type HairColour = keyof typeof HAIRS;

export const BACKDROPS = ['#dce9e3', '#f2e3d0', '#dde5f0', '#efe0e2', '#e9e6d6', '#d9e8ea', '#e8e0ee', '#f0e6da'] as const;
export const CLOTHES = ['#1f5f63', '#7a3b4e', '#34507f', '#8a5a26', '#4d6b3c', '#5d4a82', '#a04f33', '#2d6a8a', '#6b6259', '#94404a'] as const;
export const ACCENTS = ['#e0b04c', '#d98b5f', '#efe3c8', '#8fb8a8', '#c9a0b8'] as const;
export const PALE = ['#f7f5f0', '#dfe9f2', '#f3e4df', '#e4eee2', '#ece6f2'] as const;

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
