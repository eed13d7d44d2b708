/** Gives the browser a file to save. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Late enough for the browser to start reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
