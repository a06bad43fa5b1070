import { createHash } from 'node:crypto';
import { type Cloth, clothes, type Outfit } from './portraits/clothes.ts';
import { HAIRS, type HairColour, lighter, SKINS } from './portraits/colours.ts';
import { ears, type Features, face, neck } from './portraits/face.ts';
import { type HairStyle, hair } from './portraits/hair.ts';

type Portrait = Omit<Features, 'skin' | 'hair'> & {
  backdrop: string;
  skin: (typeof SKINS)[number];
  hair: HairStyle;
  hairColour: HairColour;
  outfit: Outfit;
  cloth: Cloth;
};

const [A, B, C, D, E, F] = SKINS;
const look = (eyes: Features['eyes'], mouth: Features['mouth'], brows: Features['brows'], jaw: Features['jaw'], glasses: Features['glasses']) => ({
  eyes,
  mouth,
  brows,
  jaw,
  glasses,
});
const cloth = (colour: string, accent: string, pale: string): Cloth => ({ colour, accent, pale });

/** Drawn once, of nobody. */
const PORTRAITS: readonly Portrait[] = [
  {
    ...look('open', 'smile', 'straight', 'oval', 'none'),
    backdrop: '#dce9e3',
    skin: C,
    hair: 'sidePart',
    hairColour: 'black',
    outfit: 'shirt',
    cloth: cloth('#1f5f63', '#e0b04c', '#f7f5f0'),
  },
  {
    ...look('smiling', 'grin', 'arched', 'round', 'none'),
    backdrop: '#f2e3d0',
    skin: E,
    hair: 'curlyShort',
    hairColour: 'brown',
    outfit: 'polo',
    cloth: cloth('#7a3b4e', '#efe3c8', '#dfe9f2'),
  },
  {
    ...look('open', 'soft', 'arched', 'oval', 'round'),
    backdrop: '#dde5f0',
    skin: B,
    hair: 'bob',
    hairColour: 'black',
    outfit: 'blazer',
    cloth: cloth('#34507f', '#d98b5f', '#f3e4df'),
  },
  {
    ...look('open', 'smile', 'straight', 'square', 'square'),
    backdrop: '#efe0e2',
    skin: F,
    hair: 'crew',
    hairColour: 'black',
    outfit: 'paleShirt',
    cloth: cloth('#8a5a26', '#8fb8a8', '#dfe9f2'),
  },
  {
    ...look('smiling', 'smile', 'arched', 'oval', 'none'),
    backdrop: '#e9e6d6',
    skin: A,
    hair: 'longWavy',
    hairColour: 'brown',
    outfit: 'vneck',
    cloth: cloth('#4d6b3c', '#e0b04c', '#f7f5f0'),
  },
  {
    ...look('open', 'grin', 'arched', 'round', 'none'),
    backdrop: '#d9e8ea',
    skin: D,
    hair: 'curlyLong',
    hairColour: 'black',
    outfit: 'tshirt',
    cloth: cloth('#a04f33', '#c9a0b8', '#ece6f2'),
  },
  {
    ...look('open', 'soft', 'straight', 'oval', 'round'),
    backdrop: '#e8e0ee',
    skin: B,
    hair: 'quiff',
    hairColour: 'auburn',
    outfit: 'blazer',
    cloth: cloth('#5d4a82', '#8fb8a8', '#e4eee2'),
  },
  {
    ...look('open', 'smile', 'arched', 'round', 'square'),
    backdrop: '#f0e6da',
    skin: F,
    hair: 'topBun',
    hairColour: 'brown',
    outfit: 'shirt',
    cloth: cloth('#2d6a8a', '#efe3c8', '#f3e4df'),
  },
  {
    ...look('smiling', 'soft', 'straight', 'square', 'none'),
    backdrop: '#dce9e3',
    skin: A,
    hair: 'crew',
    hairColour: 'grey',
    outfit: 'vneck',
    cloth: cloth('#6b6259', '#d98b5f', '#dfe9f2'),
  },
  {
    ...look('open', 'smile', 'arched', 'oval', 'none'),
    backdrop: '#dde5f0',
    skin: E,
    hair: 'ponytail',
    hairColour: 'black',
    outfit: 'polo',
    cloth: cloth('#1f5f63', '#e0b04c', '#ece6f2'),
  },
  {
    ...look('open', 'grin', 'straight', 'round', 'round'),
    backdrop: '#f2e3d0',
    skin: D,
    hair: 'fringeBob',
    hairColour: 'grey',
    outfit: 'paleShirt',
    cloth: cloth('#94404a', '#8fb8a8', '#f3e4df'),
  },
  {
    ...look('smiling', 'smile', 'arched', 'square', 'none'),
    backdrop: '#efe0e2',
    skin: C,
    hair: 'curlyShort',
    hairColour: 'black',
    outfit: 'tshirt',
    cloth: cloth('#34507f', '#c9a0b8', '#f7f5f0'),
  },
];

const FILES = PORTRAITS.map(draw);

/** One of the drawn portraits, by the id alone: who somebody is, and what they are called, says nothing about how they look. */
export function portraitOf(id: string): string {
  const chosen = FILES[createHash('sha256').update(id).digest().readUInt32BE(0) % FILES.length];
  if (chosen === undefined) throw new Error('there is no portrait');
  return chosen;
}

/** A flat, friendly head and shoulders. */
function draw({ backdrop, skin, hair: style, hairColour, outfit, cloth, ...features }: Portrait): string {
  const colour = HAIRS[hairColour];
  const { back, front } = hair(style, colour);
  const layers = [back, neck(skin), clothes(outfit, cloth), ears(skin), face({ ...features, skin, hair: colour }), front];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" role="img"><rect width="200" height="200" fill="${backdrop}"/><circle cx="100" cy="106" r="84" fill="${lighter(backdrop, 0.45)}"/><g transform="matrix(1.14 0 0 1.14 -14 -23)">${layers.join('')}</g></svg>`;
}
