import { describe, expect, test } from 'vitest';
import { boundaryOf, parseMultipart } from '#server/rest/form-data.ts';

const part = (headers: string, content = 'content') => `--x\r\n${headers}\r\n\r\n${content}\r\n`;
const named = (name: string, content?: string) => part(`Content-Disposition: form-data; name="${name}"`, content);
const read = (body: string | Buffer) =>
  parseMultipart(Buffer.from(body), 'x')?.map(({ name, fileName, bytes }) => [name, fileName, Buffer.from(bytes).toString()]) ?? null;

describe('parseMultipart', () => {
  test('returns the parts in order, byte by byte', () => {
    const bytes = Buffer.from([0, 13, 10, 45, 45, 120, 255, 13, 10, 45, 45, 121]);
    const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="photo"; filename="me.jpg"\r\nContent-Type: image/jpeg\r\n\r\n');
    // `--x` inside a line does not end a part.
    const form = parseMultipart(Buffer.concat([head, bytes.subarray(3), Buffer.from(`\r\n${named('type', '')}--x--`)]), 'x');
    expect(form).toEqual([
      { name: 'photo', fileName: 'me.jpg', bytes: bytes.subarray(3) },
      { name: 'type', fileName: null, bytes: Buffer.alloc(0) },
    ]);
  });

  // spec s8-load.7
  test('returns bytes of a file as a view into the body', () => {
    const body = Buffer.from(`${part('Content-Disposition: form-data; name="photo"; filename="a"', 'b'.repeat(100))}--x--`);
    expect(parseMultipart(body, 'x')?.[0]?.bytes.buffer).toBe(body.buffer);
  });

  test('reads what browsers write', async () => {
    const form = new FormData();
    form.append('documents', new File(['one'], 'පවුල "A" සහතිකය.pdf'));
    form.append('documents', new File(['two'], 'C:\\papers\\a;b.pdf'));
    form.append('ty"pe', 'degree\nor so');
    const request = new Request('http://site', { method: 'POST', body: form });
    const boundary = boundaryOf(request.headers.get('content-type') ?? '') ?? expect.fail('there is no boundary');
    const parts = parseMultipart(Buffer.from(await request.arrayBuffer()), boundary);
    expect(parts?.map(({ name, fileName, bytes }) => [name, fileName, Buffer.from(bytes).toString()])).toEqual([
      ['documents', 'පවුල "A" සහතිකය.pdf', 'one'],
      ['documents', 'C:\\papers\\a;b.pdf', 'two'],
      ['ty"pe', null, 'degree\r\nor so'],
    ]);
  });

  test.each([
    ['of nothing but its end', '--x--', []],
    ['behind lines before the first part', `\r\nfor old readers\r\n${named('a')}--x--`, [['a', null, 'content']]],
    ['with lines behind its end', `${named('a')}--x--\r\nand more`, [['a', null, 'content']]],
    ['whose headers are written otherwise', `${part('CONTENT-DISPOSITION:form-data;NAME=a;FileName=b.pdf')}--x--`, [['a', 'b.pdf', 'content']]],
    [
      'with an escaped quote in the name of a file',
      `${part('Content-Disposition: form-data; name="a"; filename="say \\"hi\\".pdf"')}--x--`,
      [['a', 'say "hi".pdf', 'content']],
    ],
    [
      'that names a file in UTF-8',
      `${part("Content-Disposition: form-data; name=a; filename=x; filename*=UTF-8''%E0%B6%85.pdf")}--x--`,
      [['a', 'අ.pdf', 'content']],
    ],
    [
      'that names a file in broken UTF-8',
      `${part("Content-Disposition: form-data; name=a; filename=x; filename*=UTF-8''%E0%B6.pdf")}--x--`,
      [['a', 'x', 'content']],
    ],
    [
      'whose file bears the name of another field',
      `${part('Content-Disposition: form-data; filename="a; name=b"; name="c"')}--x--`,
      [['c', 'a; name=b', 'content']],
    ],
  ])('reads %s', (_, body, parts) => {
    expect(read(body)).toEqual(parts);
  });

  test.each([
    ['of nothing', ''],
    ['of another boundary', '--y\r\n\r\n--y--'],
    ['without its end', named('a')],
    ['that ends within a part', `${named('a')}--x\r\nContent-Disposition: form-data; name="b"\r\n\r\nhalf`],
    ['that ends within headers', `${named('a')}--x\r\nContent-Disposition: form-data`],
    ['with a part without headers', '--x\r\n\r\na\r\n--x--'],
    ['with a part without a name', `${part('Content-Disposition: form-data; filename="a"')}--x--`],
    ['with a part that is no field', `${part('Content-Disposition: attachment; name="a"')}--x--`],
    ['with something behind a boundary', '--x and more\r\nContent-Disposition: form-data; name="a"\r\n\r\na\r\n--x--'],
    ['with headers of 5 KB', `${part(`Content-Disposition: form-data; name="${'a'.repeat(5000)}"`)}--x--`],
    ['of 21 parts', `${named('a').repeat(21)}--x--`],
  ])('returns null for %s', (_, body) => {
    expect(read(body)).toBeNull();
  });

  test('accepts twenty parts', () => {
    expect(read(`${named('a').repeat(20)}--x--`)).toHaveLength(20);
  });
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; Boundary="a b"', 'a b'],
  [`multipart/form-data; boundary=${'a'.repeat(70)}`, 'a'.repeat(70)],
  [`multipart/form-data; boundary=${'a'.repeat(71)}`, null],
  ['multipart/form-data; boundary="a\\"b"', null],
  ['multipart/form-data', null],
])('boundaryOf reads %s', (contentType, boundary) => {
  expect(boundaryOf(contentType)).toBe(boundary);
});
