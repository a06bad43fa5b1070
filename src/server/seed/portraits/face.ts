import { darker, mixed } from './colours.ts';

export type Features = {
  skin: string;
  hair: string;
  eyes: 'open' | 'smiling';
  mouth: 'smile' | 'grin' | 'soft';
  brows: 'straight' | 'arched';
  jaw: 'oval' | 'round' | 'square';
  glasses: 'none' | 'round' | 'square';
};

const JAWS = {
  oval: 'M66 84C66 58 80 45 100 45C120 45 134 58 134 84C134 112 119 132 100 132C81 132 66 112 66 84Z',
  round: 'M65 86C65 58 80 45 100 45C120 45 135 58 135 86C135 112 121 130 100 130C79 130 65 112 65 86Z',
  square: 'M66 84C66 58 80 45 100 45C120 45 134 58 134 84C135 104 130 118 121 126C115 132 108 134 100 134C92 134 85 132 79 126C70 118 65 104 66 84Z',
} as const;

const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

export function neck(skin: string): string {
  return `<path d="M84 118L84 146C84 156 92 162 100 162C108 162 116 156 116 146L116 118Z" fill="${skin}"/><path d="M84 124C92 138 108 138 116 124L116 134C108 146 92 146 84 134Z" fill="${darker(skin, 0.16)}"/>`;
}

export function ears(skin: string): string {
  return `<ellipse cx="65" cy="92" rx="6.5" ry="9" fill="${darker(skin, 0.06)}"/><ellipse cx="135" cy="92" rx="6.5" ry="9" fill="${darker(skin, 0.06)}"/>`;
}

export function face(features: Features): string {
  const { skin } = features;
  const parts = [
    `<path d="${JAWS[features.jaw]}" fill="${skin}"/>`,
    `<ellipse cx="79" cy="103" rx="7.5" ry="5" fill="${mixed(skin, '#d9534f', 0.3)}" opacity=".32"/><ellipse cx="121" cy="103" rx="7.5" ry="5" fill="${mixed(skin, '#d9534f', 0.3)}" opacity=".32"/>`,
    brows(features),
    eyes(features),
    line('M99 93C97 98 96 101 99 102.5C100.5 103 102 103 103 102', darker(skin, 0.28), 1.8),
    mouth(features),
    glasses(features),
  ];
  return parts.join('');
}

function brows({ brows: shape, hair }: Features): string {
  const d = shape === 'straight' ? 'M78 79C83 76 89 76 93 78M107 78C111 76 117 76 122 79' : 'M78 80C82 74 89 74 93 78M107 78C111 74 118 74 122 80';
  return line(d, hair, 2.6);
}

function eyes({ eyes: look }: Features): string {
  if (look === 'smiling') return line('M80 90C83 86 89 86 92 90M108 90C111 86 117 86 120 90', '#2a1d1a', 2.6);
  const eye = (x: number) => `<ellipse cx="${x}" cy="88.5" rx="3.7" ry="4.3" fill="#2a1d1a"/><circle cx="${x + 1.2}" cy="87" r="1.2" fill="#fff"/>`;
  return eye(86.3) + eye(113.7);
}

function mouth({ mouth: shape, skin }: Features): string {
  const lips = mixed(darker(skin, 0.2), '#c2485a', 0.5);
  if (shape === 'grin') {
    return `<path d="M87 112C94 114 106 114 113 112C112 121 107 125 100 125C93 125 88 121 87 112Z" fill="#7a2b30"/><path d="M89 113C96 114.8 104 114.8 111 113C110.6 115.6 110 117 109.4 117.6C103 118.6 97 118.6 90.6 117.6C90 117 89.4 115.6 89 113Z" fill="#fff"/>`;
  }
  if (shape === 'soft') return line('M91 115C96 119 104 119 109 115', lips, 2.6);
  return line('M88 113.5C93 121 107 121 112 113.5', lips, 2.8);
}

function glasses({ glasses: shape }: Features): string {
  if (shape === 'none') return '';
  const lens =
    shape === 'round'
      ? '<circle cx="86" cy="89" r="11.5"/><circle cx="114" cy="89" r="11.5"/>'
      : '<rect x="73.5" y="80" width="24" height="18" rx="5"/><rect x="102.5" y="80" width="24" height="18" rx="5"/>';
  return `<g fill="#fff" fill-opacity=".14" stroke="#2e2a30" stroke-width="2.2">${lens}<path d="M97.5 87C99 85.6 101 85.6 102.5 87M73.5 87L66 85M126.5 87L134 85" fill="none"/></g>`;
}
