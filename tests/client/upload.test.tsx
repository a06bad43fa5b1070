import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeI18n, setI18nOfPage } from '#client/lib/i18n.ts';
import { deleteImage, type Transport, type UploadRequest, type UploadResponse, uploadDocuments, uploadPhoto } from '#client/lib/rpc/upload.ts';
import { session } from '#client/lib/session/session.ts';
import { FakeRequest } from '#tests/support/fake-request.ts';
import { STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';

const photo = new File(['pixels'], 'photo.jpg', { type: 'image/jpeg' });
const URL_OF_PHOTO = 'http://localhost/files/photo-1.webp';

function answering(answer: UploadResponse | Error): { transport: Transport; sent: UploadRequest[] } {
  const sent: UploadRequest[] = [];
  const transport: Transport = async (request) => {
    sent.push(request);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { transport, sent };
}

const response = (status: number, text: string, retryAfter = 0): UploadResponse => ({ status, text, retryAfter });
const body = (value: unknown) => response(200, JSON.stringify(value));

describe('a photo that is uploaded', () => {
  beforeEach(() => signIn(STUDENT));

  it('goes as the field photo of a form, with the token, and answers its address', async () => {
    const { transport, sent } = answering(body({ success: true, data: { url: URL_OF_PHOTO, id: 'photo-1' } }));
    expect(await uploadPhoto(photo, { transport })).toBe(URL_OF_PHOTO);
    expect(sent).toMatchObject([{ path: '/api/upload/profile-photo', token: 'token-of-student-1' }]);
    expect(sent[0]?.body?.get('photo')).toMatchObject({ name: 'photo.jpg', type: 'image/jpeg', size: 6 });
  });

  // spec validation.10 | P §5, C §5 | A photo upload response without a URL fails | src/client/lib/rpc/upload.ts
  // spec errors.28 | C §8 Authentication | 'No URL received from photo upload' | src/client/lib/rpc/upload.ts
  it.each([
    ['no data', { success: true }],
    ['no url', { success: true, data: { id: 'photo-1' } }],
    ['an empty url', { success: true, data: { url: '' } }],
    ['a url that is none', { success: true, data: { url: 7 } }],
    ['nothing', null],
  ])('fails when the answer has %s', async (_, answer) => {
    await expect(uploadPhoto(photo, answering(body(answer)))).rejects.toMatchObject({ message: 'No URL received from photo upload' });
  });

  // spec errors.27 | C §8 Authentication, Profile and uploads | 'Failed to upload profile photo', 'Failed to upload profile image. Please try again.'
  //   | src/client/lib/rpc/upload.ts
  it.each([
    ['the sentence of the server', response(400, JSON.stringify({ message: 'File size must be less than 2MB' })), 'File size must be less than 2MB'],
    ['its own where the answer has none', response(502, '<html>Bad Gateway</html>'), 'Failed to upload profile photo'],
    [
      'when to try again',
      response(429, JSON.stringify({ message: 'Too many requests. Please try again later.', code: 'request.limited' }), 90),
      'Too many requests. Please try again later. You can try again in 2 minutes.',
    ],
    ['another where nobody answers', new TypeError('no answer'), 'Failed to upload profile image. Please try again.'],
  ])('a failure says %s', async (_, answer, sentence) => {
    await expect(uploadPhoto(photo, answering(answer))).rejects.toMatchObject({ message: sentence });
  });

  it('lets the session be checked when the token is refused, and only then', async () => {
    const check = vi.spyOn(session, 'check').mockResolvedValue();
    await expect(uploadPhoto(photo, answering(response(429, '{}')))).rejects.toThrow();
    expect(check).not.toHaveBeenCalled();
    await expect(uploadPhoto(photo, answering(response(401, '{}')))).rejects.toThrow();
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
    expect(request.headers).toMatchObject({ Authorization: 'Bearer token-of-student-1', 'Accept-Language': 'en' });
    request.progress(25, 100);
    request.progress(50, 0);
    request.progress(100, 100);
    request.respond(200, JSON.stringify({ data: { url: URL_OF_PHOTO } }));
    expect(await uploading).toBe(URL_OF_PHOTO);
    expect(shares).toEqual([0.25, 1]);
  });

  // spec s15-rest-languages.9 | S15 3 | An upload asks for the language of its page, not for that of the browser | src/client/lib/rpc/upload.ts
  it('asks for sentences in the language of the page', async () => {
    setI18nOfPage(makeI18n('si'));
    const uploading = uploadPhoto(photo);
    setI18nOfPage(makeI18n('en'));
    expect(FakeRequest.last.headers['Accept-Language']).toBe('si');
    FakeRequest.last.respond(400, JSON.stringify({ message: 'හමු නොවීය' }));
    await expect(uploading).rejects.toThrow('හමු නොවීය');
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
    FakeRequest.last.respond(429, JSON.stringify({ message: 'Too many requests.' }), { 'Retry-After': '25' });
    await expect(uploading).rejects.toMatchObject({ message: 'Too many requests. You can try again in 25 seconds.' });
  });

  // spec errors.27
  it('has its sentence when the network is gone', async () => {
    const uploading = uploadPhoto(photo);
    FakeRequest.last.onerror();
    await expect(uploading).rejects.toThrow('Failed to upload profile image. Please try again.');
  });
});

describe('documents that are uploaded', () => {
  beforeEach(() => signIn(TUTOR));

  const files = ['one.jpg', 'two.png'].map((name) => new File(['pixels'], name));
  const documentOf = (index: number) => ({ id: `document-${index}`, url: `http://localhost/files/documents/${index}.jpg?expires=1&signature=s` });

  it('go one by one as the field documents, say how far each has come, and answer in their order', async () => {
    const sent: UploadRequest[] = [];
    const shares: [number, number][] = [];
    const transport: Transport = async (request) => {
      request.onProgress(0.5);
      request.onProgress(1);
      return body({ success: true, message: '1 image(s) uploaded successfully!', data: [documentOf(sent.push(request))] });
    };
    const documents = await uploadDocuments(files, { transport, onProgress: (share, index) => shares.push([index, share]) });
    expect(documents).toEqual([documentOf(1), documentOf(2)]);
    expect(sent.map(({ method, path, token }) => [method, path, token])).toEqual(
      Array(2).fill(['POST', '/api/upload/verification-docs', 'token-of-tutor-1']),
    );
    expect(sent.map((request) => request.body?.getAll('documents'))).toMatchObject([[{ name: 'one.jpg' }], [{ name: 'two.png' }]]);
    expect(shares).toEqual([
      [0, 0.5],
      [0, 1],
      [1, 0.5],
      [1, 1],
    ]);
  });

  // spec errors.61
  it.each([
    [
      'the sentence of the server',
      response(400, JSON.stringify({ message: 'two.png is too large. Maximum file size is 2MB.' })),
      'two.png is too large. Maximum file size is 2MB.',
      false,
    ],
    ['its own where the answer has none', response(502, '<html>Bad Gateway</html>'), 'Failed to upload documents. Please try again.', true],
    ['its own where nobody answers', new TypeError('no answer'), 'Failed to upload documents. Please try again.', true],
    ['its own where the answer names no document', body({ success: true, data: [] }), 'Failed to upload documents. Please try again.', false],
    [
      'its own where the document has no address',
      body({ success: true, data: [{ id: 'a' }] }),
      'Failed to upload documents. Please try again.',
      false,
    ],
  ])('a failure says %s, and none is sent after it', async (_, answer, sentence, isTemporary) => {
    const request = answering(answer);
    await expect(uploadDocuments(files, request)).rejects.toMatchObject({ message: sentence, isTemporary });
    expect(request.sent).toHaveLength(1);
  });

  it('can be called off, which is no failure of the upload', async () => {
    const called = new DOMException('called off', 'AbortError');
    const transport: Transport = () => Promise.reject(called);
    await expect(uploadDocuments(files, { transport })).rejects.toBe(called);
  });
});

describe('an image that is deleted', () => {
  beforeEach(() => signIn(TUTOR));

  it('is named in the path, its address as a whole', async () => {
    const { transport, sent } = answering(body({ success: true, message: 'Image deleted successfully!', data: { result: 'ok' } }));
    await deleteImage('http://localhost/files/documents/1.jpg?expires=1', { transport });
    const path = '/api/upload/http%3A%2F%2Flocalhost%2Ffiles%2Fdocuments%2F1.jpg%3Fexpires%3D1';
    expect(sent).toMatchObject([{ method: 'DELETE', path, token: 'token-of-tutor-1', body: null }]);
  });

  // spec errors.61
  it.each([
    [
      'the sentence of the server',
      response(403, JSON.stringify({ message: 'You can only delete your own images' })),
      'You can only delete your own images',
    ],
    ['its own where the answer has none', response(500, '{}'), 'Failed to delete image'],
    ['its own where nobody answers', new TypeError('no answer'), 'Failed to delete image'],
    ['the status where the answer is a page', response(502, '<html>Bad Gateway</html>'), 'Server error (502): Unable to delete image'],
    ['the status where the answer is empty', response(504, ''), 'Server error (504): Unable to delete image'],
  ])('a failure says %s', async (_, answer, sentence) => {
    await expect(deleteImage('document-1', answering(answer))).rejects.toMatchObject({ message: sentence });
  });

  it('is asked for without a form, and lets the session be checked when the token is refused', async () => {
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    const check = vi.spyOn(session, 'check').mockResolvedValue();
    const deleting = deleteImage('document-1');
    expect([FakeRequest.last.opened, FakeRequest.last.sent]).toEqual([['DELETE', '/api/upload/document-1'], null]);
    FakeRequest.last.respond(401, JSON.stringify({ message: 'Authentication required' }));
    await expect(deleting).rejects.toThrow('Authentication required');
    expect(check).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });
});
