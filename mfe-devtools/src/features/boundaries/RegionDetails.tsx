import { useEffect, useState } from 'react';
import { type Fact, Facts, SmallButton } from '../../controls.tsx';
import look from '../../styles.module.css';
import type { Origin } from './origin.ts';
import { findFile, findRepository, type OpenableFile } from './source.ts';

/** Returns what `find` resolves to for an entry and a module; undefined until then. `find` must not change. */
function useFound<T>(
  find: (entry: string, module: string) => Promise<T | undefined>,
  { remote, module }: Origin,
): T | undefined {
  const [found, setFound] = useState<T>();
  const entry = remote?.entry;
  useEffect(() => {
    let isOutdated = false;
    setFound(undefined);
    if (entry === undefined || module === undefined) return;
    void find(entry, module).then((value) => !isOutdated && setFound(value));
    return () => {
      isOutdated = true;
    };
  }, [find, entry, module]);
  return found;
}

function EditorButton({ file, open }: OpenableFile) {
  const [message, setMessage] = useState('');
  const ask = async () =>
    setMessage(
      (await open())
        ? 'Asked the development server. If no editor opens, set LAUNCH_EDITOR where you start it.'
        : 'The development server does not respond. Is it running?',
    );
  return (
    <div className={look.row}>
      <SmallButton onClick={() => void ask()}>Open {file} in the editor</SmallButton>
      <span role="status">{message}</span>
    </div>
  );
}

/** What a region comes from, and the ways to its source. */
export function RegionDetails({ origin }: { readonly origin: Origin }) {
  const repository = useFound(findRepository, origin);
  const file = useFound(findFile, origin);
  const { module, place, remote } = origin;
  const facts: Fact[] = [['Place', place]];
  if (module !== undefined) facts.push(['Module', <code key="module">{module}</code>]);
  if (remote) facts.push(['Entry', remote.entry]);
  if (repository !== undefined) {
    facts.push([
      'Repository',
      <a key="repository" href={repository} target="_blank" rel="noreferrer">
        {repository}
      </a>,
    ]);
  }
  return (
    <>
      <Facts facts={facts} />
      {file && <EditorButton {...file} />}
    </>
  );
}
