/**
 * Returns a function that gives a field its caret back after a dialog has left the page. Chromium returns only the focus then, and what the
 * person types next would be lost.
 */
export function caretKeeper(): () => void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return () => undefined;
  const { selectionStart: start, selectionEnd: end } = field;
  return () => {
    requestAnimationFrame(() => {
      if (document.activeElement !== field) return;
      if (start !== null) {
        field.setSelectionRange(start, end);
        return;
      }
      // Fields for numbers and addresses do not say where their caret is.
      field.blur();
      field.focus({ preventScroll: true });
    });
  };
}
