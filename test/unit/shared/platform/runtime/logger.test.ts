import { describe, expect, it } from 'vitest';
import { describeError } from '#shared/platform/runtime/logger.ts';

class StrangeError extends Error {
  override readonly name = 'StrangeError';
  readonly payload = 'secret-payload';
}

describe('describeError', () => {
  it('returns name, message and source position', () => {
    const described = describeError(new StrangeError('went wrong'));

    expect(described).toEqual({
      error: 'StrangeError',
      detail: 'went wrong',
      where: expect.stringContaining('logger.test.ts') as unknown,
    });
  });

  it('contains no stack and no other property of the error', () => {
    const text = JSON.stringify(describeError(new StrangeError('went wrong')));

    expect(text).not.toContain('secret-payload');
    expect(text).not.toContain('\\n');
    expect(text.match(/\.ts:/gu)).toHaveLength(1);
  });

  it('describes the causes the same way', () => {
    const error = new Error('outer', { cause: new StrangeError('inner', { cause: 'a secret text' }) });

    expect(describeError(error)).toMatchObject({
      detail: 'outer',
      cause: { error: 'StrangeError', detail: 'inner', cause: { error: 'string' } },
    });
    expect(JSON.stringify(describeError(error))).not.toContain('secret');
  });

  it.each([
    ['a secret text', 'string'],
    [{ secret: 1 }, 'object'],
    [undefined, 'undefined'],
    [null, 'object'],
  ])('returns only the type of %j, which is not an error', (thrown, type) => {
    expect(describeError(thrown)).toEqual({ error: type });
  });

  it('works without a stack', () => {
    const error = new Error('bare');
    delete error.stack;

    expect(describeError(error)).toEqual({ error: 'Error', detail: 'bare' });
  });
});
