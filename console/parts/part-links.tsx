/** Links to the parts of a screen. Each part has a URL of its own. */
export function PartLinks({
  label,
  parts,
  current,
}: {
  readonly label: string;
  readonly parts: readonly { readonly name: string; readonly href: string }[];
  readonly current: string;
}) {
  return (
    <nav class="parts" aria-label={label}>
      {parts.map(({ name, href }) => (
        <a key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
