import { clothes, headscarf, MENS_OUTFITS, type Outfit, WOMENS_OUTFITS } from './portraits/clothes.ts';
import { ACCENTS, BACKDROPS, CLOTHES, HAIRS, type HairColour, lighter, PALE, SKINS } from './portraits/colours.ts';
import { type Beard, earrings, ears, type Features, face, neck } from './portraits/face.ts';
import { braidOver, type HairStyle, hair, MENS_HAIR, WOMENS_HAIR } from './portraits/hair.ts';
import { randomOf } from './random.ts';

/** What a portrait has to show of somebody; all else follows from the name. */
export type Sitter = {
  name: string;
  isWoman: boolean;
  community: 'sinhala' | 'tamil' | 'muslim' | 'burgher';
  looks?: Partial<Looks>;
};

export type Looks = {
  hair: HairStyle;
  hairColour: HairColour;
  outfit: Outfit;
  beard: Beard;
  glasses: Features['glasses'];
  headscarf: boolean;
  cap: boolean;
  elder: boolean;
  pottu: boolean;
  skin: number;
};

/** A flat, friendly head and shoulders, the same for the same person. */
export function drawPortrait(sitter: Sitter): string {
  const { name, isWoman, community, looks = {} } = sitter;
  const random = randomOf(`portrait of ${name}`);
  const isElder = looks.elder ?? false;
  const [palest, darkest] = community === 'burgher' ? [0, 2] : community === 'tamil' ? [2, 6] : [1, 5];
  const skin = SKINS[looks.skin ?? random.int(palest, darkest)] ?? SKINS[3];
  const style = looks.hair ?? random.pick<HairStyle>(isWoman ? WOMENS_HAIR : MENS_HAIR);
  const hairColour =
    HAIRS[
      looks.hairColour ?? (isElder ? 'grey' : community === 'burgher' ? random.pick(['brown', 'auburn']) : random.pick(['black', 'black', 'brown']))
    ];
  const backdrop = random.pick(BACKDROPS);
  const cloth = { colour: random.pick(CLOTHES), accent: random.pick(ACCENTS), pale: random.pick(PALE) };
  const isCovered = looks.headscarf ?? false;
  const outfit = looks.outfit ?? (isCovered ? 'blouse' : random.pick<Outfit>(isWoman ? WOMENS_OUTFITS : MENS_OUTFITS));

  const features: Features = {
    skin,
    hair: hairColour,
    isWoman,
    eyes: random.chance(0.22) ? 'smiling' : 'open',
    mouth: random.pick(['smile', 'smile', 'grin', 'soft']),
    brows: isWoman ? 'arched' : random.pick(['straight', 'arched']),
    jaw: isWoman ? random.pick(['oval', 'round']) : random.pick(['oval', 'square', 'round']),
    beard: looks.beard ?? (isWoman ? 'none' : random.pick<Beard>(['none', 'none', 'stubble', 'moustache', 'none'])),
    glasses: looks.glasses ?? (random.chance(0.25) ? random.pick(['round', 'square']) : 'none'),
    isElder,
    hasPottu: looks.pottu ?? (isWoman && community === 'tamil' && random.chance(0.75)),
  };
  const { back, front } = hair(style, hairColour);

  const layers = isCovered
    ? [neck(skin), clothes(outfit, cloth), headscarf(cloth), covered(face(features))]
    : [
        back,
        neck(skin),
        clothes(outfit, cloth),
        ears(skin),
        isWoman && random.chance(0.6) ? earrings() : '',
        face(features),
        front,
        style === 'braid' ? braidOver(hairColour) : '',
        looks.cap ? cap(cloth.accent) : '',
      ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" role="img"><rect width="200" height="200" fill="${backdrop}"/><circle cx="100" cy="106" r="84" fill="${lighter(backdrop, 0.45)}"/><g transform="matrix(1.14 0 0 1.14 -14 -23)">${layers.join('')}</g></svg>`;
}

/** The scarf leaves a smaller oval of the face free. */
function covered(drawn: string): string {
  return `<g transform="translate(100 92) scale(.9) translate(-100 -90)">${drawn}</g>`;
}

function cap(colour: string): string {
  return `<path d="M66 70C64 44 80 34 100 34C120 34 136 44 134 70C124 62 76 62 66 70Z" fill="${lighter(colour, 0.55)}"/><path d="M66 70C76 62 124 62 134 70L134 64C124 56 76 56 66 64Z" fill="${colour}"/>`;
}
