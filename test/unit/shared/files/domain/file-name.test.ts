import { describe, expect, it } from 'vitest';
import { fileNameInUrl, fileNameOf } from '#shared/files/domain/file-name.ts';

describe('fileNameOf', () => {
  it.each([
    ['Engine.png', 'Engine.png'],
    ['  Engine.png ', 'Engine.png'],
    ['/home/ada/Engine.png', 'Engine.png'],
    [String.raw`C:\Users\Ada\Engine.png`, 'Engine.png'],
    ['../../etc/passwd', 'passwd'],
    ['a\r\nb\u0000c\u2028d.png', 'abcd.png'],
    // U+202E would show the extension in reverse.
    ['photo\u202Egnp.exe', 'photognp.exe'],
    ['über €uro 😀.png', 'über €uro 😀.png'],
    ['\ud800.png', '\ufffd.png'],
    ['', 'fallback'],
    ['/', 'fallback'],
    ['..', 'fallback'],
    [' \u0000 ', 'fallback'],
  ])('returns the name in %j as %j', (path, name) => {
    expect(fileNameOf(path, 'fallback')).toBe(name);
  });

  it('shortens a long name before its extension, in code points', () => {
    const name = fileNameOf(`${'😀'.repeat(300)}.png`, '');

    expect([...name]).toHaveLength(255);
    expect(name.endsWith('😀.png')).toBe(true);
    expect([...fileNameOf(`a.${'b'.repeat(300)}`, '')]).toHaveLength(255);
  });
});

describe('fileNameInUrl', () => {
  it.each([
    ['https://files.example.com/a/Engine.png?x=1', 'Engine.png'],
    ['https://files.example.com/a/%C3%BCber%20alles.png', 'über alles.png'],
    ['https://files.example.com/a%2F..%2Fb.png', 'b.png'],
    ['https://files.example.com/%zz.png', '%zz.png'],
    ['https://files.example.com/%00', 'files.example.com'],
    ['https://files.example.com/', 'files.example.com'],
  ])('returns the name in %s as %s', (url, name) => {
    expect(fileNameInUrl(new URL(url))).toBe(name);
  });
});
