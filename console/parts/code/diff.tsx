/** Values before and after a change. The signs are text, so that nobody needs the colours. */
export function Diff({
  title,
  changes,
}: {
  readonly title: string;
  readonly changes: readonly { readonly name: string; readonly from: string; readonly to: string }[];
}) {
  if (changes.length === 0) return null;
  return (
    <figure class="code-box">
      <figcaption>{title}</figcaption>
      <div class="diff">
        {changes.map(({ name, from, to }) => (
          <div key={name} class="change">
            <Line sign="−" kind="gone" name={name} text={from} />
            <Line sign="+" kind="new" name={name} text={to} />
          </div>
        ))}
      </div>
    </figure>
  );
}

function Line({
  sign,
  kind,
  name,
  text,
}: {
  readonly sign: string;
  readonly kind: 'gone' | 'new';
  readonly name: string;
  readonly text: string;
}) {
  if (text === '') return null;
  return (
    <div class={kind}>
      <span>{sign}</span>
      <span>
        {name}: <bdi>{text}</bdi>
      </span>
    </div>
  );
}
