import { describe, expect, it } from 'vitest';
import { operationId, pascalCase, routeId } from '#shared/api-docs/operation-id.ts';
import type { Route } from '#shared/platform/http/operation.ts';
import { anOperation } from '#test/support/builders/platform/openapi-builders.ts';

function idsOf(...routes: Route[]): string[] {
  const operation = anOperation({ name: 'show-thing', routes });
  return routes.map((route) => routeId(operation, route));
}

describe('operationId', () => {
  it('is the name in camel case', () => {
    expect([operationId('list-api-keys'), pascalCase('list-api-keys')]).toEqual([
      'listApiKeys',
      'ListApiKeys',
    ]);
    expect(pascalCase('salesbot.store.order_paid')).toBe('SalesbotStoreOrderPaid');
  });
});

describe('routeId', () => {
  it('states the difference of every route but the first', () => {
    expect(
      idsOf(
        { method: 'GET', path: '/a' },
        { method: 'HEAD', path: '/a' },
        { method: 'GET', path: '/b' },
        { method: 'HEAD', path: '/b' },
        { method: 'GET', path: '/c' },
      ),
    ).toEqual(['showThing', 'showThingHead', 'showThingAlias', 'showThingHead2', 'showThingAlias2']);
  });

  it('is the declared name of a route', () => {
    const docs = { id: 'getPart', summary: 'A part', mediaType: 'text/plain' };

    expect(
      idsOf(
        { method: 'GET', path: '/a' },
        { method: 'GET', path: '/b', docs },
        { method: 'HEAD', path: '/b', docs },
      ),
    ).toEqual(['showThing', 'getPart', 'getPartHead']);
  });
});
