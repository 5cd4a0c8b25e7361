import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS } from '#functions/api-docs/get-document/documents.ts';
import { createHandler as createGetDocumentHandler } from '#functions/api-docs/get-document/handler.ts';
import { operation } from '#functions/api-docs/get-document/operation.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { HOSTS, aLambdaContext, anHttpEvent } from '#test/support/fixtures/platform/http-event.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const ENTRY = new URL('../../../functions/api-docs/get-document/index.ts', import.meta.url).href;

const serve = httpFunction(operation, createGetDocumentHandler({ files: deployedFiles(ENTRY) }), {
  clock: () => NOW,
  hosts: HOSTS,
  log: createRecordingLog(),
});

/** The script takes long to compress if the function runs from the repository, once for each encoding. */
const paths = DOCUMENTS.map(({ path }) => path).filter((path) => path !== '/docs/reference.js');

const coding = fc.oneof(
  fc.constantFrom('gzip', 'gzip;q=0', 'GZIP , br', 'identity', '*', ''),
  fc.string({ unit: 'binary' }),
);
const tags = fc.oneof(fc.constantFrom('*', '"x"', 'W/"x", "y"', ''), fc.string({ unit: 'binary' }));

describe('any request for a document', () => {
  it('returns it, or 304 to a client that has it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          path: fc.constantFrom(...paths),
          method: fc.constantFrom('GET', 'HEAD'),
          query: fc.dictionary(fc.string(), fc.string({ unit: 'binary' }), { maxKeys: 3 }),
          headers: fc.record({ 'accept-encoding': coding, 'if-none-match': tags }, { requiredKeys: [] }),
        }),
        async (request) => {
          const { statusCode, headers, body } = await serve(anHttpEvent(request), aLambdaContext());

          expect([200, 304]).toContain(statusCode);
          expect(headers).toMatchObject({
            ETag: expect.stringMatching(/^"[\w-]+"$/u),
            Vary: 'Accept-Encoding',
          });
          expect(body !== undefined).toBe(statusCode === 200 && request.method === 'GET');
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
