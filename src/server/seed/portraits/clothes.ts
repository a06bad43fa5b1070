import { darker, lighter } from './colours.ts';

export type Cloth = { colour: string; accent: string; pale: string };

const SHOULDERS = 'M22 206C24 170 46 156 80 147C86 152 114 152 120 147C154 156 176 170 178 206Z';
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
const line = (d: string, stroke: string, width = 1.8) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const shoulders = (fill: string) => path(SHOULDERS, fill);

const CLOTHES = {
  shirt: ({ colour }) =>
    shoulders(colour) +
    path('M82 145L100 166L86 178L70 152Z', lighter(colour, 0.2)) +
    path('M118 145L100 166L114 178L130 152Z', lighter(colour, 0.2)) +
    line('M100 168L100 206', darker(colour, 0.25)),
  paleShirt: ({ pale }) =>
    shoulders(pale) +
    path('M82 145L100 166L86 178L70 152Z', lighter(pale, 0.6)) +
    path('M118 145L100 166L114 178L130 152Z', lighter(pale, 0.6)) +
    line('M82 145L100 166L86 178L70 152M118 145L100 166L114 178L130 152M100 168L100 206', darker(pale, 0.16)),
  blazer: ({ colour, pale }) =>
    shoulders(colour) +
    path('M80 147L100 190L120 147C114 152 86 152 80 147Z', pale) +
    path('M80 146L66 156L72 172L64 176L97 206L100 190Z', darker(colour, 0.22)) +
    path('M120 146L134 156L128 172L136 176L103 206L100 190Z', darker(colour, 0.22)),
  tshirt: ({ colour }) => shoulders(colour) + line('M76 149C84 166 116 166 124 149', darker(colour, 0.25), 4.5),
  polo: ({ colour, accent }) =>
    shoulders(colour) +
    path('M82 146L100 162L84 170L72 152Z', accent) +
    path('M118 146L100 162L116 170L128 152Z', accent) +
    line('M100 163L100 182', darker(colour, 0.3)),
  vneck: ({ colour, pale }) =>
    shoulders(colour) + path('M82 147L100 178L118 147C112 152 88 152 82 147Z', pale) + line('M80 147L100 180L120 147', darker(colour, 0.25), 3),
} as const satisfies Record<string, (cloth: Cloth) => string>;

export type Outfit = keyof typeof CLOTHES;

export function clothes(outfit: Outfit, cloth: Cloth): string {
  return CLOTHES[outfit](cloth);
}
