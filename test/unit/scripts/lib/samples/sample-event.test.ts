import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillSampleEvent, readSamples } from '#scripts/lib/samples/sample-event.ts';

const samples = await readSamples();

describe('the samples in events/', () => {
  it('have one for every function', () => {
    const functions = globSync('functions/**/index.ts').map((file) => basename(dirname(file)));

    expect([...new Set(samples.map((sample) => sample.function))].toSorted()).toEqual(functions.toSorted());
  });

  it('have unique names', () => {
    const names = samples.map((sample) => `${sample.function}/${sample.name}`);

    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('use every file', () => {
    const files = globSync('events/**/*.json').map(
      (file) => `${basename(dirname(file))}/${basename(file, '.json')}`,
    );
    const known = new Set(samples.map((sample) => `${sample.function}/${sample.name}`));

    expect(files.filter((file) => !file.endsWith('/samples') && !known.has(file))).toEqual([]);
  });

  it('have one complete event of each HTTP operation, which the others extend', () => {
    const first = samples.find((sample) => sample.function === 'create-page');

    expect(first).toMatchObject({ kind: 'http', name: 'valid', event: { version: '2.0' } });
  });
});

describe('fillSampleEvent', () => {
  const sample = { function: 'get-thing', name: 'valid', event: { path: '/{{id}}', list: ['{{id}}', 1] } };

  it('fills placeholders everywhere', () => {
    expect(fillSampleEvent(sample, { id: 'x' })).toEqual({ path: '/x', list: ['x', 1] });
  });

  it('fails for a placeholder without a value', () => {
    expect(() => fillSampleEvent(sample, {})).toThrow('get-thing/valid needs a value for {{id}}');
  });
});
