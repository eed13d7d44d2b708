import { storedValueAtom } from '@patchwork/shop';
import { PageHeading } from '@patchwork/shop/ui';
import { useAtom } from 'jotai';

const draftAtom = storedValueAtom({
  name: 'everything-draft',
  scope: 'tab',
  version: 1,
  parse: String,
  empty: '',
});

export function Draft() {
  const [text, setText] = useAtom(draftAtom);
  return (
    <div className="container">
      <PageHeading>A stored value</PageHeading>
      <label>
        Draft <input value={text} onChange={({ target }) => setText(target.value)} />
      </label>
    </div>
  );
}
