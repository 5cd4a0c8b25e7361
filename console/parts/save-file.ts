/** Saves data as a file, as a link with `download` does. */
export function saveFile(name: string, data: Blob): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the data when it starts the download, which is after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
