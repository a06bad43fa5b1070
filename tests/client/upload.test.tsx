import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#client/api/session.ts';
import { type Answered, type Sent, type Transport, UploadFailed, uploadPhoto } from '#client/api/upload.ts';
import { FakeRequest } from '#tests/support/fake-request.ts';
import { STUDENT, signIn } from '#tests/support/render.tsx';

const photo = new File(['pixels'], 'photo.jpg', { type: 'image/jpeg' });
const URL_OF_PHOTO = 'http://localhost/files/photo-1.webp';

function answering(answer: Answered | Error): { transport: Transport; sent: Sent[] } {
  const sent: Sent[] = [];
  const transport: Transport = async (request) => {
    sent.push(request);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { transport, sent };
}

const said = (status: number, text: string, retryAfter = 0): Answered => ({ status, text, retryAfter });
const body = (value: unknown) => said(200, JSON.stringify(value));

describe('a photo that is uploaded', () => {
  beforeEach(() => signIn(STUDENT));

  it('goes as the field photo of a form, with the token, and answers its address', async () => {
    const { transport, sent } = answering(body({ success: true, data: { url: URL_OF_PHOTO, id: 'photo-1' } }));
    expect(await uploadPhoto(photo, { transport })).toBe(URL_OF_PHOTO);
    expect(sent).toMatchObject([{ path: '/api/upload/profile-photo', token: 'token-of-student-1' }]);
    expect(sent[0]?.body?.get('photo')).toMatchObject({ name: 'photo.jpg', type: 'image/jpeg', size: 6 });
  });

  it.each([
    ['no data', { success: true }],
    ['no url', { success: true, data: { id: 'photo-1' } }],
    ['an empty url', { success: true, data: { url: '' } }],
    ['a url that is none', { success: true, data: { url: 7 } }],
    ['nothing', null],
  ])('fails when the answer has %s', async (_, answer) => {
    await expect(uploadPhoto(photo, answering(body(answer)))).rejects.toThrow(new UploadFailed('No URL received from photo upload'));
  });

  it.each([
    ['the sentence of the server', said(400, JSON.stringify({ message: 'File size must be less than 2MB' })), 'File size must be less than 2MB'],
    ['its own where the answer has none', said(502, '<html>Bad Gateway</html>'), 'Failed to upload profile photo'],
    [
      'when to try again',
      said(429, JSON.stringify({ message: 'Too many requests. Please try again later.', code: 'request.limited' }), 90),
      'Too many requests. Please try again later. You can try again in 2 minutes.',
    ],
    ['another where nobody answers', new TypeError('no answer'), 'Failed to upload profile image. Please try again.'],
  ])('a failure says %s', async (_, answer, sentence) => {
    await expect(uploadPhoto(photo, answering(answer))).rejects.toThrow(new UploadFailed(sentence));
  });

  it('lets the session be checked when the token is refused, and only then', async () => {
    const check = vi.spyOn(session, 'check').mockResolvedValue();
    await expect(uploadPhoto(photo, answering(said(429, '{}')))).rejects.toThrow();
    expect(check).not.toHaveBeenCalled();
    await expect(uploadPhoto(photo, answering(said(401, '{}')))).rejects.toThrow();
    expect(check).toHaveBeenCalledOnce();
  });
});

describe('on its way', () => {
  beforeEach(() => {
    signIn(STUDENT);
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('says how far it has come, and what came back', async () => {
    const shares: number[] = [];
    const uploading = uploadPhoto(photo, { onProgress: (share) => shares.push(share) });
    const request = FakeRequest.last;
    expect(request.opened).toEqual(['POST', '/api/upload/profile-photo']);
    expect(request.headers.Authorization).toBe('Bearer token-of-student-1');
    request.progress(25, 100);
    request.progress(50, 0);
    request.progress(100, 100);
    request.answer(200, JSON.stringify({ data: { url: URL_OF_PHOTO } }));
    expect(await uploading).toBe(URL_OF_PHOTO);
    expect(shares).toEqual([0.25, 1]);
  });

  it('can be called off, which is no failure of the upload', async () => {
    const controller = new AbortController();
    const uploading = uploadPhoto(photo, { signal: controller.signal });
    controller.abort();
    await expect(uploading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('is not sent when it was called off before', async () => {
    await expect(uploadPhoto(photo, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(FakeRequest.last.sent).toBeNull();
  });

  it('brings back when to try again', async () => {
    const uploading = uploadPhoto(photo);
    FakeRequest.last.answer(429, JSON.stringify({ message: 'Too many requests.' }), { 'Retry-After': '25' });
    await expect(uploading).rejects.toThrow(new UploadFailed('Too many requests. You can try again in 25 seconds.'));
  });

  it('has its sentence when the network is gone', async () => {
    const uploading = uploadPhoto(photo);
    FakeRequest.last.onerror();
    await expect(uploading).rejects.toThrow('Failed to upload profile image. Please try again.');
  });
});
