const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const centred = (y: number, size: number, text: string, rest = '') =>
  `<text x="400" y="${y}" font-size="${size}" text-anchor="middle" ${rest}>${escaped(text)}</text>`;
const SAMPLE = centred(532, 15, 'Sample document of the demonstration data', 'fill="#8a6a2f" font-family="sans-serif"');
const page = (drawn: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 580" font-family="Georgia, serif" fill="#2e2a26"><rect width="800" height="580" fill="#fbf8f0"/>${drawn}${SAMPLE}</svg>`;

export type Certificate = { name: string; degree: string; institution: string; year: number };

/** A certificate as a tutor would hand it in for verification. */
export function drawCertificate({ name, degree, institution, year }: Certificate): string {
  return page(
    [
      '<rect x="24" y="24" width="752" height="532" fill="none" stroke="#8a6a2f" stroke-width="3"/><rect x="34" y="34" width="732" height="512" fill="none" stroke="#c9ad74"/>',
      '<circle cx="400" cy="110" r="38" fill="none" stroke="#8a6a2f" stroke-width="3"/><path d="M400 84l8 18 20 2-15 13 5 20-18-11-18 11 5-20-15-13 20-2z" fill="#c9ad74"/>',
      centred(196, 27, institution),
      centred(244, 17, 'This is to certify that', 'font-style="italic"'),
      centred(292, 32, name),
      centred(336, 17, 'has completed the requirements of', 'font-style="italic"'),
      centred(382, 23, degree),
      centred(426, 19, String(year)),
      '<path d="M120 480q30-26 52-2t60-12M560 478q24-30 50-4t66-14" fill="none" stroke="#34507f" stroke-width="2.4"/><path d="M110 494h160M540 494h160" stroke="#2e2a26"/>',
    ].join(''),
  );
}

export function drawIdentityCard({ name, number }: { name: string; number: string }): string {
  return page(
    [
      '<rect x="130" y="130" width="540" height="320" rx="18" fill="#e4ece9" stroke="#5d7f77" stroke-width="2"/>',
      '<rect x="160" y="190" width="150" height="190" rx="8" fill="#c9d8d3"/><circle cx="235" cy="262" r="34" fill="#8fa8a1"/><path d="M175 372c4-46 30-64 60-64s56 18 60 64z" fill="#8fa8a1"/>',
      '<text x="340" y="176" font-size="20">National Identity Card</text>',
      '<text x="340" y="236" font-size="15" fill="#5a5550">Name</text>',
      `<text x="340" y="262" font-size="20">${escaped(name)}</text>`,
      '<text x="340" y="312" font-size="15" fill="#5a5550">Number</text>',
      `<text x="340" y="338" font-size="20">${escaped(number)}</text>`,
    ].join(''),
  );
}
