import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { postPath, toSlug, tutorPath } from '#shared/domain/addresses.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

describe('the slug of a name', () => {
  it.each([
    ['Dilini Wickramasinghe', 'dilini-wickramasinghe'],
    ['  M. A. de  Silva (B.Sc.) ', 'm-a-de-silva-b-sc'],
    ["Anne-Marie O'Brien", 'anne-marie-o-brien'],
    ['José Müller', 'josé-müller'],
    ['Jose\u0301', 'josé'],
    ['Maths 24/7', 'maths-24-7'],
    ['නිමල් පෙරේරා', 'නිමල්-පෙරේරා'],
    ['ශ්\u200Dරීමා ප්\u200Dරනාන්දු', 'ශ්රීමා-ප්රනාන්දු'],
    ['க. சிவகுமார்', 'க-சிவகுமார்'],
    ['Nimal ❤️ Perera 🙂👍🏽', 'nimal-perera'],
    ['Room 1️⃣', 'room-1'],
    ['𝓝𝓲𝓶𝓪𝓵 Ｐｅｒｅｒａ', 'nimal-perera'],
    ['cv\u202Egpj\u2066', 'cvgpj'],
    ['\u0301 accent', 'accent'],
    ['half \uD83D', 'half'],
    ['../../?#%', ''],
    ['🙂🙂', ''],
    ['\u200D\uFE0F', ''],
    ['', ''],
  ])('of %j is %j', (name, slug) => {
    expect(toSlug(name)).toBe(slug);
  });

  it('is cut at its greatest length, without a hyphen at the end', () => {
    expect(LIMITS.slug).toBe(60);
    expect(toSlug('a'.repeat(150))).toBe('a'.repeat(60));
    expect(toSlug(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59));
    expect(toSlug(`${'a'.repeat(58)} bc`)).toBe(`${'a'.repeat(58)}-b`);
  });

  it('is never cut within a character', () => {
    const extended = '\u{20000}';
    expect(toSlug(`${'a'.repeat(58)}${extended}${extended}`)).toBe(`${'a'.repeat(58)}${extended}`);
    expect(toSlug(`${'a'.repeat(59)}${extended}`)).toBe('a'.repeat(59));
    expect(toSlug(`${'a'.repeat(59)}කි`)).toBe('a'.repeat(59));
    expect(toSlug(`${'a'.repeat(58)}கிழ`)).toBe(`${'a'.repeat(58)}கி`);
    expect(toSlug(`a${'\u0335'.repeat(100)}`)).toBe('');
  });

  it('can be written in an address, is short, and has itself as slug, whatever the name', () => {
    const character = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
    const name = fc.array(fc.oneof(character, fc.constantFrom('\uD83D', '\u200D', 'ක', 'ි', ' '))).map((characters) => characters.join(''));
    fc.assert(
      fc.property(name, (given) => {
        const slug = toSlug(given);
        expect(decodeURIComponent(encodeURIComponent(slug))).toBe(slug);
        expect(slug.length).toBeLessThanOrEqual(LIMITS.slug);
        expect(slug).not.toMatch(/^-|--|-$|[\s/?#%.]/);
        expect(toSlug(slug)).toBe(slug);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the path of a profile', () => {
  it('ends with the name, encoded', () => {
    expect(tutorPath({ id: 'tutor-1', name: 'Dilini Wickramasinghe' })).toBe('/tutors/tutor-1/dilini-wickramasinghe');
    expect(tutorPath({ id: 'tutor-1', name: 'නිමල්' })).toBe(`/tutors/tutor-1/${encodeURIComponent('නිමල්')}`);
  });

  it('is the id alone for a name of punctuation', () => {
    expect(tutorPath({ id: 'tutor-1', name: '…' })).toBe('/tutors/tutor-1');
  });
});

describe('the path of a post', () => {
  it('is its id', () => {
    expect(postPath({ id: 'post-1' })).toBe('/blogs/post-1');
  });
});
