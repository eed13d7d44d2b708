import { Tabs } from '@patchwork/ui';
import { type ReactNode, useState } from 'react';
import { AnswerHeaders } from './AnswerHeaders.tsx';
import type { Answer } from './answer.ts';
import { RawAnswer } from './RawAnswer.tsx';
import { TreeAnswer } from './TreeAnswer.tsx';

type View = 'Tree' | 'Raw' | 'Headers';

interface ResponseViewsProps {
  readonly answer: Answer;
}

/** Only the selected view is rendered: a response may be large. */
export function ResponseViews({ answer }: ResponseViewsProps) {
  const [selected, select] = useState<View>('Tree');
  const view = (id: View, panel: ReactNode) => ({ id, title: id, panel: id === selected && panel });
  return (
    <Tabs
      variant="section"
      label="Views of the response"
      selected={selected}
      onSelect={select}
      tabs={[
        view('Tree', <TreeAnswer key={answer.id} answer={answer} />),
        view('Raw', <RawAnswer key={answer.id} answer={answer} />),
        view('Headers', <AnswerHeaders answer={answer} />),
      ]}
    />
  );
}
