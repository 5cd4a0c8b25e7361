/** A value of a template with its intrinsics as short text, so that assertions and snapshots are readable. */
export function render(value: unknown, exports: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => render(item, exports));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first !== undefined) {
    const text = renderIntrinsic(first[0], first[1], exports);
    if (text !== undefined) return text;
  }
  return Object.fromEntries(entries.map(([name, member]) => [name, render(member, exports)]));
}

function renderIntrinsic(
  name: string,
  argument: unknown,
  exports: ReadonlyMap<string, unknown>,
): string | undefined {
  if (name === 'Ref') return `\${${String(argument)}}`;
  if (name === 'Fn::Sub') return String(argument);
  if (name === 'Fn::GetAtt' && Array.isArray(argument)) return `\${${argument.join('.')}}`;
  if (name === 'Fn::ImportValue') return String(render(exports.get(String(argument)), exports));
  if (name === 'Fn::Join' && Array.isArray(argument) && Array.isArray(argument[1])) {
    return argument[1].map((part) => String(render(part, exports))).join(String(argument[0]));
  }
  return undefined;
}
