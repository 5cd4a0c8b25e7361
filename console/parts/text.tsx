/** Text of customers and receivers: shown as it is, never as markup. */
export function Text({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} dir="auto">
        {text}
      </pre>
    </figure>
  );
}
