import { describe, expect, it } from 'vitest';
import { createResponseComponents } from '#shared/api-docs/response-components.ts';

describe('createResponseComponents', () => {
  it('declares a response once, however often it is used', () => {
    const { declare, all } = createResponseComponents();
    declare('Gone', { description: 'Gone' });

    expect(declare('Gone', { description: 'Gone' })).toEqual({ $ref: '#/components/responses/Gone' });
    expect(all()).toEqual({ Gone: { description: 'Gone' } });
  });

  it('fails for two different responses with one name', () => {
    const { declare } = createResponseComponents();
    declare('Gone', { description: 'Gone' });

    expect(() => declare('Gone', { description: 'Expired' })).toThrow(
      'Two different responses are called Gone',
    );
  });
});
