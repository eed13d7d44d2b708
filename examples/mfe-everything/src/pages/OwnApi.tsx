import { describeError, servicesAtom } from '@patchwork/shop';
import { Button, PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { notes, papers } from '../api.ts';

/** Calls of the remote's own API, at the shop's address and at another one. */
export function OwnApi() {
  const { api } = useAtomValue(servicesAtom);
  const [texts, setTexts] = useState<readonly string[]>([]);
  const [message, setMessage] = useState('');
  const [paper, setPaper] = useState('');
  useEffect(() => {
    async function load(): Promise<void> {
      // Not by the shop's client, as a library would.
      const answer = await fetch('/api/everything/notes');
      const found: { notes: { text: string }[] } = await answer.json();
      setTexts(found.notes.map(({ text }) => text));
      const red = await api.call(papers.findPaper, { paperId: 'red' });
      setPaper(red.ok ? red.value.paper : describeError(red.error));
    }
    void load();
  }, [api]);
  async function add(text: string): Promise<void> {
    const added = await api.call(notes.addNote, { body: { text } });
    setMessage(added.ok ? 'Added' : describeError(added.error));
    if (added.ok) setTexts((before) => [...before, added.value.text]);
  }
  return (
    <div className="container">
      <PageHeading>An own API</PageHeading>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>{paper}</p>
      <Button onClick={() => void add('For Tara')}>Add</Button>
      <Button onClick={() => void add('A text that is far too long')}>Add too much</Button>
      <p role="status">{message}</p>
    </div>
  );
}
