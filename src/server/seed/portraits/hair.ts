import { lighter } from './colours.ts';

/** What is drawn behind the shoulders and the head, and what is drawn over the forehead. */
export type Layers = { back: string; front: string };

const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
const dot = (x: number, y: number, r: number, fill: string) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const strand = (d: string, colour: string) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="1.6" stroke-linecap="round" opacity=".55"/>`;

const SIDE_PARTING = 'M84 44C92 58 116 64 133 92C140 76 140 60 130 49C122 40 110 36 99 36C82 36 69 45 64 60C61 70 63 82 67 92C68 74 74 56 84 44Z';
const FRINGE = 'M66 92C60 62 70 36 100 36C130 36 140 62 134 92C133 82 131 76 128 72C112 76 88 76 72 72C69 76 67 82 66 92Z';

const puffs = (points: readonly (readonly [number, number, number])[], colour: string) => points.map(([x, y, r]) => dot(x, y, r, colour)).join('');

const HAIR = {
  sidePart: (c) => ({
    back: '',
    front:
      path('M65 88C58 56 74 36 102 36C130 36 142 58 135 88C134 80 132 73 128 68C112 68 96 66 84 56C80 64 70 70 68 78Z', c) +
      strand('M88 52C98 58 110 60 122 59', lighter(c, 0.2)),
  }),
  crew: (c) => ({
    back: '',
    front: path('M65 84C60 54 77 38 100 38C123 38 140 54 135 84C133 72 130 66 124 62C112 57 88 57 76 62C70 66 67 72 65 84Z', c),
  }),
  quiff: (c) => ({
    back: '',
    front:
      path(
        'M65 88C59 66 64 46 82 40C94 30 124 30 132 48C140 60 138 76 135 88C133 76 130 69 126 65C118 66 108 60 102 58C92 64 78 62 73 68C69 73 67 80 65 88Z',
        c,
      ) + strand('M84 48C96 40 114 41 124 52', lighter(c, 0.2)),
  }),
  curlyShort: (c) => ({
    back: '',
    front: puffs(
      [
        [69, 68, 9],
        [72, 56, 11],
        [82, 46, 12],
        [95, 41, 13],
        [109, 42, 13],
        [121, 48, 12],
        [129, 58, 10],
        [132, 69, 8],
        [88, 54, 10],
        [100, 52, 10],
        [113, 54, 10],
      ],
      c,
    ),
  }),
  longWavy: (c) => ({
    back: path(
      'M58 90C50 54 72 31 102 31C130 31 150 54 142 92C150 104 144 114 151 126C157 140 148 152 152 166C136 174 64 174 48 166C52 152 43 140 49 126C56 114 50 104 58 90Z',
      c,
    ),
    front: path(SIDE_PARTING, c) + strand('M90 42C104 50 120 56 130 72', lighter(c, 0.18)),
  }),
  bob: (c) => ({
    back: path(
      'M59 92C53 54 74 33 100 33C126 33 147 54 141 92C142 106 145 118 142 128C134 134 124 132 120 126L80 126C76 132 66 134 58 128C55 118 58 106 59 92Z',
      c,
    ),
    front: path(SIDE_PARTING, c),
  }),
  fringeBob: (c) => ({
    back: path(
      'M59 92C53 54 74 33 100 33C126 33 147 54 141 92C142 106 144 116 141 126C134 131 124 130 120 124L80 124C76 130 66 131 59 126C56 116 58 106 59 92Z',
      c,
    ),
    front: path(FRINGE, c),
  }),
  topBun: (c) => ({
    back: dot(100, 34, 13, c) + path('M62 88C58 54 76 35 100 35C124 35 142 54 138 88L134 104L66 104Z', c),
    front:
      path('M67 90C62 62 76 42 100 42C124 42 138 62 133 90C128 66 116 56 100 55C84 56 72 66 67 90Z', c) +
      strand('M88 36C94 32 106 32 112 36', lighter(c, 0.2)),
  }),
  ponytail: (c) => ({
    back:
      path('M132 60C156 62 160 92 154 118C152 132 150 142 142 148C146 126 142 106 132 92Z', c) +
      path('M62 88C58 54 76 34 100 34C124 34 142 54 138 88L134 106L66 106Z', c),
    front: path(SIDE_PARTING, c),
  }),
  curlyLong: (c) => ({
    back: puffs(
      [
        [62, 62, 15],
        [74, 46, 16],
        [92, 37, 16],
        [110, 37, 16],
        [127, 46, 16],
        [138, 62, 15],
        [57, 80, 15],
        [143, 80, 15],
        [54, 99, 16],
        [146, 99, 16],
        [54, 119, 16],
        [146, 119, 16],
        [62, 136, 15],
        [138, 136, 15],
        [78, 124, 18],
        [122, 124, 18],
        [100, 70, 36],
      ],
      c,
    ),
    front: puffs(
      [
        [72, 62, 10],
        [80, 52, 11],
        [92, 47, 10],
        [105, 47, 10],
        [118, 51, 11],
        [127, 61, 10],
      ],
      c,
    ),
  }),
} as const satisfies Record<string, (colour: string) => Layers>;

export type HairStyle = keyof typeof HAIR;

export function hair(style: HairStyle, colour: string): Layers {
  return HAIR[style](colour);
}
