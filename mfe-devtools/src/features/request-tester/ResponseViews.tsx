import { Tabs } from '@patchwork/ui';
import { type ReactNode, useState } from 'react';
import { HeadersView } from './HeadersView.tsx';
import { RawView } from './RawView.tsx';
import type { StoredResponse } from './response.ts';
import { TreeView } from './TreeView.tsx';

type View = 'Tree' | 'Raw' | 'Headers';

/** Only the selected view is rendered: a response may be large. */
export function ResponseViews({ response }: { readonly response: StoredResponse }) {
  const [selected, select] = useState<View>('Tree');
  const view = (id: View, panel: ReactNode) => ({ id, title: id, panel: id === selected && panel });
  return (
    <Tabs
      variant="section"
      label="Views of the response"
      selected={selected}
      onSelect={select}
      tabs={[
        view('Tree', <TreeView key={response.id} response={response} />),
        view('Raw', <RawView key={response.id} response={response} />),
        view('Headers', <HeadersView response={response} />),
      ]}
    />
  );
}
