import { describe, expect, test } from 'vitest';
import { saveProfileInput } from '#shared/contracts/tutors.ts';
import { VALIDATION } from '#shared/messages.ts';
import { toVideoId, videoLink } from '#shared/vocabulary/video.ts';

const ID = 'dQw4w9WgX-_';

// spec s12-look.7 | S12 G | An introduction is a video on YouTube: any form of its link is taken, anything else is refused beside the field |
//   src/shared/vocabulary/video.ts, src/shared/contracts/tutors.ts
describe('a link to a video', () => {
  test.each([
    ID,
    ` ${ID} `,
    `https://www.youtube.com/watch?v=${ID}`,
    `http://youtube.com/watch?list=PL1&v=${ID}&t=42s`,
    `youtube.com/watch?v=${ID}`,
    `https://m.youtube.com/watch?v=${ID}&feature=youtu.be`,
    `https://youtu.be/${ID}?si=abc`,
    `https://www.youtube.com/shorts/${ID}?feature=share`,
    `https://www.youtube.com/embed/${ID}?start=3`,
    `https://www.youtube.com/live/${ID}`,
    `https://www.youtube-nocookie.com/embed/${ID}`,
    videoLink(ID),
  ])('%s names it', (typed) => {
    expect(toVideoId(typed)).toBe(ID);
    expect(saveProfileInput.parse({ introductionVideo: typed })).toEqual({ introductionVideo: ID });
  });

  test.each([
    'my video',
    'https://vimeo.com/123456789',
    `https://youtube.com.example.org/watch?v=${ID}`,
    `https://example.org/?u=https://youtu.be/${ID}`,
    `https://www.youtube.com/@teacher`,
    `https://www.youtube.com/playlist?list=${ID}`,
    'https://youtu.be/short',
    `https://youtu.be/${ID}x`,
    `javascript:alert("${ID}")`,
    `https://www.youtube.com/embed/${ID}"onload=`,
  ])('%s names none', (typed) => {
    expect(toVideoId(typed)).toBeNull();
    expect(saveProfileInput.safeParse({ introductionVideo: typed }).error?.issues).toMatchObject([
      { path: ['introductionVideo'], message: VALIDATION.video },
    ]);
  });

  test('may be left out', () => {
    expect(saveProfileInput.parse({ introductionVideo: '  ' })).toEqual({ introductionVideo: '' });
  });
});
