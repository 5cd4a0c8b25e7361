import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { serialize, toResult } from '#shared/platform/http/respond.ts';

const operation = defineOperation({
  name: 'make-thing',
  product: 'meta',
  summary: 'Make a thing',
  routes: [],
  access: { kind: 'public' },
  uses: [],
  responses: { 200: v.object({ data: v.object({ id: v.string() }) }), 202: v.string(), 204: null },
  errors: [],
});

describe('serialise', () => {
  it('keeps only declared fields, at every depth', () => {
    const body = { data: { id: 'x', email: 'ada@example.com' }, secret: 'whsec_abc' };

    expect(serialize(operation, { status: 200, body, headers: { ETag: '"1"' } })).toEqual({
      status: 200,
      headers: { ETag: '"1"' },
      body: { data: { id: 'x' } },
    });
  });

  it.each([{}, { data: {} }, { data: { id: 7 } }, { data: null }, undefined])(
    'throws if the response is %j, and reports the position, not the value',
    (body) => {
      expect(() => serialize(operation, { status: 200, body })).toThrow(
        /^make-thing returned a 200 response that violates its schema at (data)?/u,
      );
    },
  );

  it('does not show an invalid value', () => {
    expect(() => serialize(operation, { status: 200, body: { data: { id: ['hunter2'] } } })).not.toThrow(
      /hunter2/u,
    );
  });

  it('is a server error if the status is not declared', () => {
    expect(() => serialize(operation, { status: 201, body: {} })).toThrow('declares no response 201');
  });
});

describe('toResult', () => {
  it('is JSON for an object', () => {
    expect(toResult(serialize(operation, { status: 200, body: { data: { id: 'ä' } } }))).toEqual({
      statusCode: 200,
      headers: { 'Content-Type': 'application/json' },
      body: '{"data":{"id":"ä"}}',
    });
  });

  it('is the string itself for a string, in the media type of the handler', () => {
    const headers = { 'Content-Type': 'text/html' };

    expect(toResult(serialize(operation, { status: 202, body: '<p>', headers }))).toEqual({
      statusCode: 202,
      headers,
      body: '<p>',
    });
  });

  it('has neither body nor media type if none is declared', () => {
    expect(toResult(serialize(operation, { status: 204, body: { leaked: true } }))).toEqual({
      statusCode: 204,
      headers: {},
    });
  });
});
