import { expect, test } from 'vitest';
import { createAssetsOf } from '#server/edge/page-document.ts';

const ROUTE = 'src/client/routes/index.tsx?tsr-split=component';
const MANIFEST = {
  'index.html': { file: 'assets/entry.js' },
  [ROUTE]: { file: 'assets/home.js', css: ['assets/home.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'] },
  'src/client/features/home/home-below.tsx': { file: 'assets/below.js', css: ['assets/below.css'] },
  'src/client/features/bookings/bookings.tsx': { file: 'assets/bookings.js', css: ['assets/bookings.css'] },
};
const STYLES: Readonly<Record<string, string>> = {
  'assets/home.css': '._hero_1{display:flex}',
  'assets/shared.css': '._card_2{display:flex}',
  'assets/below.css': '._cards_3 ._face_3{display:flex}',
  'assets/bookings.css': '._narrow_4>.mantine-Button-inner{display:none}._row_4{display:flex}',
};
const assetsOf = createAssetsOf(MANIFEST, (file) => STYLES[file] ?? '');
const stylesFor = (body: string) => [...assetsOf({ routeIds: ['/'], body }).styles].sort();

// spec s10-pages.32 | S10 1 | A page has the style sheets of its route and of what the server rendered of its lower parts, and no others
//   | src/server/edge/page-document.ts
test('a page has the styles of its route, and of the parts in its body whose code comes later', () => {
  expect(stylesFor('<main class="_hero_1"></main>')).toEqual(['/assets/home.css', '/assets/shared.css']);
  expect(stylesFor('<main class="_hero_1 _face_3"></main>')).toEqual(['/assets/below.css', '/assets/home.css', '/assets/shared.css']);
});

// spec s10-pages.32
test('a class that Mantine gives every button brings no style sheet of another page', () => {
  expect(stylesFor('<a class="_hero_1 mantine-Button-inner"></a>')).toEqual(['/assets/home.css', '/assets/shared.css']);
});
