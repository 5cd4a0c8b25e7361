import { describe, expect, it } from 'vitest';
import { createRouteFinder } from '#scripts/lib/conformance/find-route.ts';

const operation = { operationId: 'x', parameters: [], responses: {} };
const findRoute = createRouteFinder({
  paths: {
    '/{slug}': { get: operation },
    '/healthz': { get: operation },
    '/things/{thing}': { get: operation, delete: operation },
    '/things/order': { put: operation },
    '/{kind}/order': { put: operation, get: operation },
  },
});

describe('createRouteFinder', () => {
  it.each([
    ['GET', '/healthz', '/healthz'],
    ['GET', '/ada', '/{slug}'],
    ['DELETE', '/things/1', '/things/{thing}'],
    ['PUT', '/things/order', '/things/order'],
    ['GET', '/things/order', '/things/{thing}'],
    ['PUT', '/others/order', '/{kind}/order'],
  ])('finds the route of %s %s', (method, path, template) => {
    expect(findRoute(method, path)).toBe(template);
  });

  it.each([
    ['another method', 'POST', '/healthz'],
    ['an empty segment', 'GET', '/things/'],
    ['another length', 'GET', '/things/1/2'],
  ])('finds nothing for %s', (_, method, path) => {
    expect(findRoute(method, path)).toBeUndefined();
  });
});
