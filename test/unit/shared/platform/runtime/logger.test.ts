import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog, describeError } from '#shared/platform/runtime/logger.ts';

class StrangeError extends Error {
  override readonly name = 'StrangeError';
  readonly payload = 'secret-payload';
}

const MESSAGE = { code: 'POST_SENT', message: 'A post was sent' };

function linesOf(run: () => void): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0);
  try {
    run();
  } finally {
    vi.restoreAllMocks();
  }
  return lines;
}

describe('createLog', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('writes a line of JSON with time, service and operation', () => {
    vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'send-post');
    vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');

    const lines = linesOf(() =>
      createLog('send-post', process.env).warn(MESSAGE, { post_id: 'p1', attempt: 2 }),
    );

    expect(lines).toEqual([
      {
        level: 'WARN',
        message: 'A post was sent',
        timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u) as unknown,
        service: 'send-post',
        operation: 'send-post',
        post_id: 'p1',
        attempt: 2,
        code: 'POST_SENT',
      },
    ]);
  });

  it('counts each line of the level ERROR as a failure of the function, and no other line', () => {
    const log = createLog('send-post', { STAGE: 'prod', POWERTOOLS_LOG_LEVEL: 'DEBUG' });

    const lines = linesOf(() => {
      for (const name of ['debug', 'info', 'warn', 'error'] as const) log[name](MESSAGE, { Failed: 7 });
    });

    expect(lines.map((line) => line['_aws'])).toEqual([
      undefined,
      undefined,
      undefined,
      {
        Timestamp: expect.any(Number) as unknown,
        CloudWatchMetrics: [
          {
            Namespace: 'workspace-prod',
            Dimensions: [['operation']],
            Metrics: [{ Name: 'Failed', Unit: 'Count' }],
          },
        ],
      },
    ]);
    expect(lines.at(-1)).toMatchObject({ level: 'ERROR', operation: 'send-post', Failed: 1 });
  });

  it('includes the trace that Lambda sets for the invocation', () => {
    vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
    const log = createLog('send-post', process.env);
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-2-3;Parent=4;Sampled=1');

    expect(linesOf(() => log.info(MESSAGE))).toMatchObject([{ xray_trace_id: '1-2-3' }]);
  });

  it.each([
    ['DEBUG', ['DEBUG', 'INFO', 'WARN', 'ERROR']],
    ['INFO', ['INFO', 'WARN', 'ERROR']],
    ['warn', ['WARN', 'ERROR']],
    ['ERROR', ['ERROR']],
    ['SILENT', []],
    ['', ['INFO', 'WARN', 'ERROR']],
    ['LOUD', ['INFO', 'WARN', 'ERROR']],
  ])('writes at the level %j the lines %j', (level, written) => {
    vi.stubEnv('POWERTOOLS_LOG_LEVEL', level);
    const log = createLog('send-post', process.env);

    const lines = linesOf(() => {
      for (const name of ['debug', 'info', 'warn', 'error'] as const) log[name](MESSAGE);
    });

    expect(lines.map((line) => line['level'])).toEqual(written);
  });

  it('writes the code and not a field of the same name', () => {
    vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');

    expect(linesOf(() => createLog('send-post', process.env).info(MESSAGE, { code: 'other' }))).toMatchObject(
      [{ code: 'POST_SENT' }],
    );
  });
});

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
