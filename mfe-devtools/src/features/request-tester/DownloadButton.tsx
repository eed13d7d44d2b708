import { SmallButton } from '../../SmallButton.tsx';

const extensions: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
};

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Late enough for the browser to start reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

interface DownloadButtonProps {
  readonly data: string | Uint8Array<ArrayBuffer>;
  /** The media type. */
  readonly type: string;
}

export function DownloadButton({ data, type }: DownloadButtonProps) {
  const name = `response.${extensions[type] ?? (typeof data === 'string' ? 'txt' : 'bin')}`;
  return (
    <SmallButton onClick={() => download(new Blob([data], { type }), name)}>Download</SmallButton>
  );
}
