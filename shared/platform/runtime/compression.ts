import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

type Coding = { readonly name: 'br' | 'gzip'; readonly compress: (text: string) => Buffer };

/** In order of preference. An HTTP API does not compress responses. Quality 5 takes a millisecond for a page. */
const CODINGS: readonly Coding[] = [
  {
    name: 'br',
    compress: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  },
  { name: 'gzip', compress: (text) => gzipSync(text) },
];

/** The coding to use, or undefined for none (RFC 9110, 12.5.3). Ignores `*`, and all weights except 0. */
export function acceptedCoding(acceptEncoding: string | undefined): Coding | undefined {
  return CODINGS.find(({ name }) => acceptsCoding(acceptEncoding, name));
}

/** Whether the client accepts this coding, by the same rules. */
export function acceptsCoding(acceptEncoding: string | undefined, coding: Coding['name']): boolean {
  return (acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/u))
    .filter(([, weight]) => weight === undefined || !/^q=0(?:\.0*)?$/u.test(weight))
    .some(([name]) => name === coding);
}
