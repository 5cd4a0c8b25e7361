import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2, SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { completeEvent, exampleValues } from '#scripts/lib/samples/complete-event.ts';
import { readSamples } from '#scripts/lib/samples/sample-event.ts';

const samples = await readSamples();
const printed = samples.map((sample) => ({
  ...sample,
  label: `${sample.function}/${sample.name}`,
  complete: completeEvent(sample, exampleValues(sample)),
}));

/** A sample of an operation with this body and these headers. */
function sampleWith(request: object) {
  const event = {
    routeKey: 'POST /things',
    rawPath: '/things',
    rawQueryString: '',
    requestContext: { routeKey: 'POST /things', http: { method: 'POST', path: '/things' } },
    ...request,
  };
  return completeEvent(
    { function: 'create-thing', name: 'valid', kind: 'http', event },
    {},
  ) as APIGatewayProxyEventV2;
}

describe('completeEvent', () => {
  it.each(printed)('leaves no placeholder in $label', ({ complete }) => {
    expect(JSON.stringify(complete)).not.toContain('{{');
  });

  it.each(printed.filter(({ kind }) => kind === 'http'))(
    'has every member of the format 2.0 in $label',
    ({ complete }) => {
      const { version, headers, requestContext, isBase64Encoded, ...event } =
        complete as APIGatewayProxyEventV2;

      expect([version, typeof isBase64Encoded]).toEqual(['2.0', 'boolean']);
      expect(Object.keys(headers).filter((name) => name !== name.toLowerCase())).toEqual([]);
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(['host', 'user-agent', 'x-forwarded-for']));
      expect(requestContext).toEqual(
        expect.objectContaining({
          accountId: expect.any(String),
          apiId: expect.any(String),
          domainName: expect.any(String),
          domainPrefix: expect.any(String),
          requestId: expect.any(String),
          routeKey: event.routeKey,
          stage: '$default',
          time: expect.any(String),
          timeEpoch: expect.any(Number),
          http: {
            method: expect.any(String),
            path: event.rawPath,
            protocol: 'HTTP/1.1',
            sourceIp: expect.any(String),
            userAgent: expect.any(String),
          },
        }),
      );
      expect(event).toMatchObject({ rawPath: expect.any(String), rawQueryString: expect.any(String) });
    },
  );

  it('has the checksum of each message of a queue', () => {
    const messages = printed
      .filter(({ kind }) => kind === 'queue')
      .flatMap(({ complete }) => (complete as SQSEvent).Records);

    expect(messages.length).toBeGreaterThan(20);
    for (const { body, md5OfBody } of messages)
      expect(md5OfBody).toBe(createHash('md5').update(body).digest('hex'));
  });

  it('passes JSON as text, with its length in bytes', () => {
    const event = sampleWith({ headers: { 'Content-Type': 'application/json' }, body: '{"name":"ä"}' });

    expect([event.body, event.isBase64Encoded]).toEqual(['{"name":"ä"}', false]);
    expect(event.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '13' });
  });

  it('encodes a form in base64, as API Gateway does', () => {
    const type = 'application/x-www-form-urlencoded';
    const event = sampleWith({ headers: { 'content-type': type }, body: 'password=ä' });

    expect([Buffer.from(event.body ?? '', 'base64').toString(), event.isBase64Encoded]).toEqual([
      'password=ä',
      true,
    ]);
    expect(event.headers['content-length']).toBe('11');
  });

  it('leaves a body that is encoded already, and an event without a body', () => {
    const encoded = sampleWith({ body: 'cGFzcw==', isBase64Encoded: true });

    expect([encoded.body, encoded.isBase64Encoded, encoded.headers['content-length']]).toEqual([
      'cGFzcw==',
      true,
      '4',
    ]);
    expect(sampleWith({}).isBase64Encoded).toBe(false);
    expect(sampleWith({})).not.toHaveProperty('body');
  });

  it('uses the given values instead of the examples', () => {
    const sample = {
      function: 'f',
      name: 'n',
      kind: 'schedule',
      event: { id: '{{pageId}} {{apiKey}}' },
    } as const;

    expect(completeEvent(sample, { ...exampleValues(sample), apiKey: 'mine' })).toEqual({
      id: '01980000-0000-7000-8000-000000000001 mine',
    });
  });
});
