import { CodeBlock, type CodeBlockProps } from './code-block.tsx';

/** The first line of a request, if it is known, and its headers, one on each line. */
export function HttpHeaders({
  first,
  headers,
  ...block
}: Omit<CodeBlockProps, 'text'> & {
  /** The method and the URL. */
  readonly first?: readonly [method: string, url: string];
  readonly headers: readonly (readonly [name: string, value: string])[];
}) {
  const lines = [
    ...(first ? [{ key: first[0], end: ` ${first[1]}` }] : []),
    ...headers.map(([name, value]) => ({ key: `${name}:`, end: ` ${value}` })),
  ];
  return (
    <CodeBlock {...block} text={lines.map(({ key, end }) => `${key}${end}`).join('\n')}>
      {lines.map(({ key, end }, index) => (
        <span key={index}>
          {index > 0 && '\n'}
          <span class="token-key">{key}</span>
          {end}
        </span>
      ))}
    </CodeBlock>
  );
}
