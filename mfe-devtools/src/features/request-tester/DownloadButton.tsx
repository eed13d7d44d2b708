import { sizeText } from '../../measure.ts';
import { SmallButton } from '../../SmallButton.tsx';
import type { Content } from './content.ts';
import { download } from './download.ts';

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

/** Instead of a body that is not text: its type and size, and a download. */
export const BinaryContent = ({ type, size, bytes }: Extract<Content, { kind: 'binary' }>) => (
  <>
    <p>
      Not text: {type || 'of unknown type'}, {sizeText(size)}.
    </p>
    <div>
      <DownloadButton data={bytes} type={type} />
    </div>
  </>
);
