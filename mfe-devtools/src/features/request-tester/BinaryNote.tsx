import { type Content, sizeText } from './content.ts';
import { DownloadButton } from './DownloadButton.tsx';

interface BinaryNoteProps {
  readonly content: Extract<Content, { kind: 'binary' }>;
}

/** What is no text has no place on the screen, but it can be kept. */
export function BinaryNote({ content }: BinaryNoteProps) {
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
