import { describe, expect, it } from 'vitest';
import { createKnownThings } from '#scripts/lib/fuzz/known-things.ts';

const operation = { operationId: 'x', parameters: [], responses: {} };
const paths = {
  '/pages': { post: operation },
  '/pages/{page}': { get: operation },
  '/pages/{page}/blocks': { post: operation },
  '/pages/{page}/blocks/{block}': { patch: operation },
};

function start(spared: readonly string[] = []) {
  return createKnownThings({ paths }, { file: ['font'] }, new Set(spared));
}

describe('createKnownThings', () => {
  it('stores values under the path of the request that returned them', () => {
    const known = start();
    known.recordOutcome('/pages', {}, { data: { id: 'p1' } });
    known.recordOutcome('/pages/{page}/blocks', { page: 'p1' }, { data: { id: 'b1' } });

    expect(known.namesFor('/pages/{page}', 5)).toEqual({ page: 'p1' });
    expect(known.namesFor('/pages/{page}/blocks/{block}', 3)).toEqual({ page: 'p1', block: 'b1' });
    expect(known.namesFor('/pages/{page}/blocks', 0)).toEqual({ page: 'p1' });
    expect(known.namesFor('/pages', 0)).toEqual({});
  });

  it('takes turns, UUIDs before numbers, and reads lists too', () => {
    const known = start();
    known.recordOutcome(
      '/pages',
      {},
      {
        data: [
          { id: 1, uuid: 'p1' },
          { id: 2, uuid: 'p2' },
        ],
      },
    );

    expect([0, 1, 2].map((turn) => known.namesFor('/pages/{page}', turn)['page'])).toEqual([
      'p1',
      'p2',
      'p1',
    ]);
  });

  it('removes deleted values but not configured ones, and never returns protected ones', () => {
    const known = start(['mine']);
    known.recordOutcome('/pages', {}, { data: { id: 'mine' } });
    known.recordOutcome('/pages', {}, { data: { id: 'p1' } });
    known.forget('/pages/{page}', { page: 'p1' });
    known.forget('/fonts/{file}', { file: 'font' });

    expect(known.namesFor('/pages/{page}', 0)).toEqual({});
    expect(known.namesFor('/fonts/{file}', 0)).toEqual({ file: 'font' });
  });
});
