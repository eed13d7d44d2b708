import { sizeText } from '../../measure.ts';
import type { Content } from './content.ts';
import { DownloadButton } from './DownloadButton.tsx';

interface BinaryContentProps {
  readonly content: Extract<Content, { kind: 'binary' }>;
}

/** A body that is not text: its type and size, and a download. */
export function BinaryContent({ content }: BinaryContentProps) {
  return (
    <>
      <p>
        Not text: {content.type || 'of unknown type'}, {sizeText(content.size)}.
      </p>
      <div>
        <DownloadButton data={content.bytes} type={content.type} />
      </div>
    </>
  );
}
