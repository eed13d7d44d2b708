import type { ComponentProps } from 'react';

interface TextListProps extends ComponentProps<'ul'> {
  readonly texts: readonly string[];
}

/** Different texts as a list. */
export const TextList = ({ texts, ...rest }: TextListProps) => (
  <ul {...rest}>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);
