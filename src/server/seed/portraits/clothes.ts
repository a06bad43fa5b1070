import { darker, lighter } from './colours.ts';

type Cloth = { colour: string; accent: string; pale: string };

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
  tie: ({ colour, pale }) =>
    shoulders(pale) +
    path('M93 162L107 162L110 206L90 206Z', colour) +
    path('M94 158L106 158L109 168L91 168Z', darker(colour, 0.2)) +
    path('M82 145L99 163L88 176L70 152Z', lighter(pale, 0.6)) +
    path('M118 145L101 163L112 176L130 152Z', lighter(pale, 0.6)) +
    line('M82 145L99 163L88 176L70 152M118 145L101 163L112 176L130 152', darker(pale, 0.16)),
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
  kurta: ({ pale, accent }) =>
    shoulders(pale) +
    path('M80 145C88 158 112 158 120 145L124 151C114 166 86 166 76 151Z', accent) +
    line('M100 163L100 200M93 172L107 172M93 184L107 184', darker(pale, 0.2)),
  blouse: ({ colour, accent }) => shoulders(colour) + line('M76 150C82 172 118 172 124 150', accent, 3.5),
  vneck: ({ colour, pale }) =>
    shoulders(colour) + path('M82 147L100 178L118 147C112 152 88 152 82 147Z', pale) + line('M80 147L100 180L120 147', darker(colour, 0.25), 3),
  saree: ({ colour, accent }) =>
    shoulders(darker(colour, 0.35)) +
    path('M22 206C24 170 44 157 76 149C92 168 126 186 150 206Z', colour) +
    line('M77 149C94 168 128 186 152 206', accent, 6) +
    line('M62 155C78 174 100 192 118 206M50 161C62 178 80 194 92 206', lighter(colour, 0.14), 1.6),
  osariya: ({ colour, accent }) =>
    shoulders(lighter(accent, 0.35)) +
    path('M108 206C118 184 130 164 146 156C164 163 176 176 178 206Z', colour) +
    line('M146 156C130 164 117 184 107 206', accent, 5) +
    line('M156 160C142 170 132 188 126 206M166 168C156 178 150 192 146 206', lighter(colour, 0.16), 1.6) +
    line('M76 150C84 168 116 168 124 150', darker(lighter(accent, 0.35), 0.12), 3),
  shalwar: ({ colour, accent }) =>
    shoulders(colour) +
    path('M70 151C60 156 46 160 40 166L62 206L92 206C78 188 70 168 78 148Z', accent) +
    path('M130 151C140 156 154 160 160 166L138 206L108 206C122 188 130 168 122 148Z', accent) +
    line('M62 160C66 178 76 194 84 206M138 160C134 178 124 194 116 206', darker(accent, 0.14), 1.6),
  robe: () =>
    shoulders('#d9822b') +
    path('M118 149C140 154 172 168 178 206L112 206C104 186 106 164 118 149Z', '#b9651c') +
    line('M84 150C96 166 100 186 98 206M68 154C84 172 88 190 86 206', '#b9651c', 1.8),
} as const satisfies Record<string, (cloth: Cloth) => string>;

export type Outfit = keyof typeof CLOTHES;
export const MENS_OUTFITS = ['shirt', 'paleShirt', 'tie', 'blazer', 'polo', 'shirt', 'tshirt'] as const satisfies readonly Outfit[];
export const WOMENS_OUTFITS = ['saree', 'blouse', 'osariya', 'vneck', 'shalwar', 'blazer', 'saree'] as const satisfies readonly Outfit[];

export function clothes(outfit: Outfit, cloth: Cloth): string {
  return CLOTHES[outfit](cloth);
}

/** Its opening leaves the face free; drawn between the neck and the face. */
export function headscarf({ colour, accent }: Cloth): string {
  return (
    path(
      'M100 30C66 30 55 60 56 90C57 116 62 132 70 142C56 152 46 172 44 206L156 206C154 172 144 152 130 142C138 132 143 116 144 90C145 60 134 30 100 30Z',
      colour,
    ) +
    path('M100 44C76 44 66 62 66 88C66 114 80 134 100 134C120 134 134 114 134 88C134 62 124 44 100 44Z', darker(colour, 0.3)) +
    path('M100 42C78 42 68 58 66 76C74 58 86 52 100 52C114 52 126 58 134 76C132 58 122 42 100 42Z', accent) +
    line('M71 142C84 156 114 164 140 160M62 160C84 176 116 184 150 180', darker(colour, 0.2), 2) +
    line('M62 70C64 54 74 42 90 37', lighter(colour, 0.22), 2)
  );
}
